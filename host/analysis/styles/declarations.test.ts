import { expect, test } from "vitest";
import { declarationsOf } from "./declarations.js";

test("a semicolon in quotes or brackets ends no declaration", () => {
  const css = `content: "a; b"; background: url(data:image/png;base64,AA==) no-repeat; --gap: calc((1px + 2px) * 3); color: red;`;
  expect(declarationsOf(css).map(({ name, value }) => [name, value])).toEqual([
    ["content", `"a; b"`],
    ["background", "url(data:image/png;base64,AA==) no-repeat"],
    ["--gap", "calc((1px + 2px) * 3)"],
    ["color", "red"],
  ]);
});
