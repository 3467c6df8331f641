import { writeFileSync } from "node:fs";
import { benchEngine } from "./engine.js";
import { benchGrowth } from "./growth.js";
import { benchHops } from "./hops.js";
import { benchNative } from "./round-trips.js";
import type { BenchRow } from "./rows.js";
import { benchWaitingAgent } from "./waiting-agent.js";

/** Each compares ours with something else within one run. */
const benches: Readonly<Record<string, (part?: string) => Promise<BenchRow[]>>> = {
  engine: benchEngine,
  native: benchNative,
  hops: benchHops,
  "waiting-agent": benchWaitingAgent,
  growth: benchGrowth,
};

/** `npm run bench [-- names]`: prints the rows and writes them to bench.json. Ratios count: the times are this machine's. `name:part` runs a part. */
async function main(args: readonly string[]): Promise<void> {
  const parts = new Map(args.map((arg) => [arg.replace(/:.*/, ""), arg.replace(/^[^:]*:?/, "")]));
  const chosen = [...parts.keys()];
  const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) throw new Error(`unknown benchmark ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
  const found: BenchRow[] = [];
  const runs = Object.entries(benches).filter(([name]) => chosen.length === 0 || chosen.includes(name));
  for (const [place, [name, run]] of runs.entries()) {
    console.error(`[${place + 1}/${runs.length}] ${name} …`);
    const rows = await run(parts.get(name));
    console.log(rows.map(lineOf).join("\n"));
    found.push(...rows);
  }
  writeFileSync("bench.json", `${JSON.stringify(found, null, 2)}\n`);
}

function lineOf({ name, unit, ours, bare, ratio, bound }: BenchRow): string {
  const verdict = bound === undefined ? "" : `  (${ratio <= bound ? "within" : "above"} ${bound})`;
  return `${name.padEnd(48)} ${String(ours).padStart(8)} / ${String(bare).padEnd(8)} ${unit.padEnd(6)} = ${ratio.toPrecision(3)}${verdict}`;
}

await main(process.argv.slice(2));
