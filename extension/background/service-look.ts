import { ServiceError } from "../../host/contract/errors.js";
import type { ServiceLook } from "../messages.js";
import { isNativeAllowed, refreshNativeAllowed } from "../transport/native-port.js";
import { TransportError } from "../transport/transport.js";
import { askPorts } from "./http-ports.js";
import type { NativeLink } from "./native-link.js";

/** What of the service can be reached at this moment, for the options page. */
export async function lookAround(native: NativeLink): Promise<ServiceLook> {
  // The browser may tell of a permission after the page that asked for it.
  await refreshNativeAllowed();
  const [{ problem, projects }, answers] = await Promise.all([lookNative(native), askPorts()]);
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

/** `problem` is empty when the native host answers; it knows every registered project. */
async function lookNative(native: NativeLink): Promise<{ readonly problem: string; readonly projects: readonly string[] }> {
  try {
    const { name } = await native.open().call("info:get", { pageUrl: noPage });
    return { problem: "", projects: [name] };
  } catch (error) {
    // A refusal is an answer too: the host is there, and names the projects that do not claim the page.
    if (error instanceof ServiceError) return { problem: "", projects: (error.projects ?? []).map(({ name }) => name) };
    if (error instanceof TransportError) return { problem: error.message, projects: [] };
    throw error;
  }
}

/** An address that no project claims: names under .invalid belong to nobody (RFC 2606). */
export const noPage = "http://no-page.invalid/";
