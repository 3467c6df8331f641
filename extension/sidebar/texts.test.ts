import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import type { AnnotationTarget } from "../../host/contract/annotation.js";
import { checkText, placeTitle, texts } from "./texts.js";

const extension = fileURLToPath(new URL("../", import.meta.url));
const sources = ["sidebar", "inspect", "pages"]
  .flatMap((folder) => readdirSync(join(extension, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path));

/** Every text of a source: strings, the fixed parts of templates, and what stands between tags. */
function textsIn(path: string): readonly string[] {
  const found: string[] = [];
  JSON.stringify(parseSync(path, readFileSync(join(extension, path), "utf8")).program, (_key, node) => {
    if (["Literal", "TemplateElement", "JSXText"].includes(node?.type)) found.push(String(node.value?.cooked ?? node.value));
    return node;
  });
  return found;
}

test("no command stands between backticks on the screen", () => {
  const all = sources.flatMap(textsIn);
  // Alone it is what is taken out of messages for terminals.
  expect(all.filter((text) => text.includes("`") && text !== "`")).toEqual([]);
  expect(all.length).toBeGreaterThan(1_000);
});

test("a frozen page states what is held and what still moves", () => {
  expect(texts.frozen(1, [])).toBe("The page is frozen: 1 animation held. Still moving: what its scripts change by timers.");
  expect(texts.frozen(0, [])).toContain("no animation was running.");
  expect(texts.frozen(3, ["video", "canvas"])).toContain("3 animations held. Still moving: video, canvas drawings, what its scripts");
});

test.each([
  [{ kind: "text", expected: "€ 5", found: "€ 5", status: "pass" }, "Is “€ 5”."],
  [{ kind: "text", expected: "€ 5", found: "€ 4", status: "fail" }, "Should be “€ 5”, found “€ 4”."],
  [
    { kind: "contrast", expected: "4.5", found: "a picture lies behind it", status: "cannot-tell" },
    "Contrast should be 4.5, cannot tell: a picture lies behind it.",
  ],
  [
    { kind: "property", subject: "padding", expected: "9px", found: "it is animated", status: "cannot-tell" },
    "Padding should be 9px, cannot tell: it is animated.",
  ],
  [{ kind: "gone", expected: "gone", found: "hidden", status: "cannot-tell" }, "Should be gone, cannot tell: hidden."],
] as const)("a check of %o reads as a sentence", (check, sentence) => {
  expect(checkText(check)).toBe(sentence);
});

test("a place's title names each component around it once, and not the one that its name is", () => {
  const target = (component: string, ...above: readonly string[]): AnnotationTarget => {
    const ancestors = above.map((one) => ({ tag: "div", attributes: {}, text: "", component: one }));
    return { type: "element", elements: [{ key: "k", present: true, selector: "p", box: [0, 0, 1, 1], component, ancestors }] };
  };
  expect(placeTitle(target("Templates < App", "Templates < App", "Templates < App", "App"))).toBe("in Templates, in App");
  expect(placeTitle(target("Price < Card", "Card", "Card", "App"))).toBe("in Card, in App");
});
