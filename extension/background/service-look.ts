import { ServiceError } from "../../host/contract/errors.js";
import type { ServiceLook } from "../messages.js";
import { isNativeAllowed } from "../transport/native.js";
import { TransportError } from "../transport/transport.js";
import { askPorts } from "./http-ports.js";
import type { NativeLink } from "./native-link.js";

/** What of the service can be reached at this moment, for the options page. */
export async function lookAround(native: NativeLink): Promise<ServiceLook> {
  const [problem, answers] = await Promise.all([nativeProblem(native), askPorts()]);
  const found = answers.filter((answer) => "info" in answer);
  return {
    nativeAllowed: isNativeAllowed(),
    nativeAnswers: problem === "",
    detail: problem,
    httpPorts: found.map(({ port }) => port),
    projects: [...new Set(found.map(({ info }) => info.name))],
  };
}

/** Empty when the native host answers. */
async function nativeProblem(native: NativeLink): Promise<string> {
  try {
    await native.open().call("health:get", {});
    return "";
  } catch (error) {
    // A refusal is an answer too: the host is there.
    if (error instanceof ServiceError) return "";
    if (error instanceof TransportError) return error.message;
    throw error;
  }
}
