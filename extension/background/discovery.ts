import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import { limits } from "../../host/contract/limits.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { claimsPage } from "../../host/contract/routing.js";
import { shortenUrl } from "../../host/contract/urls.js";
import type { Hop } from "../messages.js";
import { withDeadline } from "../transport/deadline.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { askPorts, choosePort, isUnproven } from "./http-ports.js";
import { projectsOverHttp, readKeys, rememberProject } from "./keys.js";
import type { NativeLink } from "./native-link.js";

/** The project of a page, by answers just received; or the hop at which the search failed. */
export type Decision =
  /** `isNoPortOpen`: the native host reported that no HTTP process of this user listens. */
  | { readonly state: "connected"; readonly transport: Transport; readonly info: ServerInfo; readonly isNoPortOpen: boolean }
  /** `mayAllow`: as in ConnectionStatus. `projects`: those found that do not claim the page. `nearby`: HTTP services whose events may change that. */
  | {
      readonly state: "broken";
      readonly hop: Hop;
      readonly detail: string;
      readonly mayAllow: boolean;
      readonly projects: readonly ProjectName[];
      readonly nearby: readonly Transport[];
    };

/** Native first, then signed, then unsigned HTTP: a native host without a project for the page excludes none in WSL or a container. */
export async function discover(pageUrl: string, native: NativeLink): Promise<Decision> {
  const url = shortenUrl(pageUrl);
  const first = await tryNative(url, native);
  if (first.state === "connected") return first;
  return tryPorts(url, first);
}

async function tryNative(pageUrl: string, native: NativeLink): Promise<Decision> {
  try {
    const transport = native.open();
    const info = await withDeadline(transport.call("info:get", { pageUrl }), limits.httpRequestTimeoutMs, "The native host");
    // The answer contained its key: from now on all traffic with this project is signed.
    if ((await readKeys()).some(({ project }) => project === info.id)) await rememberProject(info, false);
    return { state: "connected", transport, info, isNoPortOpen: native.openPorts()?.length === 0 };
  } catch (error) {
    if (error instanceof TransportError) {
      return { ...broken, hop: error.hop, detail: error.message, mayAllow: error.hop === "permission" };
    }
    if (error instanceof ServiceError) return refused(error, error.projects);
    throw error;
  }
}

async function tryPorts(pageUrl: string, native: Extract<Decision, { state: "broken" }>): Promise<Decision> {
  const { found, errors, nearby } = await askPorts({ pageUrl, unclaimedBy: native.projects.map(({ id }) => id) });
  const chosen = choosePort(pageUrl, found);
  if (chosen !== undefined) {
    const { transport, info } = chosen;
    if (transport.name === "signed") await rememberProject(info, true);
    return { state: "connected", transport, info, isNoPortOpen: false };
  }
  const refusals = errors.filter((error) => error instanceof ServiceError);
  // Each port serves one project, and names it, or the one that claims the page, in its error.
  const projects = distinct([...native.projects, ...found.map(({ info }) => info), ...refusals.flatMap((error) => error.projects ?? [])]);
  const refusal = mostInformative(refusals);
  // The native host knows every registered project: when it finds none for a page, none of them claims it.
  if (native.hop === "refused" || (native.hop === "no-project" && refusal?.code !== "unauthorized")) return { ...native, projects, nearby };
  // Its own service, which is known by its key, is only away: another project's answer does not count. Where native messaging reached it, its own hop is named.
  const owner = (await projectsOverHttp()).find((project) => claimsPage(pageUrl, project));
  // A native host that hangs or ends is the fault to mend: the page's project may be one that it knows.
  const isAbsent = native.hop === "permission" || native.hop === "host-missing";
  if (refusal?.code === "no-match" && owner === undefined && isAbsent) return { ...native, hop: "unclaimed", projects, nearby };
  if (refusal !== undefined && refusal.code !== "no-match") return { ...refused(refusal, projects), nearby };
  if (found.length > 0) return { ...broken, hop: "no-project", detail: "Several projects would take this page.", projects, nearby };
  const unproven = errors.find(isUnproven);
  if (unproven !== undefined) return { ...broken, hop: unproven.hop, detail: unproven.message };
  if (owner !== undefined) return { ...broken, hop: "unreachable", detail: `It is the service of ${owner.name}.`, nearby };
  return { ...native, projects, nearby };
}

const broken = { state: "broken", mayAllow: false, projects: [], nearby: [] } as const;

export function distinct(projects: readonly ProjectName[]): readonly ProjectName[] {
  return [...new Map(projects.map(({ id, name }) => [id, { id, name }])).values()];
}

/** A service that requires a key, or to know the browser, could serve the page. */
function mostInformative(refusals: readonly ServiceError[]): ServiceError | undefined {
  const first = (code: ServiceError["code"]) => refusals.find((refusal) => refusal.code === code);
  return first("unauthorized") ?? first("forbidden-origin") ?? refusals[0];
}

const hops: Readonly<Partial<Record<ServiceError["code"], Hop>>> = {
  "no-match": "no-project",
  unauthorized: "key",
  "forbidden-origin": "origin",
  "too-many-requests": "timeout",
};

function refused({ code, message, reason }: ServiceError, projects: readonly ProjectName[] = []): Extract<Decision, { state: "broken" }> {
  // After a sleep that of WSL may be hours behind.
  if (reason === "timestamp")
    return { ...broken, hop: "refused", detail: "Its clock and the browser's are more than 30 seconds apart: set them right." };
  // To a person that is no matter of headers.
  const detail = code === "unauthorized" ? "This browser is not paired with the project, or the project has a new key." : message;
  return { ...broken, hop: hops[code] ?? "refused", detail, projects };
}
