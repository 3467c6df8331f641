import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import { limits } from "../../host/contract/limits.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import type { Hop } from "../messages.js";
import { withDeadline } from "../transport/deadline.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { askPorts, choosePort, type PortAnswer } from "./http-ports.js";
import type { NativeLink } from "./native-link.js";

/** Who takes a page's captures, from answers just received; or the hop where the way ends. */
export type Decision =
  | { readonly state: "connected"; readonly transport: Transport; readonly info: ServerInfo }
  /** `projects`: those that were found and do not claim the page. */
  | { readonly state: "broken"; readonly hop: Hop; readonly detail: string; readonly projects: readonly ProjectName[] };

/** Looks for the page's project: native messaging first, then signed, then unsigned HTTP. */
export async function discover(pageUrl: string, native: NativeLink): Promise<Decision> {
  const first = await tryNative(pageUrl, native);
  if (first.state === "connected" || first.hop === "no-project") return first;
  return tryPorts(pageUrl, first);
}

/** The host serves every registered project: when it says that none claims the page, no port would know better. */
async function tryNative(pageUrl: string, native: NativeLink): Promise<Decision> {
  try {
    const transport = native.open();
    const info = await withDeadline(transport.call("info:get", { pageUrl }), limits.httpRequestTimeoutMs, "The native host");
    return { state: "connected", transport, info };
  } catch (error) {
    if (error instanceof TransportError) return { state: "broken", hop: error.hop, detail: error.message, projects: [] };
    if (error instanceof ServiceError) return refused(error, error.projects);
    throw error;
  }
}

async function tryPorts(pageUrl: string, native: Decision): Promise<Decision> {
  const answers = await askPorts(pageUrl);
  const chosen = choosePort(pageUrl, answers);
  if (chosen !== undefined) return { state: "connected", transport: chosen.transport, info: chosen.info };
  const refusal = refusalOf(answers);
  const projects = answers.flatMap((answer) => ("info" in answer ? answer.info : projectsOf(answer)));
  if (refusal !== undefined) return refused(refusal, projects);
  return projects.length > 0 ? { ...ambiguous, projects } : native;
}

const ambiguous = {
  state: "broken",
  hop: "no-project",
  detail: "Several projects would take this page. Add its address to one of them: `svc-init --url <host:port>` in the project's folder.",
} as const;

/** Each port serves one project, and names it when it refuses the page. */
function projectsOf({ error }: Extract<PortAnswer, { error: unknown }>): readonly ProjectName[] {
  return error instanceof ServiceError ? (error.projects ?? []) : [];
}

/** The most telling refusal: a service that wants a key could serve the page. */
function refusalOf(answers: readonly PortAnswer[]): ServiceError | undefined {
  const refusals = answers.flatMap((answer) => ("error" in answer && answer.error instanceof ServiceError ? [answer.error] : []));
  return refusals.find(({ code }) => code === "unauthorized") ?? refusals[0];
}

function refused({ code, message }: ServiceError, projects: readonly ProjectName[] = []): Decision {
  const hops: Readonly<Record<string, Hop>> = { "no-match": "no-project", unauthorized: "key" };
  return { state: "broken", hop: hops[code] ?? "answer", detail: message, projects };
}
