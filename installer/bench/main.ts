import { writeFileSync } from "node:fs";
import { benchHttp } from "./http.js";
import { benchIdleMemory } from "./idle-memory.js";
import { benchMcpStart } from "./mcp-start.js";
import { benchNative } from "./native.js";
import type { Row } from "./rows.js";
import { benchStoreList } from "./store-list.js";

/** Each compares ours with something bare within one run. */
const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  native: benchNative,
  http: benchHttp,
  store: benchStoreList,
  start: benchMcpStart,
  memory: benchIdleMemory,
};

/** `npm run bench [-- names]`: prints the ratios and writes bench.json. Ratios only: the times are this machine's. */
async function main(chosen: readonly string[]): Promise<void> {
  const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) throw new Error(`unknown benchmark ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const measured = await run();
    for (const row of measured) console.log(lineOf(row));
    rows.push(...measured);
  }
  writeFileSync("bench.json", `${JSON.stringify({ rows }, null, 2)}\n`);
}

function lineOf({ name, unit, ours, bare, ratio, bound }: Row): string {
  const verdict = ratio <= bound ? "within" : "above";
  return `${name.padEnd(48)} ${String(ours).padStart(8)} / ${String(bare).padEnd(8)} ${unit}  = ${ratio.toFixed(2)}  (${verdict} ${bound})`;
}

await main(process.argv.slice(2));
