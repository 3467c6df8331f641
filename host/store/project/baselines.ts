import { type Baseline, baselineSchema } from "../../contract/capture.js";
import { ServiceError } from "../../contract/errors.js";
import { parseJson } from "../../contract/json.js";
import type { BaselineRow } from "../../contract/operations.js";
import { acceptingChange, type Proposal } from "../../contract/proposal.js";
import { pagesUnder } from "../../contract/routing.js";
import { listAndSweep, writeInside } from "../fs/atomic-write.js";
import { ensureFolder, factsInside, readInside } from "../fs/folder.js";
import { debugLog } from "../log.js";
import { type Receipts, sha256 } from "../user/receipts.js";
import { isCaptureName } from "./capture-files.js";
import type { CaptureStore } from "./captures.js";
import type { ConfigStore } from "./config.js";
import { type StoreContext, storedFileMaxBytes } from "./context.js";

/** A baseline file that this user neither made nor accepted; `sha256` of its content. */
export interface ProposedBaseline {
  readonly filename: string;
  readonly sha256: string;
  readonly row: BaselineRow;
}

interface BaselineQuery {
  /** Same origin and path prefix. */
  readonly url?: string | undefined;
}

export interface BaselineStore {
  /** Those that this user made or accepted, last set first. */
  list(query?: BaselineQuery): Promise<BaselineRow[]>;
  /** Those that the repository brought: nothing is compared with them. */
  proposed(query?: BaselineQuery): Promise<readonly ProposedBaseline[]>;
  /** Makes proposed ones count, as long as they have not changed. */
  accept(baselines: readonly ProposedBaseline[]): Promise<void>;
  /** Makes an own capture the reference of its page. Throws `not-found`, `outside-captures`, `conflict` for one that is not this user's. */
  create(filename: string): Promise<{ filename: string; url: string }>;
  /** Throws `not-found` (for a proposed one too), `outside-captures`. */
  read(filename: string): Promise<Baseline>;
}

/** What a file holds; without row when it is no baseline. */
interface Remembered {
  readonly modifiedMs: number;
  readonly sha256: string;
  readonly setAtMs: number;
  readonly row?: BaselineRow;
}

export function openBaselines({ layout: { baselines: folder }, receipts }: StoreContext, captures: CaptureStore): BaselineStore {
  const remembered = new Map<string, Remembered>();

  async function load(filename: string): Promise<{ sha256: string; baseline: Baseline | undefined } | undefined> {
    const text = await readInside(folder, filename, storedFileMaxBytes);
    return text === undefined ? undefined : { sha256: sha256(text), baseline: baselineSchema.safeParse(parseJson(text)).data };
  }

  async function remember(filename: string, modifiedMs: number): Promise<Remembered> {
    const known = remembered.get(filename);
    if (known?.modifiedMs === modifiedMs) return known;
    const { baseline, sha256: content = "" } = (await load(filename)) ?? {};
    if (baseline === undefined) debugLog(`a file in baselines is no baseline and is skipped: ${filename}`);
    const described = baseline === undefined ? { setAtMs: 0 } : { setAtMs: Date.parse(baseline.setAt), row: rowOf(filename, baseline) };
    const made = { modifiedMs, sha256: content, ...described };
    remembered.set(filename, made);
    return made;
  }

  /** All that are readable, last set first. */
  async function all({ url }: BaselineQuery = {}): Promise<(ProposedBaseline & { isAccepted: boolean })[]> {
    const names = (await listAndSweep(folder)).filter(isCaptureName);
    const facts = await factsInside(folder, names);
    const found: Remembered[] = [];
    for (const [index, name] of names.entries()) {
      const fact = facts[index];
      if (fact !== undefined) found.push(await remember(name, fact.modifiedMs));
    }
    const accepted = (await receipts.read()).baselines;
    const isAsked = url === undefined ? () => true : pagesUnder(url);
    found.sort((a, b) => b.setAtMs - a.setAtMs);
    return found.flatMap(({ row, sha256: content }) =>
      row !== undefined && isAsked(row.url)
        ? [{ filename: row.filename, sha256: content, row, isAccepted: accepted[row.filename] === content }]
        : [],
    );
  }

  /** Receipts of files that are gone go with the next change. */
  async function putReceipts(added: Readonly<Record<string, string>>): Promise<void> {
    const names = new Set(await listAndSweep(folder));
    await receipts.change((before) => {
      const retained = Object.entries(before.baselines).filter(([name]) => names.has(name));
      return { ...before, baselines: { ...Object.fromEntries(retained), ...added } };
    });
  }

  return {
    list: async (query) => (await all(query)).flatMap(({ row, isAccepted }) => (isAccepted ? [row] : [])),
    proposed: async (query) => (await all(query)).filter(({ isAccepted }) => !isAccepted),
    accept: async (baselines) => {
      if (baselines.length > 0) await putReceipts(Object.fromEntries(baselines.map((one) => [one.filename, one.sha256])));
    },
    create: async (filename) => {
      const name = await captures.nameOf(filename);
      const capture = await captures.read(name);
      if ((await captures.originOf(name)).origin !== "here") {
        const message = "This capture was not made by this user's browser: it came with the repository or a report, and is no reference.";
        throw new ServiceError("conflict", `${message} Capture the page, and make that the baseline.`);
      }
      const baseline: Baseline = { format: "svc-baseline", version: 1, source: name, setAt: new Date().toISOString(), capture };
      const text = JSON.stringify(baseline);
      await ensureFolder(folder);
      await putReceipts({ [name]: sha256(text) });
      await writeInside(folder, name, text);
      return { filename: name, url: capture.metadata.url };
    },
    read: async (filename) => {
      const { baseline, sha256: content } = (await load(filename)) ?? {};
      if (baseline === undefined || (await receipts.read()).baselines[filename] !== content)
        throw new ServiceError("not-found", "There is no readable baseline of this name. List the baselines to see which there are.");
      return baseline;
    },
  };
}

function rowOf(filename: string, { capture: { metadata, nodes } }: Baseline): BaselineRow {
  const { url, title, capturedAt } = metadata;
  return { filename, url, title, capturedAt: new Date(capturedAt).toISOString(), elements: nodes.count };
}

/** What the repository's `.svc/` holds without a receipt of this user, as one thing that is taken or left. */
export function openProposals(receipts: Receipts, config: ConfigStore, baselines: BaselineStore) {
  async function current() {
    const [settings, unknown, { left }] = await Promise.all([config.proposed(), baselines.proposed(), receipts.read()]);
    const hash = sha256(JSON.stringify([settings, unknown.map(({ filename, sha256: content }) => [filename, content]).sort()]));
    const isEmpty = Object.keys(settings).length === 0 && unknown.length === 0;
    return { settings, unknown, hash, isEmpty, isLeft: left === hash };
  }

  return {
    /** Undefined when nothing is proposed. */
    get: async (): Promise<Proposal | undefined> => {
      const { settings, unknown, isEmpty, isLeft } = await current();
      return isEmpty ? undefined : { ...settings, baselines: unknown.length, left: isLeft };
    },
    /** Makes all of it count. Throws ServiceError `conflict` when the configuration is not readable. */
    accept: async () => {
      const { settings, unknown } = await current();
      if (Object.keys(settings).length > 0) await config.update(acceptingChange(await config.get(), settings));
      await baselines.accept(unknown);
    },
    /** Marks it as left: it does not count, and nobody is reminded of it until it changes. */
    leave: async () => {
      const { hash } = await current();
      await receipts.change((before) => ({ ...before, left: hash }));
    },
  };
}
