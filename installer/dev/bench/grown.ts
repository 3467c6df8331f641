import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Capture } from "../../../host/contract/capture.js";
import { sampleAnnotation } from "../../../host/contract/testing/sample.js";
import { openService, type Service } from "../../../host/operations/service.js";
import { openStore } from "../../../host/store/store.js";
import { openRegistry } from "../../../host/store/user/registry.js";
import { distPath } from "../../../host/testing/paths.js";
import { processorMs } from "../../../host/testing/processor-time.js";
import { type Shape, shapedCapture } from "../../../host/testing/shaped-capture.js";
import { openToolBench, type ToolBench } from "../../../host/testing/tool-bench.js";

const tries = 3;

interface Grown {
  readonly name: string;
  /** The smallest size. */
  readonly from: number;
  readonly tools: Readonly<Record<string, (capture: string, first: string) => Readonly<Record<string, unknown>>>>;
  /** Operations that a browser calls, by name. */
  readonly operations?: Readonly<Record<string, (service: Service, capture: Capture) => Promise<unknown>>>;
  /** A program of ours that runs in the project, with its arguments. */
  readonly program?: readonly [name: string, ...args: string[]];
  /** Captures of the project; the tools are asked about the last. One of 300 elements by default. */
  readonly captures?: (size: number) => Iterable<Capture>;
  /** Writes the project's files. */
  readonly files?: (root: string, size: number) => void;
  /** Adds to the project that has the captures. */
  readonly grow?: (bench: ToolBench, size: number) => Promise<unknown>;
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

/** The fewest elements of each shape: with fewer the compiler and the collector weigh more than the work. Captures hold eight times as many. */
const shapes: readonly (readonly [shape: Shape, from: number])[] = [
  ["flat", 10_000],
  ["chained", 10_000],
  ["wide", 10_000],
  ["marked", 5_000],
  ["apart", 5_000],
  ["nested", 1_000],
];

/** What grows. */
export const grown: readonly Grown[] = [
  ...shapes.map(([shape, from]) => ({
    name: `${shape} elements`,
    from,
    tools: ofCapture,
    captures: (size: number) => [shapedCapture(shape, 300), shapedCapture(shape, size)],
  })),
  {
    name: "kilobytes of one text",
    from: 125,
    tools: ofCapture,
    captures: (size) => [small(), withText(small(), "Some words ".repeat(size * 93))],
  },
  {
    name: "notes",
    from: 50,
    tools: { get_unresolved: () => ({}), get_annotations: (capture) => ({ capture }) },
    captures: (size) => [{ ...small(), annotations: notes(size) }],
  },
  {
    name: "captures",
    from: 250,
    tools: { list_captures: () => ({}), get_unresolved: () => ({}), get_page_summary: (capture) => ({ capture }) },
    program: ["server.js", "notes", "--since-last"],
    grow: (bench, size) => copyNewest(bench, "captures", size - 1),
  },
  {
    name: "source files and ignore rules",
    from: 500,
    tools: { find_source: (capture) => ({ capture, ref: "e200" }), get_page_summary: (capture) => ({ capture }) },
    files: writeSources,
    program: ["init.js", "--yes", "--no-start", "--dry-run", "--url", "localhost:5173"],
  },
  {
    name: "imports of one file",
    from: 500,
    tools: { find_source: (capture) => ({ capture, ref: "e200" }) },
    files: (root, size) => writeSources(root, size, true),
  },
  {
    name: "kilobytes of one line",
    from: 125,
    tools: { find_source: (capture) => ({ capture, ref: "e200" }) },
    files: writeLine,
  },
  {
    name: "baselines",
    from: 25,
    tools: { list_baselines: () => ({}), compare_baseline: () => ({}) },
    *captures(size) {
      for (let n = 0; n < size; n++) yield ofPage(small(), `http://localhost:5173/page-${n}`);
    },
    grow: async ({ store }) => {
      for (const { filename } of await store.captures.entries()) await store.baselines.create(filename);
    },
  },
  {
    name: "archived captures",
    from: 250,
    tools: { get_latest_capture: () => ({}), get_unresolved: () => ({}), list_captures: () => ({}) },
    operations: {
      "captures:create": (service, capture) => service.call("captures:create", withNote(capture)),
      "captures:list": (service) => service.call("captures:list", { limit: 200 }),
      "annotations:resolved": (service, { metadata: { url } }) => service.call("annotations:resolved", { url }),
    },
    grow: archive,
  },
  {
    name: "ended requests",
    from: 25,
    tools: { get_session_status: () => ({}) },
    operations: {
      "requests:pending": (service, { metadata: { url } }) => service.call("requests:pending", { url }),
      "captures:create": (service, capture) => service.call("captures:create", withNote(capture)),
    },
    grow: async ({ store: { requests } }, size) => {
      for (let n = 0; n < size; n++) await requests.decline((await requests.create({ url: `http://localhost:5173/${n}` })).id);
    },
  },
  {
    name: "projects",
    from: 10,
    tools: { get_session_status: () => ({}) },
    operations: {
      "info:get": (service, { metadata: { url } }) => service.call("info:get", { pageUrl: url }),
      "captures:create": (service, capture) => service.call("captures:create", withNote(capture)),
    },
    grow: async ({ store, state, root }, size) => {
      await store.config.update({ urlPatterns: ["localhost:5173"] });
      const registry = openRegistry(state);
      await registry.register(root);
      for (let n = 1; n < size; n++) {
        const { root: made } = await registry.register(mkdtempSync(join(state, "project-")));
        // As `svc-init` leaves it: else what the kernel takes to make its folders would count.
        await (await openStore(made, { stateFolder: state })).close();
      }
    },
  },
];

const small = () => shapedCapture("flat", 300);

function withNote(capture: Capture): Capture {
  const made = ofPage(capture, capture.metadata.url);
  return { ...made, annotations: [sampleAnnotation(`note-${made.metadata.id}`)] };
}

/** Puts copies of the newest capture into a folder of the store. Returns its entry and their names. */
async function copyNewest({ root, store }: ToolBench, folder: string, count: number) {
  const [entry] = await store.captures.entries();
  if (entry === undefined) throw new Error("there is no capture to copy");
  const text = readFileSync(join(root, ".svc", "captures", entry.filename), "utf8");
  const numbers = Array.from({ length: count }, (_, n) => (n + 1).toString(16).padStart(6, "0"));
  const names = numbers.map((number) => entry.filename.replace(/[\da-f]{6}\.json$/, `${number}.json`));
  mkdirSync(join(root, ".svc", folder), { recursive: true });
  for (const name of names) writeFileSync(join(root, ".svc", folder, name), text);
  return { entry, names };
}

/** Archives copies of the newest capture, as captures that are old and settled come there. */
async function archive(bench: ToolBench, count: number): Promise<void> {
  const { entry, names } = await copyNewest(bench, "archive/2026-01", count);
  const rows = names.map((filename, n) => ({ ...entry, filename, id: `old-${n}`, resolvedIds: [`note-${n}`] }));
  writeFileSync(join(bench.root, ".svc", "archive", "index.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function notes(count: number): Capture["annotations"] {
  return Array.from({ length: count }, (_, n) => sampleAnnotation(`note-${n}`, { comment: `Note ${n} of many` }));
}

function withText(capture: Capture, text: string): Capture {
  return { ...capture, nodes: { ...capture.nodes, strings: capture.nodes.strings.with(204, text) } };
}

function ofPage(capture: Capture, url: string): Capture {
  return { ...capture, metadata: { ...capture.metadata, url, id: randomUUID() } };
}

/** Components in files of their own, each imported by the one before it, or all by one; and as many lines of an ignore file. */
function writeSources(root: string, count: number, byOne = false): void {
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, ".gitignore"), Array.from({ length: count }, (_, n) => `/out-${n}/*.log\n`).join(""));
  const imported = (n: number) => `import { Part${n} } from "./Part${n}";\n`;
  const names = Array.from({ length: count }, (_, n) => n);
  if (byOne) writeFileSync(join(root, "src", "App.jsx"), `${names.map(imported).join("")}export const App = () => <><Part0 /></>;\n`);
  for (const n of names)
    writeFileSync(
      join(root, "src", `Part${n}.jsx`),
      `${byOne ? "" : imported(n + 1)}export const Part${n} = () => <div><Part${n + 1} /><p className="a-${n}">Text ${n} of a page</p></div>;\n`,
    );
}

function writeLine(root: string, kilobytes: number): void {
  mkdirSync(join(root, "src"));
  const line = Array.from({ length: kilobytes * 18 }, (_, n) => `<p className="a-${n}">Text ${n} of a page</p>`).join("");
  writeFileSync(join(root, "src", "App.jsx"), `export const App = () => <div>${line}</div>;\n`);
}

/** Makes a project of that size, with the first and the last of its captures. */
async function makeProject({ captures = () => [small()], files, grow }: Grown, size: number) {
  const root = mkdtempSync(join(tmpdir(), "svc-growth-"));
  mkdirSync(join(root, ".git"));
  files?.(root, size);
  const bench = await openToolBench(root);
  const names: string[] = [];
  for (const capture of captures(size)) {
    names.push(await bench.add(capture));
    // What making a project leaves is no memory of the tools.
    globalThis.gc?.();
  }
  await grow?.(bench, size);
  const close = async () => {
    await bench.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { bench: { ...bench, close }, capture: names.at(-1) ?? "", first: names[0] ?? "" };
}

/** What one size of a kind costs: milliseconds of processor time by tool, the least of three tries; megabytes that the process had at most. */
export interface Cost {
  readonly times: Readonly<Record<string, number>>;
  readonly peakMb: number;
}

export async function costOf(kind: Grown, size: number): Promise<Cost> {
  const least = new Map<string, number>();
  const note = (name: string, ms: number) => least.set(name, Math.min(least.get(name) ?? ms, ms));
  for (let turn = 0; turn < tries; turn++) {
    const { bench, capture, first } = await makeProject(kind, size);
    for (const [tool, args] of Object.entries(kind.tools)) {
      const asked = args(capture, first);
      let answer = "";
      note(tool, await collectedMs(async () => (answer = await bench.text(tool, asked))));
      if (answer.startsWith('{"error"')) throw new Error(`${tool}: ${answer}`);
    }
    for (const [operation, ms] of await operationsMs(kind, bench, capture)) note(operation, ms);
    if (kind.program !== undefined) note(kind.program.slice(0, 2).join(" "), await programMs(bench, kind.program));
    await bench.close();
  }
  return { times: Object.fromEntries(least), peakMb: process.resourceUsage().maxRSS / 1024 };
}

/** Processor time of a call on a heap without garbage: what was left before it is collected before it. Needs `--expose-gc`. */
function collectedMs(call: () => unknown): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("growth is measured with --expose-gc");
  globalThis.gc();
  return processorMs(call);
}

/** Processor time of each operation, in a service of its own as a browser's host is. */
async function operationsMs({ name, operations = {} }: Grown, { root, state, store }: ToolBench, filename: string) {
  const capture = await store.captures.read(filename);
  const service = await openService({ stateFolder: state, version: "0.0.0", ...(name === "projects" ? {} : { root }) });
  const times: (readonly [operation: string, ms: number])[] = [];
  for (const [operation, ask] of Object.entries(operations)) times.push([operation, await collectedMs(() => ask(service, capture))]);
  await service.close();
  return times;
}

/** Processor time of a program that is run in the project, as its shell counts it (POSIX, `times`). */
async function programMs({ root, state }: ToolBench, [program, ...args]: NonNullable<Grown["program"]>): Promise<number> {
  const shell = ["-c", '"$@" >&2; times', "sh", process.execPath, distPath(program), ...args, "--project", root];
  const { stdout } = await promisify(execFile)("sh", shell, { cwd: root, env: { ...process.env, SVC_HOME: state, HOME: state } });
  const [, ofChildren = ""] = stdout.trim().split("\n");
  const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest));
  return seconds.reduce((sum, one) => sum + one, 0) * 1_000;
}
