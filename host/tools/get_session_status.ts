import { nextSteps, type SessionFacts } from "../analysis/next-steps.js";
import { checkForms } from "../contract/check-kinds.js";
import { ServiceError } from "../contract/errors.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { buildErrorOn, openCapture } from "./open.js";

export const getSessionStatus = defineTool({
  title: "Status",
  description: "Call first: what there is, what is connected, what to do next.",
  input: {},
  effect: "reads",
  paging: "none",
  async run(context) {
    const unreadable: { what: string; problem: string }[] = [];
    /** A list of the store; undefined where it cannot be read: then its count is unknown, not zero. */
    async function readable<Row>(what: string, list: Promise<readonly Row[]>): Promise<readonly Row[] | undefined> {
      try {
        return await list;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (!unreadable.some((other) => other.what === what)) unreadable.push({ what, problem: error.message });
        return undefined;
      }
    }
    const [all, unresolved, resolved, baselines, requests, connections] = await Promise.all([
      readable("captures", context.captures.allEntries()),
      readable("annotations", context.annotations.unresolved()),
      readable("annotations", context.annotations.resolved()),
      readable("baselines", context.baselines.list()),
      readable("requests", context.requests.pending()),
      context.connections(),
    ]);
    const entries = all?.filter(({ origin }) => origin === "here");
    const foreign = (all?.length ?? 0) - (entries?.length ?? 0);
    const latest = entries?.[0];
    const buildError = latest && buildErrorOn((await openCapture(context, latest.filename)).reader);
    const { nativeHosts, httpPort, agents, lastSeenAt, problem } = connections;
    const facts: SessionFacts = {
      captures: entries?.length ?? null,
      foreign,
      unresolved: unresolved?.length ?? null,
      baselines: baselines?.length ?? null,
      openRequests: requests?.length ?? null,
      reachable: nativeHosts > 0 || httpPort !== undefined,
      seen: lastSeenAt !== undefined,
      isBroken: buildError !== undefined,
    };
    return {
      fields: {
        captures: {
          total: facts.captures,
          foreign: foreign === 0 ? undefined : foreign,
          latest: latest && {
            filename: latest.filename,
            url: page(latest.url, 300),
            capturedAt: latest.capturedAt,
            unresolved: latest.unresolved,
            buildError,
          },
        },
        annotations: { unresolved: facts.unresolved, resolved: resolved?.length ?? null },
        baselines: facts.baselines,
        requests: { open: facts.openRequests },
        unreadable: unreadable.length === 0 ? undefined : unreadable,
        transports: {
          native: nativeHosts,
          http: httpPort ?? null,
          extensionLastSeen: lastSeenAt ?? null,
          agents: agents.map((agent) => page(agent, 100)),
        },
        problem,
        nextSteps: nextSteps(facts),
        // The schemas of all kinds would stand in each agent's context.
        checks: facts.unresolved === null || facts.unresolved === 0 ? undefined : checkForms,
      },
    };
  },
});
