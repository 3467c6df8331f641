import { nextSteps, type SessionFacts } from "../analysis/next-steps.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";

/** What there is, what is connected, and what to do next. */
export const getSessionStatus = defineTool({
  name: "get_session_status",
  title: "Status",
  description: "Captures, open comments, requests, connection, what to do next. Call first.",
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
    const { nativeHosts, httpPort, agents, lastSeenAt, problem } = connections;
    const facts: SessionFacts = {
      captures: entries.length,
      unresolved: unresolved.length,
      baselines: baselines.length,
      openRequests: requests.length,
      reachable: nativeHosts > 0 || httpPort !== undefined,
      seen: lastSeenAt !== undefined,
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
