import type { Runtime } from "webextension-polyfill";
import { nativeHostName } from "../../host/contract/names.js";
import { browser } from "../browser.js";
import { type RelayFrame, relayPortName } from "../messages.js";

/** Passes messages between the background and the native host until either ends, then takes this frame away. */
const background = browser.runtime.connect({ name: `${relayPortName}${location.hash.slice(1)}` });
let host: Runtime.Port | undefined;

/** Only the relay that the background has taken hears a message: no host is started for the others. */
background.onMessage.addListener((message: unknown) => {
  host ??= connectHost();
  host.postMessage(message);
});
background.onDisconnect.addListener(() => {
  host?.disconnect();
  window.frameElement?.remove();
});

function connectHost(): Runtime.Port {
  const port = browser.runtime.connectNative(nativeHostName);
  port.onMessage.addListener((message: unknown) => send({ message }));
  port.onDisconnect.addListener((gone) => {
    send({ ended: browser.runtime.lastError?.message ?? gone.error?.message ?? "" });
    background.disconnect();
    window.frameElement?.remove();
  });
  return port;
}

function send(frame: RelayFrame): void {
  background.postMessage(frame);
}
