import { openClosedRoot } from "./closed-roots.js";

/**
 * Keeps the host on top and usable: a modal dialog makes everything outside it inert, and for screen readers so does an element in full
 * screen, so that the host moves into the innermost one; what goes full screen covers what was shown before it, so that the host is shown
 * anew. Gives the function that ends this.
 */
export function stayOnTop(host: HTMLElement): () => void {
  const rescue = new MutationObserver(() => host.isConnected || settle());

  function settle(): void {
    const home = homeNow();
    if (host.parentNode !== home) home.append(host);
    if (host.matches(":popover-open")) host.hidePopover();
    host.showPopover();
    // Only what lies within the page can be thrown away together with the host.
    rescue.disconnect();
    if (home !== document.documentElement) rescue.observe(document.documentElement, { childList: true, subtree: true });
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

function homeNow(): Element {
  return innermostModal() ?? fullScreenHome() ?? document.documentElement;
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
