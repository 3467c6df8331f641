import "../../host/contract/jitless.js";
import type { Runtime, Tabs } from "webextension-polyfill";
import type { HeardEvent } from "../../host/contract/events.js";
import { isSameOrigin } from "../../host/contract/routing.js";
import { browser, isFirefox } from "../browser.js";
import { pagePortName, sidebarPortName } from "../messages.js";
import { refreshNativeAllowed, takeRelay } from "../transport/native-port.js";
import type { Transport, TransportError } from "../transport/transport.js";
import { answer, type Context } from "./commands.js";
import { makeConnections } from "./connections.js";
import { makeConsent } from "./consent.js";
import type { Decision } from "./discovery.js";
import { onIconClick, returnSidebar } from "./icon.js";
import { makeIconPainter, makeRequestBadge } from "./icon-painter.js";
import { makeNativeLink } from "./native-link.js";
import { isRelay, senderOf } from "./senders.js";
import { type GoneSidebar, makeSidebars } from "./sidebars.js";
import { makeWaitingNotes } from "./waiting-notes.js";

// The browser wakes this worker for an event and forgets it when idle: every listener is registered in the first turn.
const icon = makeIconPainter();
const badge = makeRequestBadge(icon.setRequests);
const native = makeNativeLink(onEvent, onEnd);
const sockets = makeEventSockets(onEvent, () => void sidebars.refresh());
const connections = makeConnections(native, onDecision, scheduleRefresh);
const consent = makeConsent();
const waiting = makeWaitingNotes(icon, closeUnused);
const sidebars = makeSidebars(connections, onGone, () => void shown.then(closeUnused));
/** Resolves when the icon shows what waits on the page of the sidebar that was closed last. */
let shown = Promise.resolve();
/** Pages with an open sidebar that were left or load again, by tab. */
const unloaded = new Map<number, GoneSidebar>();
const context: Context = { connections, sidebars, native, consent, icon };

browser.action.onClicked.addListener((tab) => void onIconClick(sidebars, icon, tab));

browser.commands.onCommand.addListener((command, tab) => {
  if (command === "pick" && tab !== undefined) void onIconClick(sidebars, icon, tab, "pick");
});

browser.tabs.onUpdated.addListener((tabId, { status }, tab) => {
  if (status === "loading") void waiting.hide(tabId);
  if (status === "complete") void comeAlong(tabId, tab);
});
browser.tabs.onRemoved.addListener((tabId) => {
  unloaded.delete(tabId);
  waiting.forget(tabId);
});

function onGone(gone: GoneSidebar): void {
  consent.leave(gone.tabId);
  if (gone.how === "closed") shown = waiting.show(gone);
  else if (gone.how === "unloaded") unloaded.set(gone.tabId, gone);
}

/**
 * A tab has loaded: its sidebar comes along within one origin, where the browser lets it; else the icon counts the notes that wait. `url` is known
 * where a click has granted access, in Chromium to the whole origin, in Firefox until the next load: there the notes are of the page that the old one
 * announced as its next, else of the old one, under its name.
 */
async function comeAlong(tabId: number, { url, incognito }: Tabs.Tab): Promise<void> {
  const gone = unloaded.get(tabId);
  unloaded.delete(tabId);
  const isNear = url !== undefined && gone !== undefined && isSameOrigin(url, gone.url);
  if ((isNear && (await returnSidebar(tabId))) || sidebars.has(tabId)) return;
  if (url !== undefined) return waiting.show({ tabId, url, isPrivate: incognito });
  if (gone === undefined || !isFirefox) return;
  const next = gone.next ?? gone.url;
  const { host, pathname } = new URL(next);
  if (isSameOrigin(next, gone.url)) await waiting.show({ ...gone, url: next }, host + pathname);
}

browser.runtime.onMessage.addListener((message: unknown, from: Runtime.MessageSender) => {
  const sender = senderOf(from);
  return sender === undefined ? undefined : answer(context, message, sender).finally(closeUnused);
});

browser.runtime.onConnect.addListener((port) => {
  const sender = port.sender === undefined ? undefined : senderOf(port.sender);
  if (sender?.kind === "page" && port.name.startsWith(pagePortName)) {
    sidebars.addPage(port, sender);
    void waiting.hide(sender.tabId);
  } else if (sender?.kind === "sidebar" && port.name === sidebarPortName) sidebars.addFrame(port, sender.tabId);
  else if (!(isRelay(port) && takeRelay(port))) port.disconnect();
});

browser.permissions.onAdded.addListener(() => void onPermissions());
browser.permissions.onRemoved.addListener(() => void onPermissions());

async function onPermissions(): Promise<void> {
  await refreshNativeAllowed();
  await sidebars.refresh();
}

function onEvent(event: HeardEvent): void {
  // Another project may claim an open page now.
  if (event.type === "config:changed") scheduleRefresh();
  void sidebars.publish(event);
  void badge.hear(event);
  void waiting.hear(event);
}

/** Without an open sidebar nobody would see updates. */
function onDecision(decision: Decision): void {
  if (sidebars.isEmpty()) return;
  for (const transport of decision.state === "broken" ? decision.nearby : [decision.transport]) sockets.follow(transport);
  if (decision.state === "connected") void badge.refresh(decision.transport, decision.info);
}

/** Searches again when a host that had answered has disconnected. One that never did would only be found missing again. */
function onEnd(error: TransportError): void {
  if (error.hop === "host-ended") void sidebars.refresh();
}

let isRefreshDue = false;

/** Debounces refreshes: the sender of events decides how many arrive at once. */
function scheduleRefresh(): void {
  if (isRefreshDue) return;
  isRefreshDue = true;
  setTimeout(() => {
    isRefreshDue = false;
    void sidebars.refresh();
  }, 200);
}

/** How long connections outlive the last sidebar, in milliseconds: starting a native host takes a quarter of opening a sidebar. */
const lingerMs = 5_000;
let lingering: ReturnType<typeof setTimeout> | undefined;

/** Disconnects, after a while, when no sidebar is open and no answer of an agent is waited for. */
function closeUnused(): void {
  if (isUsed()) return;
  connections.forget();
  clearTimeout(lingering);
  lingering = setTimeout(() => {
    if (isUsed()) return;
    native.closeWhenIdle();
    sockets.closeAll();
    void badge.clear();
  }, lingerMs);
}

function isUsed(): boolean {
  return !sidebars.isEmpty() || waiting.isWaiting();
}

/** A socket that closed sooner was refused; the next probe of the ports comes soon enough. */
const settledMs = 1_000;

/** The WebSockets for events of projects that are served over HTTP, one for each. `onEnd` runs when a service that had one has disconnected. */
function makeEventSockets(onEvent: (event: HeardEvent) => void, onEnd: () => void) {
  const open = new Map<string, { readonly session: string; readonly close: () => void }>();
  return {
    /** Opens a socket for a transport's events, unless it has no channel for them or one is open. */
    follow: ({ events }: Transport) => {
      if (events === undefined) return;
      const { place, session } = events;
      const known = open.get(place);
      if (known?.session === session) return;
      known?.close();
      const ended = (livedMs: number) => {
        open.delete(place);
        if (livedMs > settledMs) onEnd();
      };
      open.set(place, { session, close: events.open({ onEvent, onEnd: ended }) });
    },
    closeAll: () => {
      for (const { close } of open.values()) close();
      open.clear();
    },
  };
}
