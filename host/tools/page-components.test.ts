import { expect, test } from "vitest";
import { nothingWanted, type Wanted } from "../analysis/source/wanted.js";
import { findCandidates } from "./source-search.js";
import { sourcesOf } from "./testing/sources.js";

type Row = readonly [what: string, wanted: Partial<Wanted>, files: Readonly<Record<string, string>>, place: string];

const card = { tag: "div", classes: ["card"], attributes: { class: "card" }, components: ["CCard", "CWidgetStat", "Widgets"] };
const buttons = `export function SubButton({ size, ...rest }) {\n  return <button data-size={size} className="text-sm" {...rest} />;\n}\nexport function MenuButton({ size, ...rest }) {\n  return <button data-size={size} className={look} {...rest} />;\n}\n`;
const button = { tag: "button", classes: ["text-sm"], attributes: { class: "text-sm", "data-size": "lg" } };

test.each<Row>([
  [
    "the package's component that drew it, though nothing in its tag fits",
    card,
    { "src/Widgets.vue": `<template>\n  <CRow>\n    <CCard />\n    <CWidgetStat :color="one" />\n  </CRow>\n</template>\n` },
    "src/Widgets.vue:4",
  ],
  [
    "one that stands in the nearest component, not in another one of the same file",
    { ...button, components: ["MenuButton"] },
    { "src/ui.jsx": buttons },
    "src/ui.jsx:5",
  ],
  ["the same for the other one", { ...button, components: ["SubButton"] }, { "src/ui.jsx": buttons }, "src/ui.jsx:2"],
])("of %s", async (_, wanted, files, place) => {
  const found = await findCandidates(sourcesOf(files), { ...nothingWanted, ...wanted });
  expect(`${found[0]?.file}:${found[0]?.line}`, JSON.stringify(found)).toBe(place);
});
