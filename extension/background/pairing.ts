import { ServiceError } from "../../host/contract/errors.js";
import { importSessionKey } from "../transport/hmac.js";
import type { Connections } from "./connections.js";
import { askPorts } from "./http-ports.js";
import { forgetKey, rememberKey } from "./keys.js";
import type { Sidebars } from "./sidebars.js";

/** Takes a session key for this browser session when it opens a project that runs now. Gives the names of those projects. */
export async function pairKey(key: string, connections: Connections, sidebars: Sidebars): Promise<readonly string[]> {
  const text = key.trim().toLowerCase();
  if ((await importSessionKey(text)) === undefined) {
    throw new ServiceError("invalid-input", "A session key has 64 hexadecimal digits. `svc-init pair` shows the one of your project.");
  }
  await rememberKey(text);
  connections.forget();
  const answers = await askPorts();
  const opened = answers.flatMap((answer) => ("info" in answer && answer.transport.name === "signed" ? [answer.info.name] : []));
  if (opened.length === 0) {
    await forgetKey(text);
    throw new ServiceError("unauthorized", "No project that runs now knows this key. Start the project's service and try again.");
  }
  await sidebars.refresh();
  return opened;
}
