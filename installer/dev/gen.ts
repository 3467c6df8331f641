import { writeFileSync } from "node:fs";
import { reference, referenceFile } from "./reference.js";

writeFileSync(referenceFile, reference());
console.log(`wrote ${referenceFile}`);
