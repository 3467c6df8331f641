import { answerId, isUnresolved, wantsTest } from "../contract/annotation-state.js";
import type { Capture } from "../contract/capture.js";
import { type Config, type ConfigChange, guardedKeys } from "../contract/config.js";
import { toErrorBody, undefinedIfMissing } from "../contract/errors.js";
import { type Handlers, operations, type ServerInfo } from "../contract/operations.js";
import type { Proposal } from "../contract/proposal.js";
import { reasonOf } from "../store/failures.js";
import { debugLog } from "../store/log.js";
import { placedStateRow } from "../store/project/annotations.js";
import type { Store } from "../store/store.js";
import { compareBaseline } from "./compare-baseline.js";
import { inEditor } from "./editor-url.js";
import { keepNotes } from "./keep.js";
import { verifyAgain, verifyAnswered, verifyOverdue } from "./verify.js";

/** What each of the 14 does, whatever carried the call. Input is valid when it arrives here. */
export const handlers: Handlers<OperationContext> = {
  "info:get": (context) => serverInfo(context),

  "health:get": async ({ store, version }) => {
    const [writable, captures] = await Promise.all([store.writable(), store.captures.count()]);
    return { status: "ok", version, writable, captures };
  },

  "captures:list": ({ store }, query) => store.captures.list(query),

  "captures:create": async ({ store, schedule, other }, capture) => {
    const wanted = await newlyWanted(store, capture);
    const created = await store.captures.create(capture);
    await store.config.learn(capture.metadata.url).catch((error: unknown) => {
      // The capture is safe; a configuration that cannot be written to must not make it look lost.
      debugLog(`the page's pattern could not be learned: ${reasonOf(error)}`);
    });
    await withdrawMoved(store, other, capture).catch((error: unknown) => debugLog(`a note could not be withdrawn: ${reasonOf(error)}`));
    const verify = async () => {
      const dueAt = await verifyAnswered(store, created.filename).catch((error: unknown) => logUndecided(error));
      if (dueAt !== undefined) schedule(dueAt, verify);
    };
    await verify();
    if (wanted.length > 0) await keepNotes(store, wanted).catch((error: unknown) => stateNoTest(store, wanted, error));
    await verifyAgain(store, capture, created.filename).catch((error: unknown) => logUndecided(error));
    return created;
  },

  "snapshots:create": async ({ store }, snapshot) => {
    const { annotation, kind } = snapshot;
    // Before the file: an annotation that is not there has no picture.
    if (annotation !== undefined) await store.annotations.find(annotation);
    const created = await store.snapshots.create(snapshot);
    if (annotation !== undefined && kind === "png") await store.annotations.setPicture(annotation, created.filename);
    return created;
  },

  "annotations:resolved": async ({ store }, query) => {
    const known = await store.annotations.all(query);
    const isChanged = await verifyOverdue(store, known).catch((error: unknown) => logUndecided(error));
    const all = isChanged === true ? await store.annotations.all(query) : known;
    const resolved = all.flatMap(({ annotation: { id, comment, status, resolution }, capture }) =>
      status !== "resolved" || resolution === undefined ? [] : [{ id, capture, comment, resolution }],
    );
    return { resolved, states: all.map(placedStateRow) };
  },

  "config:get": async ({ store }, { source, marked, editor }) => {
    const [config, proposed] = await Promise.all([store.config.get(), store.proposals.get()]);
    const opens = source === undefined ? {} : await inEditor(store.root, { source, marked, editor });
    return { ...config, ...(proposed === undefined ? {} : { proposed }), ...opens };
  },

  "config:update": async ({ store }, change) => {
    const [config, proposed] = await Promise.all([store.config.get(), store.proposals.get()]);
    if (proposed !== undefined && leaves(change, config, proposed)) await store.proposals.leave();
    return store.config.update(change);
  },

  "baselines:list": async ({ store }, query) => {
    const [baselines, proposed] = await Promise.all([store.baselines.list(query), store.baselines.proposed(query)]);
    return { baselines: [...baselines], ...(proposed.length === 0 ? {} : { proposed: proposed.length }) };
  },

  "baselines:create": ({ store }, { filename }) => store.baselines.create(filename),

  "baselines:compare": ({ store }, query) => compareBaseline(store, query),

  "requests:pending": async ({ store }, query) => {
    // Leaves out what the table does not name.
    return operations["requests:pending"].output.parse({ requests: await store.requests.pending(query) });
  },

  "requests:ack": async ({ store }, { id, answer }) => {
    if (answer !== undefined) await addAnswer(store, id, answer);
    const { status } = await store.requests.acknowledge(id, answer);
    return { id, status };
  },

  "requests:decline": async ({ store }, { id, reason }) => {
    await addAnswer(store, id, reason ?? "No answer.");
    const { status } = await store.requests.decline(id, reason);
    return { id, status };
  },
};

/** Ids of the annotations that the person has asked to keep as tests since they were last sent: one whose case was taken out does not come back. */
async function newlyWanted(store: Store, { annotations }: Pick<Capture, "annotations">): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const one of annotations.filter(wantsTest)) {
    const known = await store.annotations.find(one.id).catch(undefinedIfMissing);
    if (known === undefined || !wantsTest(known.annotation)) ids.push(one.id);
  }
  return ids;
}

/** In the thread stands that the person wants a test: so does that there is none, and why. */
async function stateNoTest(store: Store, ids: readonly string[], error: unknown): Promise<void> {
  const text = `No test was made of it. ${toErrorBody(error).error.message} Then run \`svc-init keep\`.`;
  for (const id of ids) {
    const entry = { id: `no-test-${id}`, by: "agent", agent: "svc", kind: "reply", text, at: new Date().toISOString() } as const;
    await store.annotations
      .append(id, entry)
      .catch((reason: unknown) => debugLog(`nobody hears why there is no test: ${reasonOf(reason)}`));
  }
}

/** Settles, where they were sent before, the user's open annotations that go along with their page. */
async function withdrawMoved(store: Store, other: OperationContext["other"], { annotations }: Pick<Capture, "annotations">): Promise<void> {
  for (const { id, movedFrom } of annotations) {
    const before = movedFrom === undefined || movedFrom === store.id ? undefined : await other(movedFrom);
    const known = await before?.annotations.find(id).catch(undefinedIfMissing);
    if (known === undefined || known.origin !== "here" || !isUnresolved(known.state)) continue;
    const text = `Moved to the project ${store.name}.`;
    await before?.annotations.append(id, { id: `moved-${store.id}`, by: "user", kind: "accept", text, at: new Date().toISOString() });
  }
}

/** Puts an answer into the thread before the question ends: after a crash in between it is answered again, under the same id. */
async function addAnswer(store: Store, id: string, text: string): Promise<void> {
  const { kind, annotation, status } = await store.requests.get(id);
  if (kind !== "question" || annotation === undefined || !["pending", "acknowledged"].includes(status)) return;
  const entry = { id: answerId(id), by: "user", kind: "answer", text, at: new Date().toISOString() } as const;
  // An annotation that is gone leaves the agent its answer.
  await store.annotations.append(annotation, entry).catch(undefinedIfMissing);
}

function logUndecided(error: unknown): undefined {
  debugLog(`a check could not be decided: ${reasonOf(error)}`);
}

function leaves(change: ConfigChange, config: Config, proposed: Proposal): boolean {
  const asked = guardedKeys.filter((key) => proposed[key] !== undefined);
  return asked.length > 0 && asked.every((key) => JSON.stringify(change[key]) === JSON.stringify(config[key]));
}

/** What a handler works on: one project's store, and what identifies its process. */
export interface OperationContext {
  readonly store: Store;
  /** Those that claim the page of the call alike, where nothing but their order decides. */
  readonly rivals: readonly Store[];
  readonly version: string;
  /** The store of another project by its id, where this process serves it. */
  other(id: string): Promise<Store | undefined>;
  /** Runs `work`, which must not reject, at a time (unix ms) that the process may not live to see. */
  schedule(at: number, work: () => Promise<void>): void;
  /** Name of the agent that works in the project, empty when none is connected, and when one will read what is sent to it. */
  agents(): Promise<Pick<ServerInfo, "agent" | "listening">>;
}

/** The public description of a project; never a key. */
export async function serverInfo({ store, rivals, version, agents }: OperationContext): Promise<ServerInfo> {
  const [{ urlPatterns, trustedPatterns }, connected] = await Promise.all([store.config.get(), agents()]);
  const { id, name, root: projectRoot, capturesDir } = store;
  // Clones have one name, in folders of several.
  const claimants = [store, ...rivals].map(({ id, root }) => ({ id, name: root.split(/[\\/]/).slice(-2).join("/") }));
  const alike = rivals.length > 0 ? { claimants } : {};
  return { id, name, projectRoot, capturesDir, urlPatterns, trustedPatterns, ...alike, ...connected, version };
}
