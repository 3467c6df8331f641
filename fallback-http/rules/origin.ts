import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../host/contract/errors.js";
import { chromeExtensionId } from "../../host/contract/names.js";

/**
 * Lets in programs (no Origin) and our extension, nobody else, before the body is read. Gives the extension's origin, or undefined for
 * a program. `extensionIds` are Chromium ids that the user added to our own; Firefox gives each installation an id of its own.
 *
 * Both browsers send the extension's own origin from its background on fetch, preflight and WebSocket alike (Chromium 156, Firefox
 * 153). So `null` is always a web page without an origin (sandboxed frame, data: URL) and is refused, on the WebSocket too.
 * A page can ask without Origin (an image, `no-cors`): browsers then say so in Sec-Fetch-Site (Fetch Metadata), which no page can
 * change; `none` means that the user typed the address.
 */
export function checkOrigin({ headers }: IncomingMessage, extensionIds: readonly string[]): string | undefined {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (origin === undefined && (site === undefined || site === "none")) return undefined;
  if (origin !== undefined && isExtension(origin, extensionIds)) return origin;
  throw new ServiceError(
    "forbidden-origin",
    "Web pages may not call this server: only the svc extension and programs of this machine may.",
  );
}

function isExtension(origin: string, extensionIds: readonly string[]): boolean {
  if (/^moz-extension:\/\/[\w-]{1,64}$/i.test(origin)) return true;
  const id = /^chrome-extension:\/\/([a-p]{32})$/.exec(origin)?.[1];
  return id !== undefined && (id === chromeExtensionId || extensionIds.includes(id));
}
