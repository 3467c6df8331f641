import { openClosedRoot } from "./closed-roots.js";
import { modalInRoots, skipTransition, watchCovers } from "./covers.js";

/** As often within so many milliseconds the page may take the host away or change it before the sidebar ends. */
const repairsMax = 8;
const repairsMs = 2_000;

/** How often the host is looked at, in milliseconds, and how often in a row it may stand badly. */
const checkMs = 400;
const failuresMax = 2;
/** What scroll bars may take of the window's width, in CSS pixels. */
const scrollBarMax = 40;

/** As often within so many milliseconds something may come to lie above the panel unannounced. */
const coversMax = 6;
const coversMs = 10_000;

export interface TopLayerOptions {
  readonly host: HTMLElement;
  /** An element of the host's root that lies over the panel. */
  readonly probe: HTMLElement;
  /** The frame is shown, and takes the pointer where the probe lies. */
  isShown(): boolean;
  /** The rules of the host's root are as they were made. */
  isIntact(): boolean;
  /** Sets the host's zoom by its own CSS rule, which the page cannot reach. */
  setZoom(zoom: string): void;
  onLost(): void;
}

/**
 * Keeps the host on top, usable and as it was made. A modal dialog makes everything outside of it inert, and for screen readers so does an
 * element in full screen: the host moves into the innermost one. What enters the top layer later lies above the host: it is shown anew. What
 * the page removes, moves, changes or covers is repaired; a page that goes on doing so loses the sidebar (`onLost`).
 */
export function stayOnTop({ host, probe, isShown, isIntact, setZoom, onLost }: TopLayerOptions) {
  const page = document.documentElement;
  const repairs: number[] = [];
  const covers: number[] = [];
  let home: Element = page;
  let deepModal: Element | undefined;
  let held: Element | undefined;
  let removals = 0;
  let failures = 0;
  let isStopped = false;
  let isPaused = false;
  let isBelow = false;
  let frame = 0;

  const tree = new MutationObserver(() => {
    if (host.isConnected && host.parentNode === home) return;
    removals++;
    repair();
  });
  // Nobody but the page writes attributes here after the host is settled.
  const attributes = new MutationObserver(repair);

  function wantedHome(): Element {
    if (held?.isConnected !== true) held = undefined;
    return held ?? (deepModal?.matches(":modal") ? deepModal : undefined) ?? homeNow(removals);
  }

  function hold(place: Element | undefined): boolean {
    const before = home;
    if (held === place || isStopped) return false;
    held = place === undefined ? undefined : outsideOfContainers(place);
    settle();
    // Within an element whose shadow has no slot for it, for one, nothing is shown.
    if (held !== undefined && !isAsMade(host)) {
      held = undefined;
      settle();
    }
    return home !== before;
  }

  function settle(): void {
    home = wantedHome();
    // Its frame loads again. `moveBefore` would keep it, but then neither browser sends it the pointer (Chromium 156, Firefox 153).
    if (host.parentNode !== home) home.append(host);
    for (const { name } of [...host.attributes]) if (name !== "popover") host.removeAttribute(name);
    if (host.popover !== "manual") host.popover = "manual";
    // The page's own zoom is no business of the sidebar's.
    setZoom(String(1 / zoomOf(home)));
    if (host.matches(":popover-open")) host.hidePopover();
    // In Chromium what is hovered in the top layer counts as hovered for no element around it.
    if (held === undefined) host.showPopover();
    // A page may replace its whole document, or throw away what lies around the host.
    tree.disconnect();
    for (const place of [document, page, home.getRootNode()]) tree.observe(place, { childList: true, subtree: home !== page });
    attributes.takeRecords();
  }

  function repair(): void {
    if (isStopped) return;
    // With the document the page may have thrown away all listeners: what was restored would be dead.
    if (count(repairs, repairsMs) <= repairsMax && document.documentElement === page) settle();
    else giveUp();
  }

  function onCover(): void {
    if (isPaused || document.hidden) return;
    // There the next checks decide.
    if (held !== undefined) return;
    if (count(covers, coversMs) <= coversMax) settle();
    else giveUp();
  }

  function giveUp(): void {
    stop();
    onLost();
  }

  /** Dialogs and popovers fire events when they open and close; the host does when the page has closed it. */
  function onToggle({ target, isTrusted }: Event): void {
    if (isTrusted) lookInFrame(target !== host);
  }

  /** However many have opened, the host is looked at once, before the next frame is painted. `isOther`: it may not be the last that was shown. */
  function lookInFrame(isOther: boolean): void {
    isBelow ||= isOther;
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      const wasBelow = isBelow;
      isBelow = false;
      if (isStopped) return;
      // A page that goes on moving or closing it makes it load anew each time.
      if (wantedHome() !== home || (held === undefined && !host.matches(":popover-open"))) repair();
      else if (wasBelow) settle();
    });
  }

  /** Where something of the page lies above the element that holds the host, it would have the pointer: there the host is over all of it. */
  function onPointer({ target, isTrusted }: Event): void {
    if (held !== undefined && isTrusted && isShown() && target !== host) hold(undefined);
  }

  function stop(): void {
    isStopped = true;
    cancelAnimationFrame(frame);
    clearInterval(checks);
    watch.stop();
    ended.abort();
    tree.disconnect();
    attributes.disconnect();
  }

  /** What the page does around the host or to its document is seen by how the host stands now. */
  function check(): void {
    if (document.hidden || isPaused || matchMedia("print").matches) return;
    watch.look();
    const takesPointer = !isShown() || isHit(host, probe);
    const isOnTop = held !== undefined || host.matches(":popover-open");
    if (isIntact() && isOnTop && isAsMade(host) && takesPointer && !watch.isCovered()) failures = 0;
    // A menu that holds it may have been closed, or lie below something.
    else if (held !== undefined && !isAsMade(host)) hold(undefined);
    else if (held !== undefined && failures++ < failuresMax) return;
    else if (held !== undefined) hold(undefined);
    else if (!isIntact() || ++failures > failuresMax) giveUp();
    else {
      if (failures === failuresMax) skipTransition();
      if (!takesPointer) deepModal = modalInRoots();
      settle();
    }
  }

  settle();
  const watch = watchCovers(host, probe, onCover, () => lookInFrame(true));
  const checks = setInterval(check, checkMs);
  attributes.observe(host, { attributes: true });
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  document.addEventListener("toggle", onToggle, options);
  addEventListener("pointerover", onPointer, options);
  document.addEventListener("fullscreenchange", ({ isTrusted }) => isTrusted && settle(), options);
  return {
    /** The host stands in this element, as long as it is shown there; undefined brings it back. Returns whether it has moved. */
    hold,
    /** While the host is hidden on purpose nothing is checked. */
    pause: (paused: boolean) => {
      isPaused = paused;
    },
    stop,
  };
}

/** Adds now to the times and returns how many of them lie within the last so many milliseconds. */
function count(times: number[], ms: number): number {
  const now = performance.now();
  times.push(now);
  while (now - (times[0] ?? now) > ms) times.shift();
  return times.length;
}

/**
 * Whether the host covers the window, is shown and takes part in what the person does. The rules of its root hold against the page's, but not
 * against what the page does to the elements around it, and a root that was in another document has lost its rules.
 */
function isAsMade(host: HTMLElement): boolean {
  if (getComputedStyle(host).position !== "fixed" || host.closest("[inert]") !== null) return false;
  const { x, y, width } = host.getBoundingClientRect();
  const isPlaced = Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(width * zoomOf(host) - innerWidth) < scrollBarMax;
  return isPlaced && host.checkVisibility({ contentVisibilityAuto: true });
}

/**
 * The nearest of an element and those around it in which `position: fixed` means the window (CSS Positioned Layout 3, § 2.1), outside of what is hidden
 * from screen readers, as backdrops are. Undefined where only the body is left.
 */
function outsideOfContainers(place: Element): Element | undefined {
  let found: Element | undefined = place;
  for (let element: Element | null = place; element !== null && element !== document.body; element = element.parentElement) {
    const { transform, translate, rotate, scale, perspective, filter, backdropFilter, willChange, contain, containerType } =
      getComputedStyle(element);
    const isNone = [transform, translate, rotate, scale, perspective, filter, backdropFilter].every((value) => value === "none" || !value);
    const isPlain = !/transform|filter|perspective/.test(willChange) && !/layout|paint|strict|content/.test(contain);
    if (!isNone || !isPlain || !/^(normal)?$/.test(containerType ?? "") || element.ariaHidden === "true")
      found = element.parentElement ?? undefined;
  }
  return found === document.body || found === document.documentElement ? undefined : found;
}

/** Whether the pointer finds the host in the middle of the panel, or at the edge of a window that does not show it: not when a modal dialog makes the host inert, or when another lies above it. */
function isHit(host: HTMLElement, probe: HTMLElement): boolean {
  const { x, y, width, height } = probe.getBoundingClientRect();
  const root = host.getRootNode();
  const inWindow = (place: number, size: number) => Math.min(Math.max(place, 1), size - 2);
  const found = (root instanceof ShadowRoot ? root : document).elementFromPoint(
    inWindow(x + width / 2, innerWidth),
    inWindow(y + height / 2, innerHeight),
  );
  return found === host;
}

/** Where the host stands well; after removals, where it is less in the way of a page that wants nobody beside its own. */
function homeNow(removals: number): Element {
  // A script may have removed the body.
  const { body } = document;
  const places = [undefined, body ?? undefined, body === null ? undefined : shownChild(body)];
  // The open modal dialog that was shown last, by the document's order.
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  return modal ?? fullScreenHome() ?? places[removals] ?? document.documentElement;
}

/** The element in full screen, where it shows what is put into it: pictures, films and frames do not, nor do elements with a shadow. */
function fullScreenHome(): Element | undefined {
  const element = document.fullscreenElement;
  if (!(element instanceof HTMLElement) || openClosedRoot(element) !== null) return undefined;
  return /^(video|audio|img|canvas|iframe|embed|object|input|textarea|select|progress|meter)$/.test(element.localName)
    ? undefined
    : element;
}

/** The first child that is shown and may have children: what is not shown would hide the host too. */
function shownChild(parent: Element): Element | undefined {
  return [...parent.children].find(
    (child) =>
      child instanceof HTMLElement && /^(div|main|section|article|header|footer)$/.test(child.localName) && child.checkVisibility(),
  );
}

/** 1 where the page is not zoomed by its own styles, and in browsers that do not report it. */
function zoomOf(element: Element): number {
  const zoom: unknown = Reflect.get(element, "currentCSSZoom");
  return typeof zoom === "number" && zoom > 0 ? zoom : 1;
}
