import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codePoint } from "../testing/code-points.js";
import { ServiceError } from "./errors.js";
import { caseElement, casesText, type NoteCase, parseCases } from "./note-cases.js";

const target = {
  ...{ ref: "e7", present: true, key: "k", selector: "p.price", box: [0, 0, 10, 10] as [number, number, number, number] },
  ...{ url: "http://localhost:5173/", source: "src/Price.tsx:4", component: "Price", styles: { color: "red" }, tag: "p", text: "64,50 €" },
  ancestors: [{ tag: "main", attributes: { id: "cart", style: "x", "data-testid": "m" }, text: "words of the page", component: "Cart" }],
};
const note = (words: string): NoteCase => ({
  ...{ note: words, page: "http://localhost:5173/", viewport: [1_280, 720] },
  checks: [{ kind: "text", expected: "64,50 €" }],
  elements: [caseElement(target)],
});

describe("the file of cases", () => {
  it("has of an element what holds for every build of the page", () => {
    const [element] = note("").elements;
    expect(Object.keys(element ?? {}).sort()).toEqual(["ancestors", "box", "key", "selector", "tag", "text"]);
    expect(element?.ancestors).toEqual([{ tag: "main", attributes: { id: "cart", "data-testid": "m" }, text: "" }]);
  });

  it("is read by people: sorted by id, with a line for each check and each element", () => {
    const checks: NoteCase["checks"] = [{ kind: "visible" }, { kind: "role", expected: "button" }];
    const lines = casesText(
      new Map([
        ["b", note("B")],
        ["a", { ...note("A"), checks, refs: { e3: caseElement(target) } }],
      ]),
    ).split("\n");
    const first = [
      '  "a": {',
      '    "note": "A",',
      '    "page":',
      '    "viewport":',
      '    "checks": [',
      '      {"kind":"visible"},',
      '      {"kind":"role"',
      "    ],",
    ];
    const rest = ['    "elements": [', '      {"key":', "    ],", '    "refs":', "  },", '  "b": {'];
    for (const [place, start] of ["{", ...first, ...rest].entries()) expect(lines[place]?.slice(0, start.length)).toBe(start);
    expect(lines.slice(-4)).toEqual(["  },", '  "svc-notes": 1', "}", ""]);
  });

  it("comes back as it was written, and stays a file when the lines of any case are deleted", () => {
    const words = fc.dictionary(fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/), fc.string({ unit: codePoint, maxLength: 60 }), { maxKeys: 4 });
    fc.assert(
      fc.property(words, (given) => {
        const notes = new Map(Object.entries(given).map(([id, text]) => [id, note(text)]));
        const text = casesText(notes);
        expect(new Map([...parseCases(text)].sort())).toEqual(new Map([...notes].sort()));
        for (const id of notes.keys()) {
          const lines = text.split("\n");
          const first = lines.indexOf(`  ${JSON.stringify(id)}: {`);
          lines.splice(first, lines.indexOf("  },", first) - first + 1);
          expect([...parseCases(lines.join("\n")).keys()].sort()).toEqual([...notes.keys()].filter((one) => one !== id).sort());
        }
      }),
      { numRuns: 5 },
    );
  });

  it.each([
    ["no JSON", "{", /is no JSON object/],
    ["no object", "[]", /is no JSON object/],
    ["another version", '{"svc-notes": 2}', /does not end with "svc-notes": 1/],
    [
      "a case without checks",
      '{"a": {"note": "", "page": "", "checks": [], "elements": []}, "svc-notes": 1}',
      /svc\.notes\.json holds what is no case, at a\.checks: .*\. Mend the file/,
    ],
    [
      "an unknown check",
      '{"a": {"note": "", "page": "", "checks": [{"kind": "nice"}], "elements": []}, "svc-notes": 1}',
      /a\.checks\.0\.kind: unknown kind of check "nice"/,
    ],
  ])("is refused in words: %s", (_case, text, words) => {
    expect(() => parseCases(text)).toThrow(words);
  });

  it("whatever is in it, it is read or refused as a file", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          parseCases(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
    );
  });
});
