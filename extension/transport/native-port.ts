import type { Runtime } from "webextension-polyfill";
import { nativeHostName } from "../../host/contract/names.js";
import { browser } from "../browser.js";
import { type RelayFrame, relayPortName } from "../messages.js";

type NativePort = Pick<Runtime.Port, "postMessage" | "disconnect">;

interface PortListeners {
  onMessage(message: unknown): void;
  /** Once, when the connection ends other than by `close`, with the browser's reason; `hop` where that is known to have failed. */
  onEnd(reason: string, hop?: "permission" | "host-ended"): void;
}

const endedReason = "The native host ended.";
/** Longest wait for a page of ours to open the relay, in milliseconds. */
const relayTimeoutMs = 8_000;
/** A page that is there answers sooner. */
const absentMs = 500;

/** Native messaging was allowed while this context ran: see `extension/pages/options.tsx`. */
let isGrantedLate = false;

/** Returns whether the user allowed native messaging: without it the browser hides the function. */
export function isNativeAllowed(): boolean {
  return hasOwnFunction() || isGrantedLate;
}

/** Asks the browser whether the user has allowed native messaging since this context began. */
export async function refreshNativeAllowed(): Promise<void> {
  isGrantedLate = await browser.permissions.contains({ permissions: ["nativeMessaging"] });
}

function hasOwnFunction(): boolean {
  return typeof browser.runtime.connectNative === "function";
}

/** Starts the native host. Whether it exists shows later: a missing one ends the connection. */
export function openNativePort(listeners: PortListeners): NativePort {
  if (!hasOwnFunction()) return relayed(listeners);
  const port = browser.runtime.connectNative(nativeHostName);
  port.onMessage.addListener(listeners.onMessage);
  // Chrome passes the reason through `lastError`, Firefox on the port.
  port.onDisconnect.addListener((gone) => listeners.onEnd(browser.runtime.lastError?.message ?? gone.error?.message ?? endedReason));
  return port;
}

/** The page that holds the relay was opened again in place of one that the user closed: once, since it would be a nuisance twice. */
let isReopened = false;

const awaited = new Map<string, (port: Runtime.Port) => void>();

/** Takes the port of a relay's frame; false when nobody waits for it, as for the second document that has answered. */
export function takeRelay(port: Runtime.Port): boolean {
  const id = port.name.slice(relayPortName.length);
  const take = awaited.get(id);
  awaited.delete(id);
  take?.(port);
  return take !== undefined;
}

function relayed({ onMessage, onEnd }: PortListeners): NativePort {
  const id = crypto.randomUUID();
  const relay = new Promise<Runtime.Port>((resolve) => awaited.set(id, resolve));
  let isClosed = false;

  function end(...[reason, hop]: Parameters<PortListeners["onEnd"]>): void {
    awaited.delete(id);
    clearTimeout(timer);
    if (!isClosed) onEnd(reason === "" ? endedReason : reason, hop);
    isClosed = true;
  }

  // As without the permission, the person opens the page that can have the connection.
  const timer = setTimeout(
    () => end("Open the extension's options page: it holds the connection until the browser starts the extension anew.", "permission"),
    relayTimeoutMs,
  );
  void relay.then((port) => {
    clearTimeout(timer);
    // Only our own frame is at the other end.
    port.onMessage.addListener((frame: unknown) => {
      const { ended, message } = frame as RelayFrame;
      if (ended === undefined) onMessage(message);
      else end(ended);
    });
    // The user has closed the page, perhaps before the host's first answer: nothing follows about the host.
    port.onDisconnect.addListener(() => end(endedReason, "host-ended"));
  });
  void findPage(id);
  return {
    postMessage: (message) => void relay.then((port) => port.postMessage(message)),
    disconnect: () => {
      isClosed = true;
      end("");
      void relay.then((port) => port.disconnect());
    },
  };
}

/** Asks our pages for a relay. A frame in the sidebar cannot hold it: below a web page no document loads that web pages may not load. */
async function findPage(id: string): Promise<void> {
  while (awaited.has(id)) {
    await browser.runtime.sendMessage(relayPortName + id).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, absentMs));
    if (!awaited.has(id) || isReopened) continue;
    isReopened = true;
    await browser.tabs.create({ url: `options.html#${id}`, active: false });
  }
}
