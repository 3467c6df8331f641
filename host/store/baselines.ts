import { type Baseline, baselineSchema } from "../contract/baseline.js";
import { ServiceError } from "../contract/errors.js";
import type { BaselineRow } from "../contract/operations.js";
import { pagesUnder } from "../contract/routing.js";
import { listAndSweep, writeInside } from "./atomic-write.js";
import { isCaptureName } from "./capture-name.js";
import type { CaptureStore } from "./captures.js";
import type { StoreContext } from "./context.js";
import { parseJson } from "./failures.js";
import { factsInside, readInside } from "./folder.js";
import { storedFileMaxBytes } from "./layout.js";

export interface BaselineStore {
  /** Last set first. `url`: same origin and path prefix. */
  list(query?: { url?: string | undefined }): Promise<readonly BaselineRow[]>;
  /** Makes a capture the reference of its page. Throws `not-found`, `outside-captures`. */
  create(filename: string): Promise<{ filename: string; url: string }>;
  /** Throws `not-found`, `outside-captures`. */
  read(filename: string): Promise<Baseline>;
}

interface Remembered {
  readonly modifiedMs: number;
  readonly setAt: string;
  readonly row: BaselineRow | undefined;
}

export function openBaselines({ layout: { baselines: folder }, log }: StoreContext, captures: CaptureStore): BaselineStore {
  const remembered = new Map<string, Remembered>();

  async function load(filename: string): Promise<Baseline | undefined> {
    const text = await readInside(folder, filename, storedFileMaxBytes);
    return text === undefined ? undefined : baselineSchema.safeParse(parseJson(text)).data;
  }

  async function remember(filename: string, modifiedMs: number): Promise<Remembered> {
    const known = remembered.get(filename);
    if (known?.modifiedMs === modifiedMs) return known;
    const baseline = await load(filename);
    if (baseline === undefined) log(`a file in baselines is no baseline and is skipped: ${filename}`);
    const made = { modifiedMs, setAt: baseline?.setAt ?? "", row: baseline === undefined ? undefined : rowOf(filename, baseline) };
    remembered.set(filename, made);
    return made;
  }

  async function list({ url }: { url?: string | undefined } = {}): Promise<BaselineRow[]> {
    const names = (await listAndSweep(folder)).filter(isCaptureName);
    const facts = await factsInside(folder, names);
    const found: Remembered[] = [];
    for (const [index, name] of names.entries()) {
      const fact = facts[index];
      if (fact !== undefined) found.push(await remember(name, fact.modifiedMs));
    }
    const isAsked = url === undefined ? () => true : pagesUnder(url);
    found.sort((a, b) => Date.parse(b.setAt) - Date.parse(a.setAt));
    return found.flatMap(({ row }) => (row !== undefined && isAsked(row.url) ? [row] : []));
  }

  return {
    list,
    create: async (filename) => {
      const name = await captures.nameOf(filename);
      const capture = await captures.read(name);
      const baseline: Baseline = { format: "svc-baseline", version: 1, source: name, setAt: new Date().toISOString(), capture };
      await writeInside(folder, name, JSON.stringify(baseline));
      return { filename: name, url: capture.metadata.url };
    },
    read: async (filename) => {
      const baseline = await load(filename);
      if (baseline === undefined)
        throw new ServiceError("not-found", "There is no readable baseline of this name. List the baselines to see which there are.");
      return baseline;
    },
  };
}

function rowOf(filename: string, { capture: { metadata, nodes } }: Baseline): BaselineRow {
  const { url, title, capturedAt } = metadata;
  return { filename, url, title, capturedAt: new Date(capturedAt).toISOString(), elements: nodes.count };
}
