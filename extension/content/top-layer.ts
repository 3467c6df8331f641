import { openClosedRoot } from "./closed-roots.js";
import { holdsElements } from "./picker.js";

/** As often within so many milliseconds the host may be repaired before the page loses the sidebar. */
const repairsMax = 8;
const repairsMs = 10_000;
/** How often the host is looked at, in milliseconds, and how often in a row it may stand badly. */
const checkMs = 400;
const failuresMax = 2;
/** What scroll bars may take of the window's width, in CSS pixels. */
const scrollBarMax = 40;

export interface TopLayerOptions {
  readonly host: HTMLElement;
  /** An element of the host's root that lies over the panel. */
  readonly probe: HTMLElement;
  /** The frame is shown, and takes the pointer where the probe lies. */
  isShown(): boolean;
  /** Sets the host's zoom by its own CSS rule, which the page cannot reach. */
  setZoom(zoom: string): void;
  onLost(): void;
}

/**
 * Keeps the host on top. Modal dialogs and elements in full screen make all outside of them inert: the host moves into the innermost one.
 * After what enters the top layer later it is shown anew, at most once a frame. What the page removes, moves, changes or covers is repaired
 * some times; a page that goes on loses the sidebar (`onLost`).
 */
export function stayOnTop({ host, probe, isShown, setZoom, onLost }: TopLayerOptions) {
  const page = document.documentElement;
  const repairs: number[] = [];
  /** Where it stands without need for another place: beside the page's own, or within it where a page keeps nothing else there. */
  let base: Element = page;
  let home: Element = page;
  let held: Element | undefined;
  let deepModal: Element | undefined;
  let failures = 0;
  let isStopped = false;
  let frame = 0;

  /** Nobody but the page writes attributes here once the host is settled, or takes it away. */
  const changes = new MutationObserver((records) => {
    // With the document the page may have thrown away all listeners (HTML: document open steps): what was restored would be dead.
    if (document.documentElement !== page) return giveUp();
    if (!host.isConnected) base = document.body ?? page;
    if (records.some(({ type }) => type === "attributes") || host.parentNode !== home) repair();
  });

  /** The open modal dialog that was shown last, by the order of the document; the element in full screen; or the root. */
  function homeNow(): Element {
    const modal = deepModal?.matches(":modal") ? deepModal : [...document.querySelectorAll("dialog:modal")].at(-1);
    return held ?? modal ?? fullScreenHome() ?? (base.isConnected ? base : page);
  }

  function settle(): void {
    if (held?.isConnected !== true) held = undefined;
    home = homeNow();
    // Its frame loads again. `moveBefore` would keep it, but then neither browser sends it the pointer (Chromium 156, Firefox 153).
    if (host.parentNode !== home) home.append(host);
    for (const { name } of [...host.attributes]) if (name !== "popover") host.removeAttribute(name);
    if (host.popover !== "manual") host.popover = "manual";
    // The page's own zoom is no business of the sidebar's.
    setZoom(String(1 / zoomOf(home)));
    if (host.matches(":popover-open")) host.hidePopover();
    // In Chromium what is hovered in the top layer counts as hovered for no element around it.
    if (held === undefined) host.showPopover();
    changes.disconnect();
    changes.observe(host, { attributes: true });
    // A page may replace its whole document, or throw away what lies around the host.
    for (const place of [document, page, home.getRootNode()]) changes.observe(place, { childList: true, subtree: home !== page });
  }

  function repair(): void {
    const now = performance.now();
    repairs.push(now);
    while (now - (repairs[0] ?? now) > repairsMs) repairs.shift();
    if (isStopped) return;
    if (repairs.length <= repairsMax) settle();
    else giveUp();
  }

  function giveUp(): void {
    stop();
    onLost();
  }

  /** Something has entered or left the top layer. When it was the host, the page has closed it. */
  function onToggle({ target, isTrusted }: Event): void {
    if (!isTrusted || frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (isStopped) return;
      if (held === undefined && (!host.matches(":popover-open") || homeNow() !== home)) repair();
      else if (target !== host) settle();
    });
  }

  /** The host stands in this element, as long as it is shown there; undefined brings it back. Returns whether it has moved. */
  function hold(place: Element | undefined): boolean {
    const before = home;
    if (held === place || isStopped) return false;
    held = place;
    settle();
    // Within an element whose shadow has no slot for it, for one, nothing is shown.
    if (held !== undefined && !isAsMade(host)) return hold(undefined);
    return home !== before;
  }

  /** Where something of the page lies above the element that holds the host, it would have the pointer: there the host is over all of it. */
  function onPointer({ target, isTrusted }: Event): void {
    if (held !== undefined && isTrusted && isShown() && target !== host) hold(undefined);
  }

  /** What the page does around the host or to its document is seen by how the host stands now. */
  function check(): void {
    if (document.hidden || matchMedia("print").matches) return;
    const isOnTop = held !== undefined || host.matches(":popover-open");
    const takesPointer = !isShown() || isHit(host, probe);
    if (isOnTop && isAsMade(host) && takesPointer) failures = 0;
    else if (held !== undefined) hold(undefined);
    else if (++failures > failuresMax) giveUp();
    else {
      // A view transition covers everything until it has come to its end.
      if (failures === failuresMax) Reflect.get(document, "activeViewTransition")?.skipTransition();
      if (!takesPointer) deepModal = modalInRoots(document);
      settle();
    }
  }

  function stop(): void {
    isStopped = true;
    cancelAnimationFrame(frame);
    clearInterval(checks);
    ended.abort();
    changes.disconnect();
  }

  settle();
  const checks = setInterval(check, checkMs);
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  document.addEventListener("toggle", onToggle, options);
  document.addEventListener("fullscreenchange", onToggle, options);
  addEventListener("pointerover", onPointer, options);
  return { hold, stop };
}

/** Whether the host covers the window and takes part: its rules do not hold against what the page does to elements around it. */
function isAsMade(host: HTMLElement): boolean {
  if (getComputedStyle(host).position !== "fixed" || host.closest("[inert]") !== null) return false;
  const { x, y, width } = host.getBoundingClientRect();
  const isPlaced = Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(width * zoomOf(host) - innerWidth) < scrollBarMax;
  return isPlaced && host.checkVisibility({ contentVisibilityAuto: true });
}

/** Whether the pointer finds the host in the middle of the panel, or at the edge of a window that does not show it: not when a modal dialog makes the host inert, or when another lies above it. */
function isHit(host: HTMLElement, probe: HTMLElement): boolean {
  const { x, y, width, height } = probe.getBoundingClientRect();
  const root = host.getRootNode();
  const inWindow = (place: number, size: number) => Math.min(Math.max(place, 1), size - 2);
  const point = [inWindow(x + width / 2, innerWidth), inWindow(y + height / 2, innerHeight)] as const;
  return (root instanceof ShadowRoot ? root : document).elementFromPoint(...point) === host;
}

/** The open modal dialog of a shadow root: the document's own queries do not find it. */
function modalInRoots(scope: ParentNode): Element | undefined {
  for (const element of scope.querySelectorAll("*")) {
    const root = openClosedRoot(element);
    const modal = root && (root.querySelector("dialog:modal") ?? modalInRoots(root));
    if (modal) return modal;
  }
  return undefined;
}

/** The element in full screen, where it shows what is put into it. */
function fullScreenHome(): Element | undefined {
  const element = document.fullscreenElement;
  return element instanceof HTMLElement && openClosedRoot(element) === null && holdsElements(element) ? element : undefined;
}

/** 1 where the page is not zoomed by its own styles, and in browsers that do not report it. */
function zoomOf(element: Element): number {
  const zoom: unknown = Reflect.get(element, "currentCSSZoom");
  return typeof zoom === "number" && zoom > 0 ? zoom : 1;
}
