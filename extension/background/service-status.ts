import { ServiceError } from "../../host/contract/errors.js";
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

/** `problem` is empty when the native host answers, which knows every registered project. */
async function nativeStatus(native: NativeLink): Promise<{ readonly problem: string; readonly projects: readonly string[] }> {
  try {
    const { name } = await native.open().call("info:get", { pageUrl: noPage });
    return { problem: "", projects: [name] };
  } catch (error) {
    // An error of the service is an answer too: it lists the projects that do not claim the page.
    if (error instanceof ServiceError) return { problem: "", projects: (error.projects ?? []).map(({ name }) => name) };
    if (error instanceof TransportError) return { problem: error.message, projects: [] };
    throw error;
  }
}

/** A URL that no project can claim: names under .invalid are reserved (RFC 2606). */
export const noPage = "http://no-page.invalid/";
