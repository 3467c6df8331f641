import { encode } from "fast-png";
import { beforeAll, describe, expect, it } from "vitest";
import type { Annotation, AnnotationTarget, ElementTarget } from "../contract/annotation.js";
import { type Capture, captureSchema } from "../contract/capture.js";
import { readPickedElement } from "../contract/picked-element.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf } from "../testing/tool-bench.js";

const source = `export const Menu = () => (
  <div className="menu">
    <button className="item">Rename</button>
    <button className="item danger">Delete now</button>
  </div>
);
`;
const sheet = ".item { padding: 4px }\n.danger { color: #bb0000 }\n";
const menu = `<div class="menu" role="menu"><button class="item">Rename</button><button class="item danger">Delete now</button></div>`;
const page = (more: string) =>
  `<!doctype html><html lang="en"><title>Files</title><style>${sheet}</style><main><h1>Files</h1><p>Three files</p>${more}</main></html>`;

const studio = shared(openStudio);
const bench = shared(() => openToolBench({ "src/Menu.tsx": source, "src/menu.css": sheet }));

/** A picture without anything on it: PNG in base64. */
const blank = Buffer.from(encode({ width: 90, height: 24, data: new Uint8Array(90 * 24 * 4) })).toString("base64");

const rules: ElementTarget["rules"] = {
  sheets: [{ origin: "style", href: "", marker: "" }],
  conditions: [],
  rules: [{ sheet: 0, path: [1], selector: ".danger", css: "color: rgb(187, 0, 0);", matches: 1 }],
  elements: [
    {
      ref: "picked",
      properties: [{ property: "color", computed: "rgb(187, 0, 0)", declarations: [{ rule: 0, name: "color", value: "rgb(187, 0, 0)" }] }],
    },
  ],
};

/** What is stored of the pick, the page with the menu open. */
const facts: ElementTarget = {
  ...{ present: false, key: "AAAAA", selector: "main > .menu > .danger", box: [8, 120, 90, 24], tag: "button", role: "button" },
  ...{
    name: "Delete now",
    text: "Delete now",
    label: "button “Delete now” <Menu>",
    component: "Menu",
    attributes: { class: "item danger" },
  },
  ...{ styles: { color: "rgb(187, 0, 0)", padding: "4px" }, rules, pickedAt: "2026-01-01T00:00:00.000Z" },
  url: "http://localhost:5173/files#/menu",
  ancestors: [
    { tag: "div", attributes: { class: "menu", role: "menu" }, text: "" },
    { tag: "main", attributes: {}, text: "" },
    { tag: "body", attributes: {}, text: "" },
    { tag: "html", attributes: { lang: "en" }, text: "" },
  ],
  neighbours: [{ tag: "button", attributes: {}, text: "Rename", at: -1 }],
};

function noted(capture: Capture, id: string, target: AnnotationTarget): Capture {
  const annotation: Annotation = {
    ...{ id, target, comment: "This colour is too loud", kind: "bug", severity: "medium", status: "unresolved" },
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  return { ...capture, annotations: [...capture.annotations, annotation] };
}

let count = 0;
async function shot(more: string): Promise<Capture> {
  const capture = await studio.html(page(more), { path: `files?${++count}` });
  const capturedAt = new Date(Date.now() - 60_000 + count * 1_000).toISOString();
  return { ...capture, metadata: { ...capture.metadata, url: "http://localhost:5173/files", capturedAt } };
}

/** Kinds of annotations whose element the newest capture does not show. */
const kinds = ["never-shown", "shown-before"] as const;
const captures = new Map<string, string>();

beforeAll(async () => {
  const open = await shot(menu);
  const isDanger = ({ attributes }: { readonly attributes: Readonly<Record<string, string>> }) => attributes["class"] === "item danger";
  const shown = annotated(open, isDanger, "This colour is too loud", "shown-before");
  captures.set("open", await bench.add(shown));
  const box = shown.annotations.at(-1)?.target;
  const element = box?.type === "element" ? box.elements[0] : undefined;
  if (element === undefined) throw new Error("nothing was picked");
  let closed = noted(await shot(""), "never-shown", { type: "element", elements: [facts] });
  const { key, selector, box: last } = element;
  closed = noted(closed, "shown-before", { type: "element", elements: [{ ...facts, key, selector, box: last }] });
  captures.set("closed", await bench.add(closed));
});

describe("a capture made of the facts of a pick", () => {
  it.each([facts, { key: "AAAAA", selector: "a", box: [0, 0, 1, 1] } satisfies ElementTarget])("is valid: %#", async (target) => {
    const { reader, element } = readPickedElement(await shot(""), target);
    expect(captureSchema.parse(reader.capture)).toBeDefined();
    expect(element).toMatchObject({ selector: target.selector, box: target.box });
  });
});

it("wait_for_annotations names them by the pick", async () => {
  const rows = rowsOf(await bench.call("wait_for_annotations"));
  expect(rows.map(({ id }) => id).sort()).toEqual([...kinds].sort());
  for (const row of rows) expect(row).toMatchObject({ ref: null, present: false, label: expect.stringContaining("Delete now") });
});

describe.each(kinds)("an annotation whose element has gone: %s", (id) => {
  const shownBefore = id === "shown-before";

  it.each(["get_unresolved", "get_annotations"])("%s names it by the pick", async (tool) => {
    const row = rowsOf(await bench.call(tool, tool === "get_annotations" ? { capture: captures.get("closed") } : {})).find(
      (one) => one["id"] === id,
    );
    expect(row).toMatchObject({
      ref: null,
      present: false,
      selector: expect.stringMatching(/./),
      label: expect.stringContaining("Delete now"),
    });
    if (tool === "get_annotations") return;
    expect(row).toMatchObject({ scope: "element", source: "src/Menu.tsx:4" });
    if (id === "never-shown") expect(row).toMatchObject({ url: facts.url, declaration: expect.stringMatching(/^color: .*menu\.css:2\)$/) });
  });

  it("get_annotation_context describes it and says since when", async () => {
    const answer = await bench.call("get_annotation_context", { annotation: id });
    expect(answer).toMatchObject({
      annotation: { scope: "element", present: false, label: expect.stringContaining("Delete now") },
      element: { tag: "button", name: "[CAPTURED_TEXT]Delete now[/CAPTURED_TEXT]" },
      absent: expect.stringMatching(shownBefore ? new RegExp(`last.*${captures.get("open")}`) : /no capture/),
    });
    const [first] = rowsOf(answer["source"]);
    // The pick alone holds the rules.
    expect(first).toMatchObject(id === "never-shown" ? { file: "src/menu.css", line: 2 } : { file: "src/Menu.tsx", line: 4 });
    if (id !== "never-shown") return;
    expect(rowsOf(answer["declarations"])[0]).toMatchObject({ property: "color", place: "src/menu.css:2" });
    expect(rowsOf(answer["ancestors"])[0]).toMatchObject({ tag: "div" });
    expect(rowsOf(answer["neighbours"])).toMatchObject([{ tag: "button", name: "Rename" }]);
  });

  it("find_source finds it", async () => {
    const answer = await bench.call("find_source", { annotation: id });
    expect(rowsOf(answer)[0]).toMatchObject({ file: "src/Menu.tsx", line: 4 });
    expect(answer).toMatchObject({ absent: expect.stringMatching(/./) });
  });

  it("explain_styles explains it, or says what it would need", async () => {
    const answer = await bench.call("explain_styles", { annotation: id });
    expect(answer).toMatchObject({ absent: expect.stringMatching(/./) });
    if (id === "never-shown") expect(rowsOf(answer)[0]).toMatchObject({ property: "color", file: "src/menu.css", line: 2 });
    else expect(answer).toMatchObject({ hint: expect.stringMatching(/./) });
  });

  it("get_picture marks nothing in the window's picture, where it was no longer to be seen", async () => {
    await bench.store.snapshots.create({ capture: captures.get("closed") ?? "", kind: "png", data: blank });
    expect(await bench.call("get_picture", { annotation: id })).toMatchObject({
      error: { code: "not-found", message: expect.stringMatching(shownBefore ? /No picture was stored/ : /had left the page/) },
    });
  });

  it("get_picture shows the stored picture", async () => {
    const capture = captures.get("closed") ?? "";
    const { filename } = await bench.store.snapshots.create({ capture, kind: "png", data: blank, annotation: id });
    await bench.store.annotations.setPicture(id, filename);
    const blocks = await bench.blocks("get_picture", { annotation: id });
    expect(blocks.map(({ type }) => type)).toEqual(["text", "image"]);
  });

  it("ask_about_annotation asks", async () => {
    expect(await bench.call("ask_about_annotation", { annotation: id, question: "Which?", waitSeconds: 0 })).toMatchObject({
      status: "pending",
    });
  });
});
