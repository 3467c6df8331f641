import { isRelayRequest } from "./messages.js";
import { browser } from "./platform.js";

/**
 * Lets this document of the extension hold the relay to the native host when the background asks for one. Chromium makes `runtime` once for
 * each context, so a worker and a page that ran when native messaging was allowed never get `connectNative`; a frame that is made afterwards
 * has it.
 */
export function offerNativeRelay(): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (!isRelayRequest(message)) return undefined;
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = "svc";
    frame.src = `/relay.html#${message.relay}`;
    document.body.append(frame);
    return undefined;
  });
}
