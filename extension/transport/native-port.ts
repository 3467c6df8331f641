import type { Runtime } from "webextension-polyfill";
import { nativeHostName } from "../../host/contract/names.js";
import { browser } from "../browser.js";
import { type RelayFrame, type RelayRequest, relayPortName } from "../messages.js";

/** The extension's end of the connection with the native host. Listeners are registered in the turn in which it was opened. */
export interface NativePort {
  post(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Once, when the connection ends other than by `close`, with the browser's reason; `hop` where that is known to have failed. */
  onEnd(listener: EndListener): void;
  close(): void;
}

type EndListener = (reason: string, hop?: "permission" | "host-ended") => void;

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
export function openNativePort(): NativePort {
  return hasOwnFunction() ? direct(browser.runtime.connectNative(nativeHostName)) : relayed();
}

function direct(port: Runtime.Port): NativePort {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => port.onMessage.addListener(listener),
    onEnd: (listener) => port.onDisconnect.addListener((gone) => listener(reasonOf(gone))),
    close: () => port.disconnect(),
  };
}

/** The page that holds the relay was opened again in place of one that the user closed: once, since it would be a nuisance twice. */
let isReopened = false;

/** Relays that were asked for and have not come. */
const awaited = new Map<string, (port: Runtime.Port) => void>();

/** Takes the port of a relay's frame; false when nobody waits for it, as for the second document that has answered. */
export function takeRelay(port: Runtime.Port): boolean {
  const id = port.name.slice(relayPortName.length);
  const take = awaited.get(id);
  awaited.delete(id);
  take?.(port);
  return take !== undefined;
}

function relayed(): NativePort {
  const id = crypto.randomUUID();
  const unsent: object[] = [];
  let relay: Runtime.Port | undefined;
  let isClosed = false;
  let hear: (message: unknown) => void = () => undefined;
  let reportEnd: EndListener = () => undefined;

  function end(...[reason, hop]: Parameters<EndListener>): void {
    awaited.delete(id);
    clearTimeout(timer);
    if (!isClosed) reportEnd(reason === "" ? endedReason : reason, hop);
    isClosed = true;
  }

  // As without the permission, the person opens the page that can have the connection.
  const timer = setTimeout(
    () => end("Open the extension's options page: it holds the connection until the browser starts the extension anew.", "permission"),
    relayTimeoutMs,
  );
  awaited.set(id, (port) => {
    clearTimeout(timer);
    relay = port;
    port.onMessage.addListener((received: unknown) => {
      // Only our own frame is at the other end.
      const frame = received as RelayFrame;
      if ("ended" in frame) end(frame.ended);
      else hear(frame.message);
    });
    // The user has closed the page, perhaps before the host's first answer: nothing follows about the host.
    port.onDisconnect.addListener(() => end(endedReason, "host-ended"));
    for (const message of unsent.splice(0)) port.postMessage(message);
  });
  const request: RelayRequest = { relay: id };
  const ask = () => browser.runtime.sendMessage(request).catch(() => undefined);
  // A frame in the sidebar cannot hold it: below a web page the browser loads no document that web pages may not load.
  void ask().then(async () => {
    await new Promise((resolve) => setTimeout(resolve, absentMs));
    if (relay !== undefined || isClosed || isReopened) return;
    isReopened = true;
    await browser.tabs.create({ url: `options.html#${id}`, active: false });
  });
  return {
    post: (message) => (relay === undefined ? void unsent.push(message) : relay.postMessage(message)),
    onMessage: (listener) => {
      hear = listener;
    },
    onEnd: (listener) => {
      reportEnd = listener;
    },
    close: () => {
      isClosed = true;
      end("");
      relay?.disconnect();
    },
  };
}

/** Chrome passes the reason through `lastError`, Firefox on the port. */
function reasonOf(port: Runtime.Port): string {
  return browser.runtime.lastError?.message ?? port.error?.message ?? endedReason;
}
