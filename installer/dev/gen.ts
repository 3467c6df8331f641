import { readFileSync, writeFileSync } from "node:fs";
import { madePages } from "./reference.js";

// `npm run gen`
for (const [path, make] of Object.entries(madePages)) {
  writeFileSync(path, make(readFileSync(path, "utf8")));
  console.log(`wrote ${path}`);
}
