import type { FrameArea, Handshake, Sent } from "../page-api.js";
import { browser } from "../platform.js";
import { makeElement } from "./make-element.js";

/** Longest time that the frame's script may take to say where it stands, in milliseconds. */
const patienceMs = 8_000;

export interface SidebarFrame {
  readonly element: HTMLIFrameElement;
  isShown(): boolean;
  hasFocus(): boolean;
  focus(): void;
  /** Shows it where its document reports that it stands. */
  show(area: FrameArea): void;
  /** Its document is going: what follows is shown when it has reported where it stands. */
  conceal(): void;
  /** Sends its document a message, and hands it a port. No other document gets it. */
  post(message: Handshake | Sent, port?: MessagePort): void;
  stop(): void;
}

/** Clip path of a frame that is not shown. A pixel of it is: a browser makes no frames of a document that nobody sees, and begins to again only later. */
export const concealed = "inset(0 0 calc(100% - 1px) calc(100% - 1px))";

/**
 * Makes the frame; whoever appends it starts it, and each move starts it again. In Chromium its address, which is of this session alone,
 * stands in an attribute: no event leads there. In Firefox an event does (`Event.originalTarget`), and the address identifies the profile:
 * there the blank document is replaced by the extension's. Neither adds to the page's history. A document that the page put there is
 * replaced, or never shown and ends the sidebar. `clip` sets the frame's clip path, which limits the pointer too (CSS Masking 1); nothing
 * is laid out again for it.
 */
export function openFrame(clip: (path: string) => void, onLoad: () => void, onLost: (reason: string) => void): SidebarFrame {
  const element = makeElement("iframe");
  // A page with `Cross-Origin-Embedder-Policy: require-corp` shows no other frame (HTML: iframe credentialless).
  Reflect.set(element, "credentialless", true);
  element.allow = "clipboard-write";
  element.title = "svc";
  const address = browser.runtime.getURL("sidebar.html");
  const isAddressed = address.startsWith("chrome-extension:");
  if (isAddressed) element.src = address;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let isEntering = false;
  let isShown = false;
  let entered: Window | null = null;

  function conceal(): void {
    clip(concealed);
    if (isShown || patience === undefined)
      patience = setTimeout(
        () =>
          onLost(
            "The sidebar's frame did not start on this page: a sandbox forbids it, and a page that opens windows or never rests may prevent it.",
          ),
        patienceMs,
      );
    isShown = false;
  }

  function enter(): void {
    isEntering = true;
    conceal();
    entered = element.contentWindow;
    entered?.location.replace(address);
  }

  function onFrameLoad(): void {
    // Each move makes the frame another window. In a sandbox its blank document cannot be reached into either.
    const isNew = element.contentWindow !== entered;
    const isOther = isReachable(element);
    if ((isEntering || (isNew && isAddressed)) && !isOther) {
      entered = element.contentWindow;
      isEntering = false;
      conceal();
      onLoad();
    } else if (isNew || isEntering) enter();
    else onLost("This page changed what the sidebar's frame shows. Click again to open it anew.");
  }

  element.addEventListener("load", onFrameLoad);
  conceal();
  return {
    element,
    isShown: () => isShown,
    hasFocus: () => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
    focus: () => element.focus({ preventScroll: true }),
    show: (area) => {
      isShown = true;
      clearTimeout(patience);
      patience = undefined;
      clip(clipOf(area));
    },
    conceal,
    post: (message, port) => element.contentWindow?.postMessage(message, extensionOrigin, port === undefined ? [] : [port]),
    stop: () => {
      clearTimeout(patience);
      element.removeEventListener("load", onFrameLoad);
    },
  };
}

/** This script can reach into the blank document and those of the page's origin, and into none of another origin. */
function isReachable({ contentDocument }: HTMLIFrameElement): boolean {
  return contentDocument !== null && !contentDocument.URL.startsWith(browser.runtime.getURL(""));
}

function clipOf(area: FrameArea): string {
  if (area === "window") return "none";
  // Half of the edge that is dragged lies outside of the panel.
  const free = `calc(100% - ${Math.ceil(area.size) + 4}px)`;
  return { right: `inset(0 0 0 ${free})`, left: `inset(0 ${free} 0 0)`, bottom: `inset(${free} 0 0 0)` }[area.side];
}

/** The origin of the extension's documents. Chrome has a fixed one beside the dynamic addresses that it hands to pages. */
const extensionOrigin = browser.runtime
  .getURL("")
  .replace(/^([a-z-]+:\/\/)[^/]+\/?$/, (all, scheme: string) =>
    scheme === "chrome-extension://" ? scheme + browser.runtime.id : all.replace(/\/$/, ""),
  );
