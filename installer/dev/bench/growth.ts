import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Capture } from "../../../host/contract/capture.js";
import { sampleAnnotation } from "../../../host/contract/testing/sample.js";
import { processorMs } from "../../../host/testing/processor-time.js";
import { shapedCapture } from "../../../host/testing/shaped-capture.js";
import { openToolBench, type ToolBench } from "../../../host/testing/tool-bench.js";
import { type BenchRow, toRow } from "./rows.js";

/** What a doubling may cost: twice as much, and what an index or a sort adds. */
const bound = 2.3;
/** A doubling that ends below this many milliseconds states nothing: the clock and the collector weigh more. */
const leastMs = 25;
const doublings = [1, 2, 4, 8] as const;
const tries = 3;

interface Grown {
  readonly name: string;
  /** The smallest size. */
  readonly from: number;
  readonly tools: Readonly<Record<string, (capture: string, first: string) => Readonly<Record<string, unknown>>>>;
  /** Makes a project of that size, and returns the capture that the tools are asked about. */
  make(size: number): Promise<{ readonly bench: ToolBench; readonly capture: string }>;
}

const ofCapture: Grown["tools"] = {
  get_capture: (capture) => ({ capture }),
  get_page_summary: (capture) => ({ capture }),
  get_elements_by_role: (capture) => ({ capture, role: "button" }),
  get_interactive_elements: (capture) => ({ capture }),
  find_missing_testids: (capture) => ({ capture }),
  audit_accessibility: (capture) => ({ capture }),
  audit_layout: (capture) => ({ capture }),
  check_consistency: (capture, first) => ({ captures: [first, capture] }),
  generate_tests: (capture) => ({ capture }),
  get_fidelity_report: (capture) => ({ capture }),
  explain_styles: (capture) => ({ capture, ref: "e200" }),
  find_source: (capture) => ({ capture, ref: "e200" }),
  compare_captures: (capture, first) => ({ before: first, after: capture }),
};

const grown: readonly Grown[] = [
  ...(["flat", "nested", "chained"] as const).map((shape) => ({
    name: `${shape} elements`,
    from: 1_000,
    tools: ofCapture,
    make: (size: number) => withCaptures([shapedCapture(shape, 300), shapedCapture(shape, size)]),
  })),
  {
    name: "notes",
    from: 50,
    tools: { get_unresolved: () => ({}), get_annotations: (capture) => ({ capture }) },
    make: (size) => withCaptures([{ ...shapedCapture("flat", 300), annotations: notes(size) }]),
  },
  {
    name: "captures",
    from: 250,
    tools: { list_captures: () => ({}), get_unresolved: () => ({}), get_page_summary: (capture) => ({ capture }) },
    make: async (size) => {
      const { bench, capture } = await withCaptures([shapedCapture("flat", 300)]);
      const folder = join(bench.root, ".svc", "captures");
      const text = readFileSync(join(folder, capture), "utf8");
      for (let n = 1; n < size; n++)
        writeFileSync(join(folder, capture.replace(/[\da-f]{6}\.json$/, `${n.toString(16).padStart(6, "0")}.json`)), text);
      return { bench, capture };
    },
  },
  {
    name: "source files and ignore rules",
    from: 250,
    tools: { find_source: (capture) => ({ capture, ref: "e200" }), get_page_summary: (capture) => ({ capture }) },
    make: (size) => withCaptures([shapedCapture("flat", 300)], (root) => writeSources(root, size)),
  },
];

function notes(count: number): Capture["annotations"] {
  return Array.from({ length: count }, (_, n) => sampleAnnotation(`note-${n}`, { comment: `Note ${n} of many` }));
}

function writeSources(root: string, count: number): void {
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, ".gitignore"), Array.from({ length: count }, (_, n) => `/out-${n}/*.log\n`).join(""));
  for (let n = 0; n < count; n++)
    writeFileSync(
      join(root, "src", `Part${n}.jsx`),
      `import { Part${n + 1} } from "./Part${n + 1}";\nexport const Part${n} = () => <div><Part${n + 1} /><p className="a-${n}">Text ${n} of a page</p></div>;\n`,
    );
}

async function withCaptures(captures: readonly Capture[], prepare: (root: string) => void = () => undefined) {
  const root = mkdtempSync(join(tmpdir(), "svc-growth-"));
  mkdirSync(join(root, ".git"));
  prepare(root);
  const bench = await openToolBench(root);
  const names: string[] = [];
  for (const capture of captures) names.push(await bench.add(capture));
  const close = async () => {
    await bench.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { bench: { ...bench, close }, capture: names.at(-1) ?? "", first: names[0] ?? "" };
}

/**
 * `npm run bench -- growth`: the processor time of each tool's first answer over projects of n, 2n, 4n and 8n elements, notes, captures or source
 * files, the least of three tries. A row is the dearest doubling: what the larger and the smaller took.
 */
export async function benchGrowth(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const kind of grown) {
    const times = new Map<string, number[]>();
    for (const factor of [1, ...doublings]) {
      const least = new Map<string, number>();
      for (let turn = 0; turn < tries; turn++) {
        const { bench, capture } = await kind.make(kind.from * factor);
        const { captures } = await bench.store.captures.list({ limit: 2 });
        const first = captures.at(-1)?.filename ?? capture;
        for (const [tool, args] of Object.entries(kind.tools)) {
          const asked = args(capture, first);
          let answer = "";
          const ms = await processorMs(async () => {
            answer = await bench.text(tool, asked);
          });
          if (answer.startsWith('{"error"')) throw new Error(`${tool}: ${answer}`);
          least.set(tool, Math.min(least.get(tool) ?? ms, ms));
        }
        await bench.close();
      }
      for (const [tool, ms] of least) times.set(tool, [...(times.get(tool) ?? []), ms]);
    }
    // The first size comes twice: the first time warms up.
    for (const [tool, [, ...measured]] of times) rows.push(dearest(`${tool}, ${kind.name} to ${kind.from * 8}`, measured));
  }
  return rows.toSorted((one, other) => other.ratio - one.ratio);
}

function dearest(name: string, times: readonly number[]): BenchRow {
  const steps = times
    .slice(1)
    .map((larger, at) => toRow({ name, unit: "ms", bound, ours: [larger], bare: [Math.max(times[at] ?? 0, leastMs)] }));
  return steps.reduce((worst, step) => (step.ratio > worst.ratio ? step : worst));
}
