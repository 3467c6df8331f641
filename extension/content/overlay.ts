import { type FrameArea, stateLooks } from "../page-api.js";
import { makeElement } from "./make-element.js";
import { concealed, openFrame, type SidebarFrame } from "./sidebar-frame.js";
import { stayOnTop } from "./top-layer.js";

/** The one element that is added to the page. Its closed root holds pins, outlines and the frame: the page sees no key or text of it. */
export interface Overlay {
  readonly element: HTMLElement;
  /** Holds the pins and outlines, below the frame. */
  readonly layer: HTMLElement;
  readonly frame: SidebarFrame;
  /** Where the frame takes the pointer; outside it the page has it. */
  setArea(area: FrameArea): void;
  /** How much of the window the panel covers at its left, in CSS pixels. */
  coveredLeft(): number;
  /** Moves into an element that the pointer hovers, so that it stays hovered while the frame takes the pointer everywhere; undefined ends that. Returns whether it has moved. */
  hold(place: Element | undefined): boolean;
  /** Off the screen for a picture, and back: what has the focus or the pointer keeps it. */
  hide(isHidden: boolean): void;
  /** From now on it stays as the page leaves it. */
  release(): void;
  remove(): void;
}

/** `onLoad`: the frame's document has loaded, also again after a move. `onLost`: the page does not let the sidebar stand. */
export function openOverlay(onLoad: () => void, onLost: (reason: string) => void): Overlay {
  // A built-in tag: a page can define a custom element's class and take its closed root from there.
  const element = makeElement("div");
  const root = element.attachShadow({ mode: "closed" });
  element.popover = "manual";
  document.documentElement.append(element);
  const setRule = addRules(root);
  const layer = makeElement("div");
  layer.className = "layer";
  const probe = makeElement("div");
  probe.className = "probe";

  let isOver = false;
  function lose(reason: string): void {
    if (isOver) return;
    stop();
    onLost(reason);
  }
  function stop(): void {
    isOver = true;
    top.stop();
    changes.disconnect();
    frame.stop();
  }

  let area: FrameArea | undefined;
  /** While the frame is not shown again, presses that are meant for it hit what stands in its place, also where the page has a frame. */
  function clip(path: string): void {
    const taken = path === concealed ? "auto" : "none";
    setRule("frame", "clip-path", path);
    setRule("probe", "pointer-events", taken);
    setRule("layer", "pointer-events", area === "window" ? taken : "none");
  }
  const frame = openFrame(clip, onLoad, lose);
  // It begins to load here.
  root.append(layer, frame.element, probe);
  const top = stayOnTop({
    host: element,
    probe,
    isShown: frame.isShown,
    setZoom: (zoom) => setRule("host", "zoom", zoom),
    onLost: () => lose("This page covers, moves or removes the sidebar. Click again to open it anew."),
  });
  // A page comes by the root where an event's `originalTarget` is the frame (Firefox 153). Nothing in it changes but what is in the layer.
  const changes = new MutationObserver(() => lose("This page changed the sidebar's frame. Click again to open it anew."));
  changes.observe(root, { childList: true });
  for (const child of root.children) changes.observe(child, { attributes: true });

  return {
    element,
    layer,
    frame,
    setArea: (now) => {
      area = now;
      frame.show(area);
      if (area === "window") return;
      for (const [property, value] of Object.entries(probePlace(area))) setRule("probe", property, value);
    },
    coveredLeft: () => {
      const { left, right, top: upper } = probe.getBoundingClientRect();
      return left <= 0 && upper <= 0 ? right : 0;
    },
    hold: top.hold,
    hide: (isHidden) => setRule("host", "opacity", isHidden ? "0" : "1"),
    release: stop,
    remove: () => {
      stop();
      element.remove();
    },
  };
}

function probePlace({ side, size }: Exclude<FrameArea, "window">): Readonly<Record<string, string>> {
  const [width, height] = side === "bottom" ? ["100%", `${size}px`] : [`${size}px`, "100%"];
  return { inset: { right: "0 0 0 auto", left: "0 auto 0 0", bottom: "auto 0 0 0" }[side], width, height };
}

/** The rules of the root that change, by what they are for, in their order in the sheet. */
const ruleNames = ["host", "frame", "probe", "layer"] as const;
type RuleName = (typeof ruleNames)[number];

/** Adds the rules of the root, to which the page's content security policy does not apply. Returns what sets a declaration of those that change. */
function addRules(root: ShadowRoot) {
  const sheet = sheetIn(root);
  for (const rule of [...fixedRules, layerRule, probeRule, frameRule, hostRule]) sheet.insertRule(rule);
  const rules = [...sheet.cssRules] as CSSStyleRule[];
  return (name: RuleName, property: string, value: string) =>
    rules[ruleNames.indexOf(name)]?.style.setProperty(property, value, "important");
}

/** A constructed sheet is no part of the page. Firefox refuses it across worlds; there rules inserted one by one are no inline style either. */
function sheetIn(root: ShadowRoot): CSSStyleSheet {
  try {
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    return sheet;
  } catch (error) {
    console.debug("svc: no constructed style sheets here", error);
    const style = makeElement("style");
    root.append(style);
    if (style.sheet === null) throw new Error("This page takes no style sheet.");
    return style.sheet;
  }
}

/** Among important declarations those of the shadow tree win over all of the page's, inline ones too (CSS Cascade 5, § 6.1 and 6.2). */
const hostRule = importantRule(":host", {
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
  opacity: "1",
});

const filling = { position: "absolute", inset: "0", display: "block", border: "0", "pointer-events": "none", visibility: "inherit" };

/** Nothing is shown before it is known where the sidebar stands. With another colour scheme than its document's it is opaque. */
const frameRule = importantRule("iframe", {
  ...filling,
  width: "100%",
  height: "100%",
  "color-scheme": "light",
  "pointer-events": "auto",
  "z-index": "1",
  "clip-path": concealed,
});

/** Lies over the panel and shows nothing: its place is the panel's. */
const probeRule = importantRule(".probe", { ...filling, width: "0", "z-index": "2" });

const layerRule = importantRule(".layer", { ...filling, "z-index": "0" });

function importantRule(selector: string, declarations: Readonly<Record<string, string>>): string {
  const all = Object.entries({ all: "initial", ...declarations });
  return `${selector} { ${all.map(([property, value]) => `${property}: ${value} !important`).join("; ")} }`;
}

const fixedRules = [
  ":host::backdrop { display: none !important }",
  "@media print { :host { display: none !important } }",
  "* { box-sizing: border-box }",
  // Where the system chooses all colours it draws no shadow, and what is transparent in its own.
  ".outline { position: absolute; top: 0; left: 0; border-radius: 2px; pointer-events: none; outline: 2px solid transparent }",
  ".outline.noted { box-shadow: 0 0 0 1px rgb(67 56 202 / 70%) }",
  ".outline.chosen { background: rgb(180 83 9 / 8%); box-shadow: 0 0 0 1.5px #b45309 }",
  ".outline.found { background: rgb(220 38 38 / 12%); box-shadow: 0 0 0 2px #dc2626 }",
  ".outline.added { box-shadow: 0 0 0 2px #16a34a }",
  ".outline.moved { box-shadow: 0 0 0 2px #2563eb }",
  ".outline.changed { box-shadow: 0 0 0 2px #d97706 }",
  `.pin { position: absolute; top: 0; left: 0; display: grid; place-items: center; min-width: 26px; min-height: 26px; margin: 0; padding: 0 3px;
    border: 2px solid #fff; border-radius: 13px 13px 13px 4px; color: #fff; box-shadow: 0 2px 6px rgb(0 0 0 / 35%);
    font: 700 12px / 1 system-ui, sans-serif; font-variant-numeric: tabular-nums; pointer-events: auto; cursor: pointer; user-select: none }`,
  ".pin::before { content: attr(data-number) }",
  // On the pin's corner, of one height whatever the font of the sign.
  `.pin::after { position: absolute; bottom: calc(100% - 5px); left: calc(100% - 5px); display: grid; place-items: center; min-width: 13px; height: 13px; padding: 0 2px;
    border-radius: 7px; background: #fff; color: #111; font-size: 9px; line-height: 13px; overflow: hidden; outline: 1px solid #111 }`,
  ...Object.entries(stateLooks).map(([state, [colour]]) => `.pin.${state} { background: ${colour} }`),
  // A pin without a sign is nobody's work yet.
  ...Object.entries(stateLooks).map(([state, [, sign]]) => `.pin.${state}:not(.draft, .sent)::after { content: "${sign}" }`),
  ".pin.draft { border-style: dashed }",
  ".pin.high { box-shadow: 0 0 0 2px #b42318 }",
  `.add-note { position: absolute; top: 0; left: 0; margin: 0; padding: 4px 10px; border: 0; border-radius: 6px; background: #1b1b22; color: #f4f4f6;
    box-shadow: 0 0 0 1px rgb(255 255 255 / 25%); font: 600 12px / 1.4 system-ui, sans-serif; pointer-events: auto; cursor: pointer }`,
  ".pin:focus-visible { outline: 2px solid #4338ca; outline-offset: 1px }",
];
