import type { Handlers } from "../contract/operations.js";
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

  "config:get": ({ store }) => store.config.get(),

  "config:update": ({ store }, change) => store.config.update(change),

  "baselines:list": async ({ store }, query) => ({ baselines: [...(await store.baselines.list(query))] }),

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

function stateOf<Status>({ id, status }: { readonly id: string; readonly status: Status }): { id: string; status: Status } {
  return { id, status };
}
