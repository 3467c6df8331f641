import { expect, it } from "vitest";
import { decideOn } from "../analysis/proof/note-case.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { checkWords } from "./check-kinds.js";
import type { Check } from "./checks.js";
import { readCapture } from "./reader.js";

const studio = shared(openStudio);

it.each<readonly [check: Check, words: string]>([
  [{ kind: "text", expected: "64,50 €" }, "should be “64,50 €”, found “Score: 8”"],
  [{ kind: "text", expected: "Points", compare: "contains" }, "should contain “Points”, found “Score: 8”"],
  [{ kind: "text", expected: "^\\d+$", compare: "matches" }, "should match “^\\d+$”, found “Score: 8”"],
  [{ kind: "text", expected: "Score", compare: "contains" }, "is “Score: 8”"],
  [{ kind: "name", expected: "Points" }, "name should be “Points”, found “Score”"],
  [{ kind: "role", expected: "button" }, "role should be button, found link"],
  [{ kind: "state", state: "disabled", expected: true }, "disabled should be true, found false"],
  [{ kind: "attribute", attribute: "href", expected: null }, "href should be none, found #top"],
  [{ kind: "property", property: "color", expected: "red" }, "color should be red, found rgb(0, 0, 255)"],
  [{ kind: "size", width: 10, compare: "at-most" }, "size should be at most 10 × any, found 100 × 19"],
  [{ kind: "visible" }, "is visible"],
  [{ kind: "no-finding" }, "should be no finding, found label-content-name-mismatch"],
  [{ kind: "gone" }, "should be gone, found still there"],
])("%o: %s", async (check, words) => {
  const reader = readCapture(
    await studio.html(
      `<!doctype html><html lang="en"><a href="#top" aria-label="Score" style="display:block;width:100px;color:blue">Score: 8</a></html>`,
    ),
  );
  const link = [...reader.elements()].filter(({ tag }) => tag === "a");
  expect(decideOn(reader, [check], link).results.map(checkWords)).toEqual([words]);
});

it.each([
  [{ kind: "text", expected: "64,50 €", found: "not found", status: "fail" }, "should be “64,50 €”, found no such element"],
  [{ kind: "visible", expected: "", found: "not found", status: "fail" }, "found no such element"],
  [{ kind: "text", expected: "In stock", found: "not found in stock", status: "fail" }, "should be “In stock”, found “not found in stock”"],
  [
    { kind: "property", subject: "margin", expected: "1em", found: "margin was not read", status: "cannot-tell" },
    "margin should be 1em, cannot tell: margin was not read",
  ],
] as const)("%o: %s", (result, words) => expect(checkWords(result)).toBe(words));
