import { nextSteps, type SessionFacts } from "../analysis/next-steps.js";
import { ServiceError } from "../contract/errors.js";
import { page } from "./answer.js";
import { buildErrorFields } from "./build-error-fields.js";
import { defineTool } from "./define.js";
import { openCapture } from "./open.js";

/** What there is, what is connected, and what to do next. */
export const getSessionStatus = defineTool({
  name: "get_session_status",
  title: "Status",
  description: "Call first: what there is, what is connected, what to do next.",
  input: {},
  effect: "reads",
  paging: "none",
  async run(context) {
    const [entries, unresolved, resolved, baselines, requests, connections] = await Promise.all([
      readable("captures", context.captures.entries()),
      readable("annotations", context.annotations.unresolved()),
      readable("annotations", context.annotations.resolved()),
      readable("baselines", context.baselines.list()),
      readable("requests", context.requests.pending()),
      context.connections(),
    ]);
    const unreadable = [entries, unresolved, resolved, baselines, requests].flatMap((list) => ("problem" in list ? list : []));
    const [latest] = rowsOf(entries);
    const buildError = latest === undefined ? {} : buildErrorFields((await openCapture(context, latest.filename)).reader);
    const { nativeHosts, httpPort, agents, lastSeenAt, problem } = connections;
    const facts: SessionFacts = {
      captures: countOf(entries),
      unresolved: countOf(unresolved),
      baselines: countOf(baselines),
      openRequests: countOf(requests),
      reachable: nativeHosts > 0 || httpPort !== undefined,
      seen: lastSeenAt !== undefined,
      isBroken: "buildError" in buildError,
    };
    return {
      fields: {
        captures: {
          total: countOf(entries),
          ...(latest === undefined
            ? {}
            : {
                latest: {
                  filename: latest.filename,
                  url: page(latest.url, 300),
                  capturedAt: latest.capturedAt,
                  unresolved: latest.unresolved,
                  ...buildError,
                },
              }),
        },
        annotations: { unresolved: countOf(unresolved), resolved: countOf(resolved) },
        baselines: countOf(baselines),
        requests: { open: countOf(requests) },
        ...(unreadable.length === 0 ? {} : { unreadable: distinct(unreadable) }),
        transports: {
          native: nativeHosts,
          http: httpPort ?? null,
          extensionLastSeen: lastSeenAt ?? null,
          agents: agents.map((agent) => page(agent, 100)),
        },
        problem,
        nextSteps: nextSteps(facts),
      },
    };
  },
});

/** A list of the store, or why it cannot be read: then its count is unknown, not zero. */
type Readable<Row> = { readonly rows: readonly Row[] } | { readonly what: string; readonly problem: string };

async function readable<Row>(what: string, list: Promise<readonly Row[]>): Promise<Readable<Row>> {
  try {
    return { rows: await list };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { what, problem: error.message };
  }
}

function rowsOf<Row>(list: Readable<Row>): readonly Row[] {
  return "rows" in list ? list.rows : [];
}

/** Null where nobody can know. */
function countOf(list: Readable<unknown>): number | null {
  return "rows" in list ? list.rows.length : null;
}

function distinct(problems: readonly { readonly what: string; readonly problem: string }[]) {
  return problems.filter(({ what }, index) => problems.findIndex((other) => other.what === what) === index);
}
