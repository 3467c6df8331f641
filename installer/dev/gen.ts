import { readFileSync, writeFileSync } from "node:fs";
import { agentsPage, withFolderTable } from "./check/guides.js";
import { protocolFile, withProtocolTables } from "./protocol.js";
import { reference, referenceFile } from "./reference.js";

// `npm run gen`: the files that are made from the code.
write(referenceFile, reference());
write(protocolFile, withProtocolTables(readFileSync(protocolFile, "utf8")));
write(agentsPage, withFolderTable(readFileSync(agentsPage, "utf8")));

function write(path: string, text: string): void {
  writeFileSync(path, text);
  console.log(`wrote ${path}`);
}
