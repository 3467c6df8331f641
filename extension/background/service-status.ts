import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import type { Call } from "../../host/contract/operations.js";
import type { ServiceStatus } from "../messages.js";
import { isNativeAllowed, refreshNativeAllowed } from "../transport/native-port.js";
import { TransportError } from "../transport/transport.js";
import { askPorts } from "./http-ports.js";
import type { NativeLink } from "./native-link.js";

/** Probes which transports reach the service now, for the options page. */
export async function serviceStatus(native: NativeLink): Promise<ServiceStatus> {
  // The browser may report a permission after the page that asked for it.
  await refreshNativeAllowed();
  const [{ problem, projects }, answers] = await Promise.all([nativeStatus(native), askPorts()]);
  const found = answers.filter((answer) => "info" in answer);
  return {
    nativeAllowed: isNativeAllowed(),
    nativeAnswers: problem === "",
    detail: problem,
    httpPorts: found.map(({ port }) => port),
    httpProjects: [...new Set(found.map(({ info }) => info.name))],
    nativeProjects: projects,
  };
}

/** `problem` is empty when the native host answers. */
async function nativeStatus(native: NativeLink): Promise<{ readonly problem: string; readonly projects: readonly string[] }> {
  try {
    return { problem: "", projects: (await projectsOf(native.open().call)).map(({ name }) => name) };
  } catch (error) {
    if (error instanceof TransportError) return { problem: error.message, projects: [] };
    throw error;
  }
}

/** Every project that the native host knows: it refuses a page that no project claims with the names of all. Throws TransportError. */
export async function projectsOf(call: Call): Promise<readonly ProjectName[]> {
  try {
    return [await call("info:get", { pageUrl: noPage })];
  } catch (error) {
    if (error instanceof ServiceError) return error.projects ?? [];
    throw error;
  }
}

/** A URL that no project can claim: names under .invalid are reserved (RFC 2606). */
const noPage = "http://no-page.invalid/";
