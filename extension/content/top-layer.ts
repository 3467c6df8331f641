import { openClosedRoot } from "./closed-roots.js";

/** As often within so many milliseconds the page may throw the host out, into ever deeper places, before we give up. */
const triesMax = 3;
const triesMs = 2_000;

/**
 * Keeps the host on top and usable: a modal dialog makes everything outside it inert, and for screen readers so does an element in full
 * screen, so that the host moves into the innermost one; what goes full screen covers what was shown before it, so that the host is shown
 * anew. Thrown out by the page it comes back, and where it may not stay, `onLost` is called. Gives the function that ends this.
 */
export function stayOnTop(host: HTMLElement, onLost: () => void): () => void {
  const rescue = new MutationObserver(() => host.isConnected || comeBack());
  const page = document.documentElement;
  const losses: number[] = [];

  function settle(): void {
    const home = homeNow(losses.length);
    if (host.parentNode !== home) home.append(host);
    // The page's own zoom is no business of the sidebar's.
    host.style.setProperty("zoom", String(1 / zoomOf(home)), "important");
    if (host.matches(":popover-open")) host.hidePopover();
    host.showPopover();
    rescue.disconnect();
    // A page may replace its whole document, or throw away what lies around the host.
    for (const place of [document, page]) rescue.observe(place, { childList: true, subtree: home !== page });
  }

  function comeBack(): void {
    losses.push(performance.now());
    while (performance.now() - (losses[0] ?? 0) > triesMs) losses.shift();
    // With the document the page may have thrown away all listeners: what came back would be dead.
    if (losses.length > triesMax || document.documentElement !== page) onLost();
    else settle();
  }

  /** Dialogs tell when they open and close; popovers send the same event and change nothing for us. */
  function onToggle({ target }: Event): void {
    if (target instanceof Element && target.localName === "dialog" && host.parentNode !== homeNow()) settle();
  }

  settle();
  document.addEventListener("toggle", onToggle, true);
  document.addEventListener("fullscreenchange", settle);
  return () => {
    document.removeEventListener("toggle", onToggle, true);
    document.removeEventListener("fullscreenchange", settle);
    rescue.disconnect();
  };
}

/** Where the host stands well; after losses, where it is less in the way of a page that wants nobody beside its own. */
function homeNow(losses = 0): Element {
  return (
    innermostModal() ?? fullScreenHome() ?? [undefined, document.body, shownChild(document.body)][losses - 1] ?? document.documentElement
  );
}

/** The element in full screen, where it shows what is put into it: pictures, films and frames do not, nor do elements with a shadow. */
function fullScreenHome(): Element | undefined {
  const element = document.fullscreenElement;
  if (!(element instanceof HTMLElement) || openClosedRoot(element) !== null) return undefined;
  return /^(video|audio|img|canvas|iframe|embed|object|input|textarea|select|progress|meter)$/.test(element.localName)
    ? undefined
    : element;
}

/** The open modal dialog that was shown last, as far as the document's order tells. */
function innermostModal(): Element | undefined {
  return [...document.querySelectorAll("dialog:modal")].at(-1);
}

/** The first child that is shown and may have children: what is not shown would hide the host too. */
function shownChild(parent: Element): Element | undefined {
  return [...parent.children].find(
    (child) =>
      child instanceof HTMLElement && /^(div|main|section|article|header|footer)$/.test(child.localName) && child.checkVisibility(),
  );
}

/** 1 where the page is not zoomed by its own styles, and in browsers that do not tell. */
function zoomOf(element: Element): number {
  const zoom: unknown = Reflect.get(element, "currentCSSZoom");
  return typeof zoom === "number" && zoom > 0 ? zoom : 1;
}
