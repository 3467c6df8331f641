import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import type { Call } from "../../host/contract/operations.js";
import { claimsPage, fittingPage, learnablePattern, type Routable } from "../../host/contract/routing.js";
import type { ServiceStatus } from "../messages.js";
import { importSessionKey } from "../transport/hmac.js";
import { isUnauthorized } from "../transport/http.js";
import { isNativeAllowed, refreshNativeAllowed } from "../transport/native-port.js";
import { TransportError } from "../transport/transport.js";
import { distinct } from "./discovery.js";
import { askPorts, closeSessions } from "./http-ports.js";
import { forgetKey, forgetProject, pairedProjects, readKeys, rememberKey } from "./keys.js";
import type { NativeLink } from "./native-link.js";
import type { Sidebars } from "./sidebars.js";

/** A project that answers now, whatever page it claims. */
interface ReachableProject {
  readonly project: ProjectName;
  readonly call: Call;
}

/** The native host knows every registered project; over HTTP each project answers for itself. */
async function reachableProjects(native: NativeLink): Promise<readonly ReachableProject[]> {
  const [{ projects }, { found }] = await Promise.all([askNative(native), askPorts()]);
  // Opened for each call: whoever else used the connection may have closed it meanwhile.
  const call: Call = (...asked) => native.open().call(...asked);
  const known = new Set(projects.map(({ id }) => id));
  const http = found.filter(({ info }) => !known.has(info.id));
  return [
    ...projects.map((project) => ({ project, call })),
    ...http.map(({ info: { id, name }, transport }) => ({ project: { id, name }, call: transport.call })),
  ];
}

/** Probes which transports reach the service now, for the options page. */
export async function serviceStatus(native: NativeLink): Promise<ServiceStatus> {
  // The browser may report a permission after the page that asked for it.
  await refreshNativeAllowed();
  const [{ problem, projects }, { found, errors }] = await Promise.all([askNative(native), askPorts()]);
  return {
    nativeAllowed: isNativeAllowed(),
    nativeAnswers: problem === "",
    detail: problem,
    httpPorts: found.map(({ port }) => port),
    httpProjects: [...new Set(found.map(({ info }) => info.name))],
    wantsKey: errors.some(isUnauthorized),
    nativeProjects: projects.map(({ name }) => name),
  };
}

/** Assigns a page to a project: one of this machine's that nobody claims is learned, of one that several claim alike the others' patterns go. `id`: ServerInfo.id. */
export async function chooseProject(pageUrl: string, id: string, native: NativeLink): Promise<void> {
  const all = await reachableProjects(native);
  const chosen = all.find(({ project }) => project.id === id);
  if (chosen === undefined) {
    throw new ServiceError("no-match", "This project does not answer any more. Start its service, then choose again.");
  }
  const mine = await patternsOf(chosen);
  if (claimsPage(pageUrl, mine)) {
    for (const other of all.filter((one) => one !== chosen)) {
      const { urlPatterns } = await patternsOf(other);
      const left = urlPatterns.filter((one) => !fittingPage(pageUrl, [mine, { ...noPatterns, urlPatterns: [one] }])[1]);
      if (left.length < urlPatterns.length) await other.call("config:update", { urlPatterns: left }, other.project.id);
    }
    return;
  }
  const pattern = learnablePattern(pageUrl);
  if (pattern === undefined) {
    throw new ServiceError(
      "invalid-input",
      "Only pages of this machine are learned. Add this host to `urlPatterns` in the project's configuration by hand.",
    );
  }
  await chosen.call("config:update", { urlPatterns: [...mine.urlPatterns, pattern] }, id);
}

const noPatterns = { projectRoot: "", urlPatterns: [], trustedPatterns: [] };

async function patternsOf({ project, call }: ReachableProject): Promise<Routable> {
  return { ...noPatterns, ...(await call("config:get", {}, project.id)) };
}

/** A URL that no project can claim: names under .invalid are reserved (RFC 2606). */
const noPage = "http://no-page.invalid/";

/** Every project that the native host knows: it refuses a page that no project claims with the names of all. `problem`: "" when it answers. */
async function askNative(native: NativeLink): Promise<{ readonly problem: string; readonly projects: readonly ProjectName[] }> {
  try {
    return { problem: "", projects: [await native.open().call("info:get", { pageUrl: noPage })] };
  } catch (error) {
    if (error instanceof ServiceError) return { problem: "", projects: error.projects ?? [] };
    if (error instanceof TransportError) return { problem: error.message, projects: [] };
    throw error;
  }
}

/** Stores a session key, until the pairing is forgotten, if it opens a running project. Returns the names of those projects. */
export async function pairKey(key: string, sidebars: Sidebars): Promise<readonly string[]> {
  const text = key.trim().toLowerCase();
  if ((await importSessionKey(text)) === undefined) {
    throw new ServiceError("invalid-input", "A session key has 64 hexadecimal digits. `svc-init pair` shows the one of your project.");
  }
  await rememberKey({ key: text }, { isPairing: true });
  await askPorts();
  const project = (await readKeys()).find((known) => known.key === text)?.project;
  const opened = (await pairedProjects()).flatMap(({ id, name }) => (id === project ? [name] : [])).slice(0, 1);
  if (opened.length === 0) {
    await forgetKey(text);
    throw new ServiceError("unauthorized", "No project that runs now knows this key. Start the project's service and try again.");
  }
  await sidebars.refresh();
  return opened;
}

export async function listPairings(): Promise<readonly ProjectName[]> {
  return distinct(await pairedProjects());
}

/** Allows unsigned requests to a project again. Returns the remaining pairings. */
export async function forgetPairing(project: string, sidebars: Sidebars): Promise<readonly ProjectName[]> {
  await forgetProject(project);
  closeSessions();
  await sidebars.refresh();
  return listPairings();
}
