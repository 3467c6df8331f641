/**
 * Keeps the host on top and usable: a modal dialog makes everything outside it inert, so that the host moves into the innermost one while it
 * is open; full screen covers what was shown before it, so that the host is shown anew. Gives the function that ends this.
 */
export function stayOnTop(host: HTMLElement): () => void {
  const rescue = new MutationObserver(() => host.isConnected || settle());

  function settle(): void {
    const home = innermostModal() ?? document.documentElement;
    if (host.parentNode !== home) home.append(host);
    if (host.matches(":popover-open")) host.hidePopover();
    host.showPopover();
    // Only a dialog can be thrown away together with the host.
    rescue.disconnect();
    if (home !== document.documentElement) rescue.observe(document.documentElement, { childList: true, subtree: true });
  }

  /** Dialogs tell when they open and close; popovers send the same event and change nothing for us. */
  function onToggle({ target }: Event): void {
    if (target instanceof Element && target.localName === "dialog" && host.parentNode !== (innermostModal() ?? document.documentElement))
      settle();
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

/** The open modal dialog that was shown last, as far as the document's order tells. */
function innermostModal(): Element | undefined {
  return [...document.querySelectorAll("dialog:modal")].at(-1);
}
