import { readFileSync, writeFileSync } from "node:fs";
import { agentsPage, withFolderTable } from "./check/agents-page.js";
import { ratchetFile, shrunkRatchet } from "./check/ratchet.js";
import { readTree } from "./check/tree.js";
import { reference, referenceFile } from "./reference.js";

// `npm run gen`: the files that are made from the code, and the ratchet without what is no longer there.
write(referenceFile, reference());
write(agentsPage, withFolderTable(readFileSync(agentsPage, "utf8")));
write(ratchetFile, shrunkRatchet(readTree(process.cwd())));

function write(path: string, text: string): void {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
