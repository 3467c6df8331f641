import { browser } from "../browser.js";
import { isRelayRequest } from "../messages.js";

/**
 * Lets this page of the extension hold the relay to the native host when the background asks for one. Chromium makes `runtime` once for
 * each context, so a worker and a page that ran when native messaging was allowed never get `connectNative`; a frame that is made afterwards
 * has it.
 */
export function offerNativeRelay(): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (isRelayRequest(message)) openRelay(message.relay);
    return undefined;
  });
  // This page was opened for the sake of one.
  const asked = location.hash.slice(1);
  if (/^[0-9a-f-]{36}$/.test(asked)) openRelay(asked);
}

function openRelay(id: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "svc";
  frame.src = `/relay.html#${id}`;
  document.body.append(frame);
}
