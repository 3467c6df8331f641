import { isApart } from "../capture/components/xray.js";
import { leavingMessage, pagePortName } from "../messages.js";
import { type EarlyPageApi, type PageEvent, type PageFacts, type PointingMode, pickerKeys, type Sent, servePage } from "../page-api.js";
import { pageErrors, readPageErrors } from "../page-errors.js";
import { ask, browser, isReplaced, whenLost } from "../platform.js";
import { randomId } from "../random-id.js";
import { openClosedRoot } from "./closed-roots.js";
import { type FocusGuard, guardFocus } from "./focus-guard.js";
import { type Overlay, openOverlay } from "./overlay.js";
import type { OpenedPage, PageScript } from "./page-script.js";
import { painted } from "./painted.js";
import { hoveredElement } from "./picker.js";
import { receive } from "./scripts.js";

declare global {
  /** In the isolated world: what a click or a key does to the open sidebar. False when the page has thrown it away. */
  var svcSidebar: ((start: "click" | "pick") => boolean) | undefined;
  /** Set by the background where no click on the icon has run this script. */
  var svcStart: "pick" | "return" | undefined;
}

/** What servers for development send with the frameworks that name their components: Vite's prepared packages, modules of components, Next's own. */
const servedForDevelopment =
  /\/@react-refresh|\/deps\/(?:react|vue|svelte|@angular_core)[\w.-]*\.js\?v=|\.(?:vue|svelte)(?:\?|$)|\/_next\/static\/(?:development\/|chunks\/(?:webpack\.js|[^?]{0,200}next-devtools))/;

/** Opens the sidebar, after a reload too, or closes the one that is open; the key for picking starts to pick in either. */
export function toggleSidebar(): void {
  const start = ownGlobal("svcStart") ?? "click";
  globalThis.svcStart = undefined;
  const before = ownGlobal("svcSidebar");
  const reason = reasonUnreadable();
  if (reason !== undefined) void ask("page:unreadable", { reason });
  else if (start === "return") before ?? openSidebar("again");
  // One that the page has thrown away was not there for the user: another is opened.
  else if (before?.(start) !== true) openSidebar(start === "pick" ? "pick" : "open");
}

/** An element of the page with that name would be found as a property that is not the global's own. */
function ownGlobal<N extends "svcStart" | "svcSidebar">(name: N): (typeof globalThis)[N] | undefined {
  return Object.hasOwn(globalThis, name) ? globalThis[name] : undefined;
}

interface PageSidebar {
  readonly nonce: string;
  readonly overlay: Overlay;
  readonly guard: FocusGuard;
  readonly background: Background;
  /** The event to which this world's listeners of errors answer. */
  readonly errorsKey: string;
  /** What of the page has or had the focus last. */
  focused: Element | null;
  readonly isPressedSince: () => boolean;
  readonly dark: MediaQueryList;
  readonly ended: AbortController;
  /** Why its frame loads next. */
  start: PageFacts["start"];
  /** It is on the page by itself after a reload, and a click on the icon was not meant to close it. */
  isUnasked: boolean;
  emit(event: PageEvent): void;
  line?: MessagePort;
  page?: Promise<OpenedPage>;
  pointing?: PointingMode | undefined;
  withheld?: AbortController | undefined;
}

/** Puts the overlay on the page, and hands its frame a port with the nonce that the background has from this script. */
function openSidebar(first: PageFacts["start"]): void {
  const nonce = randomId();
  removeReplaced();
  const focusedBefore = document.activeElement;
  const isPressedSince = watchPresses();
  const overlay = openOverlay(
    () => shakeHands(sidebar),
    (reason) => lose(sidebar, reason),
  );
  const background = joinBackground(nonce, overlay.release);
  const guard = guardFocus(
    overlay,
    (isKeyLost) => sidebar.emit({ type: "focus-taken", isKeyLost }),
    () => lose(sidebar, "This page kept taking the focus while you were writing. What you wrote is kept: click again to go on."),
  );
  const sidebar: PageSidebar = {
    ...{ nonce, overlay, guard, background, focused: focusedBefore, isPressedSince, start: first },
    errorsKey: randomId(),
    dark: matchMedia("(prefers-color-scheme: dark)"),
    ended: new AbortController(),
    isUnasked: first === "again",
    emit: () => undefined,
  };
  const { errorsKey, dark, ended } = sidebar;
  pageErrors("start", errorsKey, false);
  watchMoves(() => sidebar.emit({ type: "moved", url: location.href }), background.announce, ended.signal);
  const follow = ({ target }: Event) => {
    if (target instanceof Element && target !== overlay.element) sidebar.focused = target;
  };
  addEventListener("focusin", follow, { capture: true, passive: true, signal: ended.signal });
  dark.addEventListener("change", () => sidebar.emit({ type: "scheme", isDark: dark.matches }), { signal: ended.signal });
  globalThis.svcSidebar = (asked) => answerClick(sidebar, asked);
  if (first === "pick") overlay.hold(hoveredElement());
}

/** The overlay that the extension has left here before an update: in Firefox its script is gone. */
function removeReplaced(): void {
  for (const old of document.querySelectorAll("div[popover=manual]"))
    if (openClosedRoot(old)?.querySelector("iframe[title=svc]")) old.remove();
}

/** What the frame may ask before the script that reads the page is there. */
function earlyApi(sidebar: PageSidebar): EarlyPageApi {
  const { overlay, guard, focused: focusedBefore, isPressedSince } = sidebar;
  return {
    setArea: async (area, pointing) => {
      overlay.setArea(area);
      sidebar.pointing = pointing;
      if (pointing !== undefined) sidebar.start = "again";
      sidebar.withheld?.abort();
      sidebar.withheld = area === "window" ? withhold(sidebar) : undefined;
      loadPage(sidebar).catch(notLoaded);
    },
    // Who has gone on in the page while the sidebar was loading stays there.
    takeFocus: async ({ isOpening }) => {
      const isTaken = !isOpening || (document.activeElement === focusedBefore && !isPressedSince());
      if (isTaken) overlay.frame.focus();
      return isTaken;
    },
    letGo: async (toPage) => {
      const hadFocus = overlay.frame.hasFocus() && !toPage;
      if (toPage) returnFocus(sidebar);
      // Whoever worked in the frame goes on there when it has been moved back.
      sidebar.start = overlay.hold(undefined) && hadFocus ? "open" : "again";
    },
    leave: async () => overlay.frame.conceal(),
    reportFocus: async (report) => {
      if (report.lastInputAt > 0) sidebar.isUnasked = false;
      guard.report(report);
    },
    close: async () => close(sidebar),
  };
}

/** Compiling the script takes this thread 20 ms, in which no sidebar would be shown. After a failure the next call tries again. */
function loadPage(sidebar: PageSidebar): Promise<OpenedPage> {
  sidebar.page ??= painted()
    .then(() => receive<PageScript>("page"))
    .then((openPage) =>
      openPage(
        sidebar.overlay,
        () => readPageErrors(pageErrors("read", sidebar.errorsKey)),
        (event) => sidebar.emit(event),
      ),
    );
  sidebar.page.catch(() => delete sidebar.page);
  return sidebar.page;
}

/** The frame's document is there, for the first time or loaded again by a move: it gets a line of its own. */
function shakeHands(sidebar: PageSidebar): void {
  const { nonce, start, pointing } = sidebar;
  sidebar.line?.close();
  const { port1, port2 } = new MessageChannel();
  sidebar.line = port1;
  const line = randomId();
  const send = (message: Sent["message"]) => sidebar.overlay.frame.post({ line, message });
  sidebar.emit = send;
  servePage(port1, earlyApi(sidebar), () => loadPage(sidebar), send);
  const isRightToLeft = getComputedStyle(document.body ?? document.documentElement).direction === "rtl";
  const isDevelopment = performance.getEntriesByType("resource").some(({ name }) => servedForDevelopment.test(name));
  const isDark = sidebar.dark.matches;
  const facts: PageFacts = { url: location.href, start, pointing, isRightToLeft, isDark, hidesWorld: !isApart, isDevelopment };
  if (start === "open") sidebar.start = "again";
  sidebar.overlay.frame.post({ nonce, line, facts }, port2);
}

/** The icon or its key was pressed. Returns whether the sidebar was there. */
function answerClick(sidebar: PageSidebar, asked: "click" | "pick"): boolean {
  const { overlay } = sidebar;
  const isThere = overlay.element.isConnected;
  if (isThere && asked === "pick") pick(sidebar);
  else if (isThere && sidebar.isUnasked) overlay.frame.focus();
  else close(sidebar);
  sidebar.isUnasked = false;
  return isThere;
}

/** The frame loads again where the host is moved, and then picks. */
function pick(sidebar: PageSidebar): void {
  const hovered = hoveredElement();
  sidebar.start = "pick";
  if (hovered === undefined || !sidebar.overlay.hold(hovered)) sidebar.emit({ type: "pick" });
}

function close(sidebar: PageSidebar, how: "closed" | "lost" = "closed"): void {
  const { overlay } = sidebar;
  globalThis.svcSidebar = undefined;
  sidebar.withheld?.abort();
  const hadFocus = overlay.frame.hasFocus();
  sidebar.page?.then((page) => page.stop()).catch(notLoaded);
  pageErrors("stop", sidebar.errorsKey);
  sidebar.guard.stop();
  sidebar.ended.abort();
  overlay.remove();
  sidebar.line?.close();
  sidebar.background.leave(how);
  if (hadFocus) returnFocus(sidebar);
}

function returnFocus({ overlay, focused }: PageSidebar): void {
  if (overlay.frame.hasFocus()) overlay.frame.element.blur();
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
}

/** The icon is the only place left to say so. */
function lose(sidebar: PageSidebar, reason: string): void {
  void ask("page:unreadable", { reason });
  close(sidebar, "lost");
}

function notLoaded(error: unknown): void {
  console.debug("svc: the page's script did not load", error);
}

/** Returns whether the person has pressed the pointer or a key in the page since the call, in the element that had the focus for one. */
function watchPresses(): () => boolean {
  const ended = new AbortController();
  const hear = ({ isTrusted }: Event) => isTrusted && ended.abort();
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, hear, { capture: true, passive: true, signal: ended.signal });
  return () => ended.signal.aborted;
}

/** Withholds from the page what is meant for the frame, which has neither the pointer nor the focus while it is moved: presses, and the picker's keys, which it reports. */
function withhold(sidebar: PageSidebar): AbortController {
  const { element: host, frame } = sidebar.overlay;
  const ended = new AbortController();
  const options = { capture: true, passive: false, signal: ended.signal };
  function stop(event: Event): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  // The pins are pressed in the host.
  const onPress = (event: Event) => event.isTrusted && (event.target !== host || !frame.isShown()) && stop(event);
  function onKey(event: KeyboardEvent): void {
    const { key, shiftKey, isTrusted, ctrlKey, altKey, metaKey } = event;
    if (!isTrusted || ctrlKey || altKey || metaKey || !pickerKeys.some((one) => one === key)) return;
    stop(event);
    if (event.type === "keydown") sidebar.emit({ type: "key", key, shiftKey });
  }
  for (const type of presses) addEventListener(type, onPress, options);
  for (const type of ["keydown", "keyup"] as const) addEventListener(type, onKey, options);
  return ended;
}

const presses = [
  ...["pointerdown", "pointerup", "mousedown", "mouseup", "click", "auxclick", "dblclick", "contextmenu"],
  ...["touchstart", "touchend", "dragstart"],
];

interface Background {
  announce(url: string): void;
  leave(how: "closed" | "lost"): void;
}

/** Holds a port with the sidebar's nonce to the background, opened again after a worker's sleep. `onReplaced`: after an update. */
function joinBackground(nonce: string, onReplaced: () => void): Background {
  let isLeft = false;
  let port = connect();

  function connect() {
    const opened = browser.runtime.connect({ name: pagePortName + nonce });
    whenLost(
      opened,
      () => {
        if (!isLeft) port = connect();
      },
      onReplaced,
    );
    return opened;
  }

  return {
    announce: (url) => {
      if (!isReplaced()) port.postMessage(leavingMessage + url);
    },
    leave: (how) => {
      isLeft = true;
      if (isReplaced()) return;
      // Without a word the page was left or loads again.
      port.postMessage(how);
      port.disconnect();
    },
  };
}

/** Why this document has nothing to read, for the icon's tooltip; undefined when it has. */
function reasonUnreadable(): string | undefined {
  if (document.contentType === "application/pdf") return "PDF documents have no DOM to read. Try a web page.";
  if (!(document.documentElement instanceof HTMLElement)) return "This document is no web page: there is no HTML to read.";
  return undefined;
}

/** Calls `onMove` when the document's address changes without loading anew, `onLeave` with an address that it is about to load. */
function watchMoves(onMove: () => void, onLeave: (url: string) => void, signal: AbortSignal): void {
  let last = location.href;

  function look(): void {
    if (location.href === last) return;
    last = location.href;
    onMove();
  }

  // Browsers without the Navigation API report no move by a script: then the next click shows it.
  const navigation: unknown = Reflect.get(globalThis, "navigation");
  if (navigation instanceof EventTarget) {
    navigation.addEventListener("currententrychange", look, { signal });
    navigation.addEventListener("navigate", (event) => leave(event, onLeave), { signal });
  }
  for (const type of ["popstate", "hashchange", "click"]) addEventListener(type, look, { signal });
}

/** Passes on the address of a navigation that loads another document (HTML: NavigateEvent). */
function leave(event: Event & { destination?: unknown }, onLeave: (url: string) => void): void {
  const { destination, isTrusted } = event;
  const isDownload = "downloadRequest" in event && event.downloadRequest !== null;
  if (!isTrusted || isDownload || typeof destination !== "object" || destination === null) return;
  if ("sameDocument" in destination && destination.sameDocument === false && "url" in destination) onLeave(String(destination.url));
}
