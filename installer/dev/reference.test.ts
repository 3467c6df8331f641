import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { madePages } from "./reference.js";

it.each(Object.entries(madePages))("%s is what `npm run gen` makes of the code as it stands", (path, make) => {
  const text = readFileSync(path, "utf8");
  expect(text, "run `npm run gen`").toBe(make(text));
});
