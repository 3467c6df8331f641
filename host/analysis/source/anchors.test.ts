import { expect, test } from "vitest";
import { liftNear } from "./anchors.js";
import type { Place } from "./place.js";
import { regionOf } from "./region.js";
import { readSource } from "./source-text.js";
import { nothingWanted } from "./wanted.js";

const menu: Place = {
  ...{ file: "page.html", line: 1, column: 1, points: 30, local: 9, is: "use", evidence: ["text"], tag: "app-menu", component: "page" },
  ...{ range: [0, 21], isConditional: false, isText: false, isEmpty: true, isPassed: false },
};
const sources = (script: string) =>
  Object.entries({ "page.html": "<app-menu></app-menu>", "menu.ts": script }).map(([file, text]) => readSource(file, text));

test.each([
  ["class Menu {}", ["page.html"]],
  [`@Component({ selector: "app-menu", templateUrl: "./menu.html" }) class Menu {}`, []],
  [`customElements.define('app-menu', Menu)`, []],
  [`const tags = ["app-menu"]`, ["page.html"]],
])("a component's use draws what is in it, unless the project names its tag: %s", (script, files) => {
  const wanted = { ...nothingWanted, tag: "a", outer: () => ({ ...nothingWanted, tag: "app-menu" }) };
  const project = {
    messages: new Map(),
    drawn: () => undefined,
  };
  const lifted = liftNear([], wanted, regionOf(sources(script), wanted, project), sources(script), () => [menu]);
  expect(lifted.map(({ file }) => file)).toEqual(files);
});
