import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf } from "../testing/tool-bench.js";
import { toolNames } from "../tools/names.js";

const listRows = Array.from(
  { length: 300 },
  (_, index) => `<li><a href="/item/${index}">Item number ${index} of the long list</a> <button>Buy ${index}</button></li>`,
);
const bigPage = `<!doctype html><html lang="en"><title>A long list</title><body><main><h1>Items</h1><ul>${listRows.join("")}</ul></main></body></html>`;

const studio = shared(openStudio);
const bench = shared(openToolBench);
let big = "";
let other = "";
const noteId = "note-1";

beforeAll(async () => {
  other = await bench.add(await studio.file("names.html"));
  const capture = await studio.html(bigPage, { path: "list.html" });
  big = await bench.add(annotated(capture, ({ name }) => name === "Buy 7", "This button should say Add to cart", noteId));
});

/** Arguments with which each tool has something to say about the long list. */
function argumentsFor(tool: string): Record<string, unknown> {
  const own: Record<string, Record<string, unknown>> = {
    get_elements_by_role: { role: "link" },
    compare_captures: { before: other, after: big },
    find_source: { text: "Buy 7" },
    get_annotation_context: { annotation: noteId },
    resolve_annotation: { annotation: noteId, action: "fixed", summary: "Done" },
    request_capture: { url: "http://localhost/list.html" },
    get_request_status: { requestId: "nobody" },
    check_consistency: { captures: [big, other] },
  };
  return own[tool] ?? {};
}

describe("every tool", () => {
  it.each(toolNames)("%s keeps to any budget and stays JSON", async (tool) => {
    for (const maxTokens of [200, 700, 2_000, 6_000]) {
      const text = await bench.text(tool, { ...argumentsFor(tool), maxTokens });
      expect(JSON.parse(text)).toBeTypeOf("object");
      expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
    }
  });

  it.each([
    ["get_interactive_elements", {}],
    ["get_capture", {}],
    ["find_missing_testids", {}],
  ] as const)("%s fills what it may cost when it has to cut", async (tool, args) => {
    const text = await bench.text(tool, { capture: big, ...args });
    expect(JSON.parse(text)).toHaveProperty("truncated");
    expect(countTokens(text) / 6_000).toBeGreaterThan(0.75);
  });

  it.each(toolNames)("%s names an unknown argument and those allowed", async (tool) => {
    const { error } = await bench.call(tool, { ...argumentsFor(tool), colour: "red" });
    expect(error).toMatchObject({ code: "invalid-input" });
    expect(JSON.stringify(error)).toMatch(/unknown argument \\"colour\\".*Allowed: .*maxTokens/);
  });

  it("says once what is wrong with a value", async () => {
    const { error } = await bench.call("check_consistency", { captures: "a capture's name of more than twenty letters" });
    expect(error).toMatchObject({ message: expect.stringMatching(/fit: captures: expected array, received string\. Allowed/) });
    expect(await bench.call("get_elements_by_role", {})).toMatchObject({
      error: { message: expect.stringContaining("fit: role: missing: expected string. Allowed") },
    });
  });

  it.each([{ maxTokens: 199 }, { maxTokens: 20_001 }, { maxTokens: "6000" }, { maxTokens: 1.5 }])("refuses %j", async (args) => {
    expect(await bench.call("list_captures", args)).toMatchObject({ error: { code: "invalid-input" } });
  });

  it("says what tools there are when asked for another one", async () => {
    const { error } = await bench.call("get_everything");
    expect(error).toMatchObject({ code: "not-found", message: expect.stringContaining("get_page_summary") });
  });

  it.each(["../../etc/passwd", "nobody.json", "/etc/passwd", "a/b.json", "\u0000"])(
    "refuses the capture %j without telling a path",
    async (capture) => {
      const text = await bench.text("get_capture", { capture });
      expect(JSON.parse(text)).toMatchObject({ error: { code: expect.stringMatching(/not-found|outside-captures|invalid-input/) } });
      expect(text).not.toContain(bench.root);
    },
  );
});

describe("a cut answer", () => {
  const cuts: readonly (readonly [string, Record<string, unknown>])[] = [
    ["get_interactive_elements", {}],
    ["get_elements_by_role", { role: "button" }],
    ["get_capture", { detail: "content" }],
    ["get_latest_capture", {}],
    ["find_missing_testids", {}],
  ];
  it.each(cuts)("of %s goes on without gap or repeat", async (tool, args) => {
    const whole = rowsOf(await bench.call(tool, { ...args, maxTokens: 20_000 })).map(({ ref }) => ref);
    const refs: unknown[] = [];
    let cursor: unknown;
    do {
      const answer = await bench.call(tool, { ...args, maxTokens: 3_000, ...(cursor === undefined ? {} : { cursor }) });
      refs.push(...rowsOf(answer).map(({ ref }) => ref));
      cursor = (answer["truncated"] as { nextCursor?: string } | undefined)?.nextCursor;
    } while (cursor !== undefined);
    expect(refs.length).toBeGreaterThan(290);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.slice(0, whole.length)).toEqual(whole);
  });

  it("stays with its capture when a newer one arrives", async () => {
    const first = await bench.call("get_interactive_elements", { maxTokens: 1_000 });
    await bench.add(await studio.html("<!doctype html><title>Newer</title><button>Newer</button>", { path: "newer.html" }));
    const { nextCursor } = first["truncated"] as { nextCursor: string };
    const second = await bench.call("get_interactive_elements", { maxTokens: 1_000, cursor: nextCursor });
    expect(second["capture"]).toBe(first["capture"]);
    expect(await bench.call("get_latest_capture")).not.toMatchObject({ capture: first["capture"] });
  });
});

it("an answer counts the texts in it that a person cannot see, and says why", async () => {
  const paragraphs = `<p>Seen</p><p style="opacity:0">One</p><p style="position:absolute;left:-9999px">Two</p><p style="color:#fff">Three</p>`;
  const capture = await studio.html(`<!doctype html><body>${paragraphs}<h1>Seen too</h1>`, { path: "unseen.html" });
  const name = await bench.add(annotated(capture, ({ text }) => text === "Two", "Show this", "note-2"));
  const warningOf = async (tool: string, args: Record<string, unknown>) => JSON.parse(await bench.text(tool, args))._warning;
  const refOf = new Map([...readCapture(capture).elements()].map(({ text, ref }) => [text, ref]));
  const [one, two, three] = ["One", "Two", "Three"].map((text) => refOf.get(text));
  expect(await warningOf("get_elements_by_role", { capture: name, role: "paragraph" })).toBe(
    `A person cannot see 3 of these texts: ${one} opacity, ${two} off-screen, ${three} color.`,
  );
  expect(await warningOf("get_annotation_context", { annotation: "note-2" })).toContain(`${two} off-screen`);
  expect(await warningOf("get_elements_by_role", { capture: name, role: "heading" })).toBeUndefined();
});
