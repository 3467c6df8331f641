import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { protocolFile, withProtocolTables } from "./protocol.js";
import { reference, referenceFile } from "./reference.js";

it("is what `npm run gen` makes of the code as it stands", () => {
  expect(readFileSync(referenceFile, "utf8"), "run `npm run gen`").toBe(reference());
  const protocol = readFileSync(protocolFile, "utf8");
  expect(protocol, "run `npm run gen`").toBe(withProtocolTables(protocol));
});
