import type { FrameArea } from "../page-api.js";
import { browser } from "../platform.js";
import { stayOnTop } from "./top-layer.js";

/**
 * The one element that the extension adds to the page. Its closed shadow root holds the pins, the outlines and the frame with the
 * sidebar, which is a document of the extension: the page sees no key, no text and no pointer of it.
 */
export interface Overlay {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  readonly frame: HTMLIFrameElement;
  /** Where the frame takes the pointer; elsewhere the page has it. */
  setArea(area: FrameArea): void;
  /** Off the screen for a picture, and back. */
  hide(isHidden: boolean): void;
  /** Puts it above what the page has put into the top layer since. */
  raise(): void;
  remove(): void;
}

/** Appends the overlay to the page. `onLost` is called when the page does not let it stay. */
export function openOverlay(onLost: () => void): Overlay {
  // A built-in tag: a page can define a custom element's class and take its closed root from there.
  const element = document.createElementNS("http://www.w3.org/1999/xhtml", "div") as HTMLElement;
  const root = element.attachShadow({ mode: "closed" });
  element.popover = "manual";
  document.documentElement.append(element);
  const rules = addRules(root);
  const top = stayOnTop(element, rules.host, onLost);
  const frame = openFrame();
  root.append(frame);
  return {
    element,
    root,
    frame,
    setArea: (area) => rules.frame.style.setProperty("clip-path", clipOf(area)),
    hide: (isHidden) => rules.host.style.setProperty("visibility", isHidden ? "hidden" : "visible", "important"),
    raise: top.raise,
    remove: () => {
      top.stop();
      element.remove();
    },
  };
}

/** The extension's own document. Nothing but its address tells who it is, and the address stands in the closed root alone. */
function openFrame(): HTMLIFrameElement {
  const frame = document.createElementNS("http://www.w3.org/1999/xhtml", "iframe") as HTMLIFrameElement;
  // A page with `Cross-Origin-Embedder-Policy: require-corp` shows no other frame (HTML: iframe credentialless).
  Reflect.set(frame, "credentialless", true);
  frame.allow = "clipboard-write";
  frame.title = "svc";
  frame.src = browser.runtime.getURL("sidebar.html");
  return frame;
}

/** Clipping limits where the frame is hit by the pointer, too (CSS Masking 1), and nothing is laid out again when it changes. */
function clipOf(area: FrameArea): string {
  if (area === "window") return "none";
  // Half of the edge that is dragged lies outside of the panel.
  const free = `calc(100% - ${Math.ceil(area.width) + 4}px)`;
  return area.side === "right" ? `inset(0 0 0 ${free})` : `inset(0 ${free} 0 0)`;
}

interface Rules {
  readonly host: CSSStyleRule;
  readonly frame: CSSStyleRule;
}

/** Adds the rules of the root and returns those that change. The page's content security policy does not apply to them. */
function addRules(root: ShadowRoot): Rules {
  const sheet = sheetIn(root);
  for (const rule of [...fixedRules, frameRule, hostRule]) sheet.insertRule(rule);
  return { host: sheet.cssRules[0] as CSSStyleRule, frame: sheet.cssRules[1] as CSSStyleRule };
}

/** A constructed sheet is no part of the page. Firefox refuses it across worlds; there rules inserted one by one are no inline style either. */
function sheetIn(root: ShadowRoot): CSSStyleSheet {
  try {
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    return sheet;
  } catch (error) {
    console.debug("svc: no constructed style sheets here", error);
    const style = document.createElementNS("http://www.w3.org/1999/xhtml", "style") as HTMLStyleElement;
    root.append(style);
    if (style.sheet === null) throw new Error("This page takes no style sheet.");
    return style.sheet;
  }
}

/** Among important declarations those of the shadow tree win over all of the page's, inline ones too (CSS Cascade 5, § 6.1 and 6.2). */
const hostRule = `:host { ${Object.entries({
  all: "initial",
  direction: "ltr",
  position: "fixed",
  inset: "0",
  width: "100%",
  height: "100%",
  display: "block",
  overflow: "visible",
  "pointer-events": "none",
  "z-index": "2147483647",
  visibility: "visible",
})
  .map(([property, value]) => `${property}: ${value} !important`)
  .join("; ")} }`;

/** Nothing is clickable before it is known where the sidebar stands. The colour scheme is that of the frame's document: else it is opaque. */
const frameRule =
  "iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; background: none; color-scheme: normal; pointer-events: auto; clip-path: inset(0 0 0 100%) }";

const fixedRules = [
  ":host::backdrop { display: none !important }",
  "@media print { :host { display: none !important } }",
  "* { box-sizing: border-box }",
  ".outline { position: absolute; top: 0; left: 0; border-radius: 2px; pointer-events: none }",
  ".outline.noted { box-shadow: 0 0 0 1.5px rgb(99 102 241 / 75%) }",
  ".outline.chosen { background: rgb(245 158 11 / 14%); box-shadow: 0 0 0 2px #d97706 }",
  ".outline.found { background: rgb(220 38 38 / 12%); box-shadow: 0 0 0 2px #dc2626 }",
  ".outline.added { box-shadow: 0 0 0 2px #16a34a }",
  ".outline.moved { box-shadow: 0 0 0 2px #2563eb }",
  ".outline.changed { box-shadow: 0 0 0 2px #d97706 }",
  `.pin { position: absolute; top: 0; left: 0; display: grid; place-items: center; min-width: 26px; height: 26px; margin: 0; padding: 0 3px;
    border: 2px solid #fff; border-radius: 13px 13px 13px 4px; background: #b45309; color: #fff; box-shadow: 0 2px 6px rgb(0 0 0 / 35%);
    font: 700 12px / 1 system-ui, sans-serif; font-variant-numeric: tabular-nums; pointer-events: auto; cursor: pointer; user-select: none }`,
  ".pin::before { content: attr(data-number) }",
  ".pin.low { background: #4b5565 }",
  ".pin.high { background: #b42318 }",
  ".pin.resolved { background: #15803d }",
  ".pin:focus-visible { outline: 2px solid #4338ca; outline-offset: 1px }",
];
