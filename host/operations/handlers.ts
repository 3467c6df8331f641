import { type Config, type ConfigChange, guardedKeys } from "../contract/config.js";
import type { Handlers } from "../contract/operations.js";
import type { Proposal } from "../contract/proposal.js";
import { reasonOf } from "../store/failures.js";
import { compareBaseline } from "./compare-baseline.js";
import type { OperationContext } from "./context.js";
import { serverInfo } from "./server-info.js";
import { withoutSecrets } from "./without-secrets.js";

/** What each of the 14 does, whatever carried the call. Input is valid when it arrives here. */
export const handlers: Handlers<OperationContext> = {
  "info:get": (context) => serverInfo(context),

  "health:get": async ({ store, version }) => {
    const [writable, captures] = await Promise.all([store.writable(), store.captures.count()]);
    return { status: "ok", version, writable, captures };
  },

  "captures:list": ({ store }, query) => store.captures.list(query),

  "captures:create": async ({ store, log }, sent) => {
    const capture = withoutSecrets(sent);
    const created = await store.captures.create(capture);
    await store.config.learn(capture.metadata.url).catch((error: unknown) => {
      // The capture is safe; a configuration that cannot be written to must not make it look lost.
      log(`the page's pattern could not be learned: ${reasonOf(error)}`);
    });
    return created;
  },

  "snapshots:create": ({ store }, snapshot) => store.snapshots.create(snapshot),

  "annotations:resolved": async ({ store }, query) => {
    const found = await store.annotations.resolved(query);
    const resolved = found.flatMap(({ annotation: { id, comment, resolution }, capture }) =>
      resolution === undefined ? [] : [{ id, capture, comment, resolution }],
    );
    return { resolved };
  },

  "config:get": async ({ store }) => {
    const [config, proposed] = await Promise.all([store.config.get(), store.proposals.get()]);
    return { ...config, ...(proposed === undefined ? {} : { proposed }) };
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
    const open = await store.requests.pending(query);
    const requests = open.map(({ id, url, purpose, guidance, createdAt, expiresAt }) => ({
      id,
      url,
      purpose,
      guidance,
      createdAt,
      expiresAt,
    }));
    return { requests };
  },

  "requests:ack": async ({ store }, { id }) => stateOf(await store.requests.acknowledge(id)),

  "requests:decline": async ({ store }, { id, reason }) => stateOf(await store.requests.decline(id, reason)),
};

/** Tells whether a change says of every proposed setting that it shall stay as it is. */
function leaves(change: ConfigChange, config: Config, proposed: Proposal): boolean {
  const asked = guardedKeys.filter((key) => proposed[key] !== undefined);
  return asked.length > 0 && asked.every((key) => JSON.stringify(change[key]) === JSON.stringify(config[key]));
}

function stateOf<Status>({ id, status }: { readonly id: string; readonly status: Status }): { id: string; status: Status } {
  return { id, status };
}
