import fc from "fast-check";
import { type Capture, captureSchema } from "../capture.js";
import type { Nodes } from "../nodes.js";
import type { StyleRules } from "../style-rules.js";
import { sampleCapture } from "./sample.js";

/** Roles, tags and states that judgements look at: text alone would pass them all by. */
const roles = [
  "",
  "button",
  "link",
  "textbox",
  "heading",
  "list",
  "listitem",
  "main",
  "navigation",
  "dialog",
  "form",
  "table",
  "row",
  "img",
];
const tags = ["div", "span", "button", "a", "input", "h1", "form", "img", "ul", "li", "iframe", "svg", "label"];
const properties = ["display", "position", "color", "background-color", "font", "margin", "padding", "overflow"];

/**
 * Valid captures of random trees in which every string slot that a page, a person or another program can fill holds a string of `text`:
 * texts, names, tags, roles, attribute names and values, selectors, states, components, styles, tokens, holes, console, network, findings,
 * annotations, resolutions, branch names. `size`: most elements.
 */
export function randomCapture(text: fc.Arbitrary<string>, size = 40): fc.Arbitrary<Capture> {
  const some = fc.array(text, { minLength: 1, maxLength: 8 });
  const dice = fc.array(fc.nat(1_000_000), { minLength: 64, maxLength: 64 });
  return fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: size }), some, dice).map(([rises, texts, numbers]) => {
    let at = 0;
    const roll = (sides: number) => (numbers[at++ % numbers.length] ?? 0) % Math.max(1, sides);
    const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
    const anyText = () => pick(texts);
    return captureSchema.parse(make(rises, roll, pick, anyText));
  });
}

/** Random trees of plain elements, for properties of the tree itself. */
export const randomTree = randomCapture(fc.constantFrom("", "words"), 120);

type Roll = (sides: number) => number;
type Pick = <T>(list: readonly T[]) => T;

function make(rises: readonly number[], roll: Roll, pick: Pick, anyText: () => string): Capture {
  const base = sampleCapture({ id: `random-${roll(1_000_000)}`, title: cut(anyText(), 500) });
  const nodes = nodesOf(rises, roll, pick, anyText);
  const ref = () => `e${roll(nodes.count)}`;
  const at = "2025-03-14T09:15:00.000Z";
  const words = () => cut(anyText(), 4_000);
  const element = () => ({
    ref: ref(),
    key: cut(anyText(), 100),
    selector: words(),
    box: [0, 0, 10, 10] as [number, number, number, number],
    label: cut(anyText(), 200),
  });
  const annotation = (id: string) => ({
    id,
    target: { type: "element" as const, elements: [element(), element()] },
    comment: words(),
    kind: "bug" as const,
    severity: "low" as const,
    createdAt: at,
  });
  return {
    ...base,
    metadata: {
      ...base.metadata,
      url: `http://localhost/page/that/has/more/words/${encodeURI(anyText().toWellFormed()).slice(0, 3_000)}`,
      language: cut(anyText(), 100),
      browser: cut(anyText(), 200),
      extension: cut(anyText(), 50),
      frameworks: [{ name: cut(anyText(), 100), version: cut(anyText(), 100) }],
      timings: { walk: 1, [cut(anyText(), 50)]: 2 },
    },
    nodes,
    styles: {
      properties,
      values: ["", "block", "flex", "rgb(1, 2, 3)", "12px", ...Array.from({ length: 4 }, () => cut(anyText(), 2_000))],
      sets: [[], properties.map(() => roll(9)), properties.map(() => roll(9))],
      tokens: Object.fromEntries([[cut(anyText(), 200), cut(anyText(), 2_000)]]),
    },
    holes: [{ kind: "canvas", ref: ref(), box: [0, 0, 5, 5], detail: words() }],
    removed: Object.fromEntries([
      [cut(anyText(), 100), 3],
      [cut(anyText(), 100), 4],
      ["form-values", 2],
    ]),
    console: [{ message: words(), at }],
    network: [{ url: words(), kind: cut(anyText(), 50), status: "fail" }],
    accessibility: {
      status: "complete",
      engine: cut(anyText(), 100),
      detail: words(),
      findings: [{ rule: cut(anyText(), 100), impact: "minor", wcag: [cut(anyText(), 50)], refs: [ref()], message: words() }],
    },
    rules: rulesOf(nodes.count, (chars) => cut(anyText(), chars)),
    annotations: [
      {
        ...annotation("open"),
        status: "unresolved",
        thread: [
          { id: "t1", by: "user", kind: "reply", text: words(), at },
          { id: "t2", by: "agent", kind: "question", text: words(), at, agent: cut(anyText(), 200) },
        ],
        wanted: [{ property: cut(`p${anyText()}`, 200), from: words(), to: words(), rule: words() }],
        checks: [{ kind: "text", expected: words() }],
        verdict: {
          ...{ status: "fail", reason: words(), capture: cut(anyText(), 300), at },
          checks: [{ kind: cut(anyText(), 100), expected: words(), found: words(), status: "fail" }],
          alsoChanged: [
            {
              what: "changed",
              ref: "e1",
              selector: words(),
              name: words(),
              property: cut(anyText(), 200),
              before: words(),
              after: words(),
            },
          ],
        },
      },
      {
        ...annotation("settled"),
        status: "resolved",
        resolution: { action: "fixed", summary: words(), files: [cut(anyText(), 500)], resolvedAt: at },
      },
    ],
    provenance: { gitHead: cut(anyText(), 100), branch: cut(anyText(), 300), dirty: true },
  };
}

/** Declarations for every element, each text from outside. */
function rulesOf(count: number, text: (chars: number) => string): StyleRules {
  const property = (name: string) => ({
    property: name,
    computed: text(1_000),
    "cannot-tell": text(500),
    from: text(100),
    declarations: [0, -1].map((rule) => ({ rule, name: text(200), value: text(1_000) })),
    variables: [{ name: text(200), value: text(1_000), declared: text(1_000), from: text(100), rule: 0 }],
  });
  return {
    sheets: [{ origin: "link", href: text(1_000), marker: text(1_000), sources: [text(1_000)] }],
    conditions: [{ kind: "media", text: text(500), holds: "unknown" }],
    rules: [{ sheet: 0, path: [0], selector: text(1_000), css: text(1_000), matches: 2, layer: text(200), conditions: [0] }],
    elements: Array.from({ length: count }, (_, index) => ({
      ref: `e${index}`,
      properties: [property("color"), property(text(200))],
      looks: [{ when: text(500), rule: 0, name: text(200), value: text(1_000), from: text(100) }],
    })),
  };
}

function nodesOf(rises: readonly number[], roll: Roll, pick: Pick, anyText: () => string): Nodes {
  const strings: string[] = [""];
  const place = (text: string) => {
    const known = strings.indexOf(text);
    return known < 0 ? strings.push(text) - 1 : known;
  };
  const count = rises.length;
  const column = (entry: (index: number) => number) => rises.map((_, index) => entry(index));
  const depth: number[] = [];
  for (const [index, rise] of rises.entries())
    depth.push(index === 0 ? 0 : Math.max(1, (depth[index - 1] ?? 0) + 1 - (rise < 5 ? 0 : rise - 4)));
  const sparse = (every: number, text: () => string) => rises.flatMap((_, index) => (roll(every) === 0 ? [index, place(text())] : []));
  const pairs = (names: readonly string[]) => names.flatMap((name) => [place(name), place(anyText())]);
  const attributeSets = [
    [],
    pairs(["writtenBy", "maxChars", "text"]),
    pairs(["columns", "rows"]),
    ...Array.from({ length: 4 }, () => pairs([anyText(), anyText(), pick(["class", "id", "href"])])),
  ];
  return {
    count,
    depth,
    tag: column(() => place(roll(4) === 0 ? anyText() : pick(tags))),
    role: column(() => place(roll(6) === 0 ? anyText() : pick(roles))),
    name: column(() => (roll(2) === 0 ? 0 : place(anyText()))),
    text: column(() => (roll(2) === 0 ? 0 : place(anyText()))),
    attributes: column(() => roll(attributeSets.length)),
    attributeSets,
    box: rises.flatMap(() => [roll(400), roll(400), roll(4_000), roll(400)]),
    style: column(() => roll(3)),
    flags: column(() => roll(128)),
    step: column(() => place(anyText())),
    from: column((index) => (index === 0 ? 0 : roll(2))),
    roots: [{ kind: "document", host: -1 }],
    rootRuns: [0, 0],
    states: sparse(3, () => `checked=true ${anyText()}=${anyText()}`),
    before: sparse(8, anyText),
    after: sparse(8, anyText),
    component: sparse(4, anyText),
    source: sparse(4, anyText),
    spill: sparse(8, anyText),
    strings,
  };
}

/** Schemas bound lengths; the bound itself is the longest that a client can send. */
function cut(text: string, maxChars: number): string {
  return text.slice(0, maxChars);
}
