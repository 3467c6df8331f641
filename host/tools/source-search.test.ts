import { expect, it } from "vitest";
import { nothingWanted } from "../analysis/source/wanted.js";
import { findCandidates } from "./source-search.js";
import { sourcesOf } from "./testing/sources.js";

it("finds a tag by its text in a project with too many files to read all of them tag by tag, and another one by its classes", async () => {
  const others = Array.from({ length: 3_100 }, (_, at) => [
    `src/pages/P${at}.tsx`,
    `export const P${at} = () => <p className="note">Page</p>;`,
  ]);
  const card = `export const Card = () => (\n  <section className="card wide">\n    <button>Remove all</button>\n  </section>\n);`;
  const sources = sourcesOf({ ...Object.fromEntries(others), "src/Card.tsx": card });
  const button = { ...nothingWanted, tag: "button", shown: ["Remove all"], own: "Remove all" };
  expect((await findCandidates(sources, button))[0]).toMatchObject({ file: "src/Card.tsx", line: 3 });
  const box = { ...nothingWanted, tag: "section", classes: ["card", "wide"], attributes: { class: "card wide" } };
  expect((await findCandidates(sources, box))[0]).toMatchObject({ file: "src/Card.tsx", line: 2 });
});

it("does not name a line of Svelte without such a tag, where preprocessors took out lines between the tags, too", async () => {
  const rows = "<p>\n</p>\n".repeat(10);
  const sources = sourcesOf({ "src/A.svelte": `<script>\n</script>\n<main>\n${rows}</main>\n\n<span>Auto</span>\n` });
  // All tags are stated two lines higher, the last one three.
  const lines = [1, ...Array.from({ length: 10 }, (_, at) => 2 + 2 * at)];
  const marked = [...lines.map((line, at) => ({ tag: at === 0 ? "main" : "p", line })), { tag: "span", line: 23 }];
  const wanted = { ...nothingWanted, tag: "span", shown: ["Auto"], markers: [{ source: "src/A.svelte:23:2", up: 0 }] };
  const [first] = await findCandidates(sources, { ...wanted, marked: () => new Map([["src/A.svelte", marked]]) });
  expect(first).toMatchObject({ file: "src/A.svelte", line: 26 });
});

it("takes the class of a component that the page names for its template, and names a file once", async () => {
  const sources = sourcesOf({
    "src/list.component.ts": `@Component({ selector: "app-list", templateUrl: "./list.component.html" })\nexport class ListComponent {}\n`,
    "src/list.component.html": `<header>\n  <ng-icon [name]="sort" class="small"></ng-icon>\n</header>\n`,
    "src/a.component.html": `<footer>\n  <ng-icon [name]="up" class="small"></ng-icon>\n</footer>\n`,
  });
  const markers = [0, 1, 2].map((up) => ({ source: "src/list.component.ts", up }));
  const found = await findCandidates(sources, { ...nothingWanted, tag: "ng-icon", classes: ["small"], markers });
  expect(found[0], JSON.stringify(found)).toMatchObject({ file: "src/list.component.html", line: 2 });
  const gone = await findCandidates(sources, { ...nothingWanted, tag: "table", markers });
  expect(gone.map(({ file }) => file)).toEqual(["src/list.component.html"]);
});
