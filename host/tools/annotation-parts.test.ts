import { describe, expect, it } from "vitest";
import type { AnnotationTarget } from "../contract/annotation.js";
import type { Capture } from "../contract/capture.js";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { annotated, openToolBench, rowsOf } from "../testing/tool-bench.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

const html = `<!doctype html><html lang="en"><title>Form</title><style>body { margin: 0 } .bar { display: flex; gap: 16px; padding: 8px 12px } .bar > * { margin: 0 } h2 { margin: 20px 0 10px } p { margin: 0 0 30px }</style>
<main><h1>Form</h1><div class="bar"><button class="go" style="background:#036;color:#fff"><span><b class="word">Save</b></span></button><a href="/x" style="margin-left:4px"><svg width="16" height="16"></svg><em>More</em></a><i class="plain">Words</i></div><a href="/"><img class="logo" alt="Shop" width="9" height="9"></a><button><img class="face" alt="Ada" width="9" height="9"></button>
<section><h2>Part</h2><p class="text" style="border: 0 solid red; box-shadow: 0 0 0 0 rgba(0,0,0,0), 0 0 0 0 rgba(0,0,0,0.2), 0 2px 4px #036">Text</p></section><div class="wrap"><div class="inner"><input aria-label="Name"></div></div><svg xmlns="http://www.w3.org/2000/svg" class="art" width="9" height="9"></svg></main></html>`;

async function contextOf(className: string, comment: string) {
  return (await asked(await studio.html(html, { path: "form.html" }), className, comment)).answer;
}

async function asked(page: Capture, className: string, comment: string) {
  const id = `note-${className}-${comment.length}`;
  const capture = annotated(page, ({ attributes, tag }) => attributes["class"] === className || tag === className, comment, id);
  await bench.add({ ...capture, metadata: { ...capture.metadata, id } });
  return { capture, answer: await bench.call("get_annotation_context", { annotation: id }) };
}

describe("get_annotation_context of what was picked", () => {
  it.each([
    ["word", "Make this button primary", "button"],
    ["word", "Too small, give it more room", "button"],
    ["em", "Should be red", "a"],
    ["word", "Fix the wording", "b"],
    ["em", "Wrong font", "em"],
    ["logo", "Squashed, keep its ratio", "img"],
    ["face", "Should be round", "img"],
    ["logo", "This link should have no underline", "a"],
    ["plain", "Make this a button", "i"],
    ["go", "Make it primary", "button"],
  ])("for a part of a control (%s, %s) gives %s", async (className, comment, tag) => {
    const answer = await contextOf(className, comment);
    expect(answer["element"]).toMatchObject({ tag });
    if (tag === "button") expect(rowsOf(answer["styles"])).toContainEqual({ property: "background-color", value: "rgb(0, 51, 102)" });
    if (tag === "button" && className === "word") expect(answer["picked"]).toMatchObject({ tag: "b" });
    if (className === "go") expect(answer).not.toHaveProperty("picked");
  });

  it.each([
    ["Should be 20px", "h3"],
    ["The card must not grow on hover", "a"],
  ])("of a card that is a link describes the part that was picked, unless the words name the card: %s", async (comment, tag) => {
    const card = html.replace("<section>", '<a href="/plan"><h3 class="plan">Plan</h3><ul><li>Ten users</li></ul></a><section>');
    const { answer } = await asked(await studio.html(card, { path: "plan.html" }), "plan", comment);
    expect(answer["element"]).toMatchObject({ tag });
  });

  it("tells where a region is: a part of a drawing is no element", async () => {
    const picked = annotated(await studio.html(html, { path: "form.html" }), ({ tag }) => tag === "main", "This bar", "region-note");
    const elements = picked.annotations.flatMap(({ target }) => (target.type === "element" ? target.elements : []));
    const target: AnnotationTarget = { type: "region", box: [10, 20, 30, 40], elements };
    const annotations = picked.annotations.map((one) => ({ ...one, target }));
    await bench.add({ ...picked, annotations, metadata: { ...picked.metadata, id: "of-a-region" } });
    const answer = await bench.call("get_annotation_context", { annotation: "region-note" });
    expect(answer["annotation"]).toMatchObject({ scope: "region with 1 elements", region: [10, 20, 30, 40] });
  });

  it("tells the words of what stands beside it and has no name", async () => {
    const { neighbours } = await contextOf("go", "Make it primary");
    expect(rowsOf(neighbours)).toMatchObject([
      { tag: "a", name: "More" },
      { tag: "i", name: "Words" },
    ]);
  });

  it("names the five components that are nearest", async () => {
    const page = await studio.html(html, { path: "form.html" });
    const capture = annotated(page, ({ tag }) => tag === "em", "Wrong font", "chain");
    const { strings } = capture.nodes;
    const { index } = [...readCapture(capture).elements()].find(({ tag }) => tag === "em") ?? { index: 0 };
    const nodes = {
      ...capture.nodes,
      strings: [...strings, "Price < Row < Cart < Page < Shop < Router"],
      component: [index, strings.length],
    };
    await bench.add({ ...capture, nodes, metadata: { ...capture.metadata, id: "chain" } });
    const { element } = await bench.call("get_annotation_context", { annotation: "chain" });
    expect(element).toMatchObject({ component: "[CAPTURED_TEXT]Price < Row < Cart < Page < Shop[/CAPTURED_TEXT]" });
  });

  it("marks no state as the page's words, and finds nothing that is the page's matter", async () => {
    const page = await studio.html('<main><h2 class="title">Head</h2></main><p class="lone">Alone</p>', { path: "lone.html" });
    expect((await asked(page, "title", "Should be red")).answer["element"]).toMatchObject({ states: "level=2" });
    expect((await asked(page, "lone", "Should be red")).answer).not.toHaveProperty("findings");
  });

  it("tells the attributes that an author may mean: no name of a language", async () => {
    const { rows } = (await contextOf("art", "Wrong icon"))["attributes"] as { rows: unknown[][] };
    expect(rows.map(([name]) => name)).toEqual(["class", "width", "height"]);
  });

  it("tells no border without a line, and of a shadow the layers that are painted", async () => {
    const styles = rowsOf((await contextOf("text", "Too much room"))["styles"]);
    expect(styles.filter(({ property }) => /^border|shadow/.test(String(property)))).toEqual([
      { property: "box-shadow", value: "rgb(0, 51, 102) 0px 2px 4px 0px" },
    ]);
  });

  it.each([
    ["inner", undefined],
    ["go", "[CAPTURED_TEXT]getByRole('button', { name: 'Save', exact: true })[/CAPTURED_TEXT]"],
    // Of another element than was picked: the selector is the part's.
    ["word", "[CAPTURED_TEXT]getByRole('button', { name: 'Save', exact: true })[/CAPTURED_TEXT]"],
  ])("has a locator where that is more than the selector: %s", async (className, locator) => {
    const answer = await contextOf(className, "Make it primary");
    expect("selector" in Object(answer["annotation"])).toBe(className !== "go");
    expect(answer["element"]).toMatchObject(locator === undefined ? { tag: "div" } : { locator });
    if (locator === undefined) expect(answer["element"]).not.toHaveProperty("locator");
  });

  it("measures the room that the words are about, and says who makes it", async () => {
    const measured = async (className: string, comment: string) => rowsOf((await contextOf(className, comment))["gaps"]);
    expect(await measured("go", "Too much space here")).toMatchObject([
      { side: "right", px: 20, madeBy: expect.stringMatching(/^gap 16px of e\d+; margin-left 4px of e\d+$/) },
    ]);
    expect(await measured("go", "Please look at this")).toEqual(await measured("go", "Too much space here"));
    expect(await measured("go", "More space above this")).toMatchObject([
      { side: "above", px: expect.any(Number), madeBy: expect.stringMatching(/^padding-top 8px of e\d+; margin-\w+ [\d.]+px of e\d+$/) },
    ]);
    expect(await measured("text", "Too much space here")).toMatchObject([
      { side: "above", px: 10, madeBy: expect.stringMatching(/^margin-bottom 10px of e\d+$/) },
    ]);
    // The input is alone in its wrappers: the room is that of the outermost.
    expect(await measured("input", "Too close to what is above")).toMatchObject([{ side: "above", px: 30 }]);
    expect(await contextOf("go", "Should be red")).not.toHaveProperty("gaps");
  });
});
