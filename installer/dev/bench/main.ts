import { writeFileSync } from "node:fs";
import { benchEngine } from "./engine.js";
import { benchGrowth } from "./growth.js";
import { benchHops } from "./hops.js";
import { benchHttp } from "./http.js";
import { benchIdleMemory } from "./idle-memory.js";
import { benchNative } from "./native.js";
import { benchRedaction } from "./redaction.js";
import type { BenchRow } from "./rows.js";
import { benchMcpStart, benchNotes } from "./starts.js";
import { benchStoreList } from "./store-list.js";
import { benchTokens, tokenTable } from "./tokens.js";
import { benchWaitingAgent } from "./waiting-agent.js";

/** What a benchmark found: for people, and for bench.json under a key; groups with the same key stand there together. */
interface Measured {
  readonly text: string;
  readonly key: "rows" | "tokens" | "engine";
  readonly rows: readonly object[];
}

/** Each compares ours with something else within one run. */
const benches: Readonly<Record<string, () => Promise<Measured>>> = {
  engine: async () => {
    const { text, pages, rows } = await benchEngine();
    return { text: [text, ...rows.map(lineOf)].join("\n"), key: "engine", rows: pages };
  },
  redaction: ratios(benchRedaction),
  native: ratios(benchNative),
  http: ratios(benchHttp),
  store: ratios(benchStoreList),
  start: ratios(benchMcpStart),
  notes: ratios(benchNotes),
  hops: ratios(benchHops),
  "waiting-agent": ratios(benchWaitingAgent),
  memory: ratios(benchIdleMemory),
  growth: ratios(benchGrowth),
  tokens: async () => {
    const rows = await benchTokens();
    return { text: tokenTable(rows), key: "tokens", rows };
  },
};

/** `npm run bench [-- names]`: prints the tables and writes bench.json. Ratios count: the times are this machine's. */
async function main(chosen: readonly string[]): Promise<void> {
  const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) throw new Error(`unknown benchmark ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
  const found: Partial<Record<Measured["key"], object[]>> = {};
  const runs = Object.entries(benches).filter(([name]) => chosen.length === 0 || chosen.includes(name));
  for (const [place, [name, run]] of runs.entries()) {
    console.error(`[${place + 1}/${runs.length}] ${name} …`);
    const { text, key, rows } = await run();
    console.log(text);
    found[key] = [...(found[key] ?? []), ...rows];
  }
  writeFileSync("bench.json", `${JSON.stringify(found, null, 2)}\n`);
}

function ratios(bench: () => Promise<BenchRow[]>): () => Promise<Measured> {
  return async () => {
    const rows = await bench();
    return { text: rows.map(lineOf).join("\n"), key: "rows", rows };
  };
}

function lineOf({ name, unit, ours, bare, ratio, bound }: BenchRow): string {
  const verdict = ratio <= bound ? "within" : "above";
  return `${name.padEnd(48)} ${String(ours).padStart(8)} / ${String(bare).padEnd(8)} ${unit}  = ${ratio.toFixed(2)}  (${verdict} ${bound})`;
}

await main(process.argv.slice(2));
