import { nextSteps, type SessionFacts } from "../analysis/next-steps.js";
import { page } from "./answer.js";
import { buildErrorFields } from "./build-error-fields.js";
import { defineTool } from "./define.js";
import { openCapture } from "./open.js";

/** What there is, what is connected, and what to do next. */
export const getSessionStatus = defineTool({
  name: "get_session_status",
  title: "Session status",
  description: "Call first: the latest capture, open comments, requests, connection, what to do next.",
  input: {},
  effect: "reads",
  paging: "none",
  async run(context) {
    const [entries, unresolved, resolved, baselines, requests, connections] = await Promise.all([
      context.captures.entries(),
      context.annotations.unresolved(),
      context.annotations.resolved(),
      context.baselines.list(),
      context.requests.pending(),
      context.connections(),
    ]);
    const [latest] = entries;
    const buildError = latest === undefined ? {} : buildErrorFields((await openCapture(context, latest.filename)).reader);
    const { nativeHosts, httpPort, agents, lastSeenAt, problem } = connections;
    const facts: SessionFacts = {
      captures: entries.length,
      unresolved: unresolved.length,
      baselines: baselines.length,
      openRequests: requests.length,
      reachable: nativeHosts > 0 || httpPort !== undefined,
      seen: lastSeenAt !== undefined,
      isBroken: "buildError" in buildError,
    };
    return {
      fields: {
        captures: {
          total: entries.length,
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
        annotations: { unresolved: unresolved.length, resolved: resolved.length },
        baselines: baselines.length,
        requests: { open: requests.length },
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
