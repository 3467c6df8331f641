import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { z } from "zod";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { compile } from "../build/compile.js";
import { targetOf } from "../build/targets.js";
import { type Cost, grown } from "./grown.js";
import { sidebarCosts } from "./growth-sidebar.js";
import { type BenchRow, toRow } from "./rows.js";

/** What a doubling may cost: twice as much, and what an index or a sort adds. */
const bound = 2.3;
/** A doubling that ends below this states nothing: the clock and the collector weigh more. */
const least = { ms: 25, MB: 25 } as const;
const doublings = [1, 2, 4, 8] as const;
const mostRuns = 3;

/** Costs of one row at n, 2n, 4n and 8n, by the row's name; megabytes where that begins with `memory`, else milliseconds. */
type Costs = ReadonlyMap<string, readonly number[]>;

/**
 * `npm run bench -- growth`: the processor time of each tool's first answer and of programs, and the memory of the process, over projects of n, 2n, 4n
 * and 8n elements, notes, captures, source files and others; the same of the capture engine in a page, and of the sidebar with many notes. A row is the dearest doubling: what the
 * larger and the smaller took. Of memory only what is above an empty project's counts. `growth:WORD` measures only what has the word in its name.
 */
export async function benchGrowth(word = ""): Promise<BenchRow[]> {
  const entryPoints = [fileURLToPath(new URL("growth-of.ts", import.meta.url))];
  await build({ entryPoints, outfile: program, bundle: true, packages: "external", platform: "node", format: "esm", target: "node20" });
  const { peakMb: empty } = await measured("notes", 1);
  const all: readonly (readonly [name: string, measure: () => Promise<Costs>])[] = [
    ...grown.map(({ name, from }) => [name, () => costsOfTools(name, from, empty)] as const),
    ...Object.entries(pages).map(([shape, markup]) => [`elements ${shape}`, () => costsOfEngine(shape, markup)] as const),
    ["sidebar", costsOfSidebar],
  ];
  const rows: BenchRow[] = [];
  for (const [name, measure] of all.filter(([one]) => one.includes(word))) {
    console.error(`growth of ${name} …`);
    rows.push(...(await leastOf(measure)));
  }
  return rows.toSorted((one, other) => other.ratio - one.ratio);
}

/** What else a machine does only adds to a cost: while a row is above the bound all sizes are measured again, and the least of each counts. */
async function leastOf(measure: () => Promise<Costs>): Promise<BenchRow[]> {
  const least = new Map<string, readonly number[]>();
  let rows: BenchRow[] = [];
  for (let run = 0; run < mostRuns && (run === 0 || rows.some(({ ratio }) => ratio > bound)); run++) {
    for (const [name, costs] of await measure()) {
      const before = least.get(name) ?? costs;
      least.set(
        name,
        costs.map((cost, size) => Math.min(cost, before[size] ?? cost)),
      );
    }
    rows = [...least].map(([name, costs]) => dearest(name, costs, name.startsWith("memory") ? "MB" : "ms"));
  }
  return rows;
}

async function costsOfTools(name: string, from: number, empty: number): Promise<Costs> {
  const costs: Cost[] = [];
  for (const factor of doublings) costs.push(await measured(name, from * factor));
  const to = `${name} to ${from * 8}`;
  const tools = Object.keys(costs[0]?.times ?? {});
  return new Map([
    ...tools.map((tool) => [`${tool}, ${to}`, costs.map(({ times }) => times[tool] ?? Number.NaN)] as const),
    [`memory, ${to}`, costs.map(({ peakMb }) => peakMb - empty)],
  ]);
}

async function costsOfSidebar(): Promise<Costs> {
  const { list, pins } = await sidebarCosts(doublings.map((factor) => factor * 50));
  return new Map([
    ["list of the sidebar, notes to 400", list],
    ["pins, notes to 400", pins],
  ]);
}

const costSchema = z.object({ times: z.record(z.string(), z.number()), peakMb: z.number() });

/** Built, as the product is: what runs from sources keeps the name of each function that is made, which takes time. */
const program = join(projectRoot, "dist/.bench/growth-of.mjs");

/**
 * On one thread: what the collector's and the compiler's own threads do, and wait for, has times of its own from run to run. On a heap that begins large:
 * a whole collection, as long as all that earlier tools hold is large, falls into a call of one size and not into that of another.
 */
const flags = ["--expose-gc", "--single-threaded", "--initial-heap-size=2048"];

async function measured(name: string, size: number): Promise<Cost> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, name, String(size)], { cwd: projectRoot });
  return costSchema.parse(JSON.parse(stdout));
}

/** Markup of pages for the capture engine, by the number of their elements. */
const pages: Readonly<Record<string, (count: number) => string>> = {
  flat: (count) => "<p>Text</p>".repeat(count),
  // Parsers nest no deeper: each begins anew.
  "nested, each a control": (count) => `${"<div tabindex=0>".repeat(400)}x${"</div>".repeat(400)}`.repeat(count / 400),
  "with classes of their own": (count) =>
    Array.from({ length: count }, (_, n) => `<p class="a${n} b${n} c${n}" id="i${n}">Text ${n}</p>`).join(""),
  "of one table, 100 wide": (count) => `<table>${`<tr>${"<td>Text</td>".repeat(99)}</tr>`.repeat(count / 100)}</table>`,
  "in shadow roots": (count) => `${"<div><template shadowrootmode=open><button>Text</button></template></div>".repeat(count / 2)}`,
  "in frames": (count) => `<iframe srcdoc="${"<p>Text</p>".repeat(97)}"></iframe>`.repeat(count / 100),
  "as words of one": (count) => `<p>${"Some words ".repeat(count)}</p>`,
};
const elementsOfPage = 2_000;
const tries = 3;

/** Milliseconds of a capture in the page, and megabytes of its heap, the least of three tries on pages of their own. */
async function costsOfEngine(shape: string, markup: (count: number) => string): Promise<Costs> {
  const browser = await launchChromium({ args: [offline, "--enable-precise-memory-info", "--js-flags=--expose-gc"] });
  const { code } = await compile(projectRoot, targetOf("capture"), "0.0.0");
  const costs: (readonly number[])[] = [];
  for (const factor of doublings) {
    const taken: (readonly number[])[] = [];
    for (let turn = 0; turn < tries; turn++) {
      const tab = await browser.newPage();
      await tab.setContent(`<!doctype html>${markup(elementsOfPage * factor)}`, { waitUntil: "load" });
      await tab.evaluate(`${code};undefined`);
      taken.push(z.array(z.number()).parse(await tab.evaluate(timedCapture)));
      await tab.close();
    }
    costs.push([0, 1].map((place) => Math.min(...taken.map((one) => one[place] ?? Number.NaN))));
  }
  await browser.close();
  const to = `elements ${shape} to ${elementsOfPage * 8}`;
  const of = (place: number) => costs.map((one) => one[place] ?? Number.NaN);
  return new Map([
    [`capture, ${to}`, of(0)],
    [`memory of a capture, ${to}`, of(1)],
  ]);
}

const timedCapture = `(() => {
  gc();
  const before = performance.memory.usedJSHeapSize;
  const start = performance.now();
  const made = svcCapture(document);
  const ms = performance.now() - start;
  return [ms, (performance.memory.usedJSHeapSize - before) / 1e6, made.nodes.count];
})()`;

function dearest(name: string, costs: readonly number[], unit: "ms" | "MB"): BenchRow {
  const steps = costs
    .slice(1)
    .map((larger, at) => toRow({ name, unit, bound, ours: [larger], bare: [Math.max(costs[at] ?? 0, least[unit])] }));
  return steps.reduce((worst, step) => (step.ratio > worst.ratio ? step : worst));
}
