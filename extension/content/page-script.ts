import type { Annotation, AnnotationTarget, Box, ElementTarget } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import { isOneDocument, isOnePage } from "../../host/contract/page.js";
import { mark } from "../../host/contract/urls.js";
import type { runAudit } from "../capture/audit/run-audit.js";
import { type CaptureWithElements, captureWithElements, withRules } from "../capture/capture.js";
import type { explainStyles } from "../capture/cascade/explain.js";
import { readComponents } from "../capture/components/index.js";
import type { lookUp } from "../capture/components/lookup.js";
import { isApart } from "../capture/components/xray.js";
import { boxesOver, type Masks, readMasks } from "../capture/masked-boxes.js";
import { redactAll } from "../capture/redact.js";
import type { snapshotHtml } from "../capture/snapshot/index.js";
import type { PageScriptName } from "../messages.js";
import type { Glimpse, LatePageApi, PageEvent } from "../page-api.js";
import { ask, browser } from "../platform.js";
import { offerNote } from "./add-note.js";
import { documentToWindow, windowBox } from "./boxes.js";
import { openClosedRoot } from "./closed-roots.js";
import { makeFreeze } from "./freeze.js";
import { makeMarks } from "./marks.js";
import type { Overlay } from "./overlay.js";
import { elementAt, scrollAt, stepFrom } from "./picker.js";
import { offer, receive } from "./scripts.js";
import { selectedText, textBoxes } from "./selected-text.js";
import { type LiveReading, makeTargets } from "./targets.js";
import { declaredValues, makeTryOut } from "./try-out.js";

/** Longest HTML snapshot in bytes: leaves room for what JSON adds on the way to the store, which takes 10 MB. */
const snapshotMaxBytes = 8 * 1024 * 1024;
/** Longest wait for a frame to be painted, in milliseconds: in a background tab nothing is. */
const paintMs = 300;

/** The part of the page's API that reads the page. `uncaught`: the errors that this world has heard; `emit` notifies the sidebar. */
function openPage(overlay: Overlay, uncaught: () => Capture["console"], emit: (event: PageEvent) => void): LatePageApi & { stop(): void } {
  const { element: host, layer } = overlay;
  const components = makeComponents(once<typeof lookUp>("look-up"));
  const audit = once<typeof runAudit>("audit");
  const explain = once<typeof explainStyles>("explain");
  const snapshots = once<typeof snapshotHtml>("snapshot");
  const targets = makeTargets(readNow);
  const marks = makeMarks(layer, boxesOf, targetAt, { renew: () => tryOut.without(targets.renew), isRead: targets.isRead }, emit);
  const freeze = makeFreeze(host);
  const handles = makeHandles();
  const stopSelections = offerNote(layer, emit);
  let heard: Capture["console"] | null = null;
  const tryOut = makeTryOut(layer);
  let staged: Masks = new Map();
  let scrolledFrom: readonly [number, number] | undefined;

  function readNow(): CaptureWithElements {
    const extension = browser.runtime.getManifest().version;
    return captureWithElements(document, {
      exclude: [host],
      extension,
      openClosedRoot,
      // Chromium sends errors only to listeners of the world that threw them: what is heard in this one is our own.
      ...(heard !== null ? { console: { from: "page" as const, entries: heard } } : {}),
      ...(heard === null && isApart ? { console: { from: "uncaught" as const, entries: uncaught() } } : {}),
      ...components.read(),
    });
  }

  const liveOf = (target: AnnotationTarget) => (target.type === "page" ? [] : target.elements.flatMap((one) => targets.live(one) ?? []));

  /** The capture with the declarations of annotated elements, and of those whose selectors a request names. */
  function explained(reading: LiveReading, annotations: readonly Annotation[], selectors: readonly string[], run?: typeof explainStyles) {
    const named = selectors.flatMap((selector) => targets.find(selector) ?? []);
    const elements = [...elementsToExplain(reading, annotations), ...named];
    if (run === undefined || elements.length === 0) return reading.capture;
    try {
      return withRules(reading, run(elements, { openClosedRoot, probeRoot: layer, refOf: refsIn(reading) }));
    } catch (error) {
      // The note goes without them.
      const detail = `the declarations of annotated elements could not be read: ${String(error)}`.slice(0, 500);
      const hole: Capture["holes"][number] = { kind: "style-sheet", ref: "", box: [0, 0, 0, 0], detail };
      return { ...reading.capture, holes: [...reading.capture.holes, hole] };
    }
  }

  /** Nothing where the sidebar lies. */
  function targetAt(x: number, y: number, isFinal: boolean): AnnotationTarget | undefined {
    const element = overlay.isPanelAt(x, y) ? undefined : elementAt(x, y, host);
    if (element === undefined) return undefined;
    return isFinal ? targets.name([element]) : targets.nameKnown([element]);
  }

  /** The record of what was picked, taken at once; then the declarations that it has its look from, where its element is still there. */
  async function record(elements: readonly Element[]): Promise<AnnotationTarget> {
    const target = targets.name(elements);
    return target.type === "page" ? target : { ...target, elements: await withOwnRules(target.elements) };
  }

  async function withOwnRules(all: readonly ElementTarget[]): Promise<ElementTarget[]> {
    const run = await explain();
    return tryOut.without(() =>
      all.map((one, place) => {
        const element = place < mostOfOne ? targets.live(one) : undefined;
        return element === undefined ? one : { ...one, ...ownRules(element, run) };
      }),
    );
  }

  function ownRules(picked: Element, run: typeof explainStyles): Pick<ElementTarget, "rules"> {
    try {
      const refOf = (element: Element) => (element === picked ? "picked" : undefined);
      const { rules } = targets.redacted(run([picked], { openClosedRoot, probeRoot: layer, refOf }));
      const short = { ...rules, elements: rules.elements.map(({ looks: _looks, ...one }) => one) };
      const fitting = [rules, short].find((one) => JSON.stringify(one).length <= rulesMaxChars);
      return fitting === undefined ? {} : { rules: fitting };
    } catch (error) {
      // The record goes without them.
      console.debug("svc: the declarations of a picked element could not be read", error);
      return {};
    }
  }

  function boxesOf(target: AnnotationTarget): readonly Box[] {
    if (target.type === "region" && (target.elements.length === 0 || liveOf(target).length > 0))
      return [documentToWindow(targets.regionNow(target))];
    return target.type === "text"
      ? textBoxes(target, liveOf(target))
      : liveOf(target)
          .filter((element) => element.checkVisibility())
          .map(windowBox)
          .filter(isShown);
  }

  function reveal(target: AnnotationTarget, behavior: ScrollBehavior): void {
    if (target.type !== "region") liveOf(target)[0]?.scrollIntoView({ behavior, block: "center", inline: "nearest" });
    else scrollTo({ left: target.box[0] - innerWidth / 3, top: target.box[1] - innerHeight / 3, behavior });
  }

  function glimpse(element: Element): Glimpse {
    const { role = "", name = "", component = "", source = "" } = targets.known(element) ?? {};
    return { handle: handles.of(element), tag: element.localName, role, name, component, source, box: windowBox(element) };
  }

  const glimpseOf = (element: Element | undefined) => (element === undefined ? undefined : glimpse(element));

  return {
    read: async (annotations, { names = false, snapshot = false, auditMs, request = "" }) => {
      // Everything is loaded before, so that all of it reads the page of one instant.
      const selectors = selectorsIn(request);
      const explainStyles = annotations.length + selectors.length > 0 ? await explain() : undefined;
      const writeSnapshot = snapshot ? await snapshots() : undefined;
      await components.load(names);
      heard = names ? await ask("errors:read", {}) : null;
      const { reading, html, bound, capture, url } = tryOut.without(() => {
        const reading = targets.use(readNow());
        const html = writeSnapshot?.(document, { exclude: [host], openClosedRoot, maxBytes: snapshotMaxBytes });
        const bound = annotations.map((one) =>
          one.url === undefined || isOnePage(one.url, location.href) ? targets.bind(one) : unseen(one),
        );
        return { reading, html, bound, capture: explained(reading, bound, selectors, explainStyles), url: location.href };
      });
      const accessibility =
        auditMs === undefined
          ? reading.capture.accessibility
          : redactAll(await (await audit())(document, { budgetMs: auditMs, refOf: refsIn(reading) }), reading.redact);
      marks.follow();
      const json = JSON.stringify({ ...capture, accessibility, annotations: bound });
      return html === undefined ? { json, url } : { json, url, snapshot: html };
    },
    at: async (x, y) => glimpseOf(elementAt(x, y, host)),
    step: async (handle, step) => {
      const from = handles.element(handle);
      return from === undefined ? undefined : glimpseOf(stepFrom(from, step, host));
    },
    within: async ([x, y, width, height]) => {
      targets.use(readNow());
      return targets.within([x + scrollX, y + scrollY, width, height]).map(glimpse);
    },
    look: async (all) => all.flatMap((handle) => handles.element(handle) ?? []).map(glimpse),
    bring: async (handle) => {
      const element = handles.element(handle);
      element?.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
      return glimpseOf(element);
    },
    scroll: async (x, y, dx, dy) => scrollAt(x, y, [dx, dy], host),
    target: async (all) => record(all.flatMap((handle) => handles.element(handle) ?? [])),
    region: async ([x, y, width, height]) => {
      targets.use(readNow());
      return targets.region([x + scrollX, y + scrollY, width, height]);
    },
    goTo: async (address) => {
      if (isOneDocument(address, location.href)) location.hash = new URL(address).hash;
    },
    marked: async (source) => targets.marked(source),
    selection: async () => {
      const selected = selectedText();
      if (selected === undefined) return undefined;
      const { element, ...text } = selected;
      const named = await record([element]);
      const quoted = targets.redacted(text);
      return { type: "text", ...quoted, text: quoted.text || mark, elements: named.type === "page" ? [] : named.elements };
    },
    mark: async (pins, marked) => marks.show(pins, marked),
    declared: async (target) => {
      const [element] = liveOf(target);
      if (element === undefined) return { values: [], tokens: {} };
      const { rules } = (await explain())([element], { openClosedRoot, probeRoot: layer, refOf: () => "e0" });
      return { values: tryOut.without(() => declaredValues(element, rules)), tokens: targets.tokens() };
    },
    tryValues: async (target, values) => tryOut.show(liveOf(target)[0], values),
    freeze: async (isOn) => {
      if (isOn === true) freeze.hold();
      else if (isOn === false) freeze.release();
      return freeze.held();
    },
    reveal: async (target) => reveal(target, matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth"),
    stage: async (target, scrolls = true) => {
      overlay.hide(true);
      scrolledFrom ??= [scrollX, scrollY];
      if (scrolls && target !== undefined && !boxesOf(target).every(isInWindow)) reveal(target, "instant");
      await painted();
      staged = readMasks(document, { exclude: [host], openClosedRoot });
      return {
        boxes: target === undefined ? [] : boxesOf(target),
        width: innerWidth,
        height: innerHeight,
      };
    },
    masks: async () => boxesOver(staged, readMasks(document, { exclude: [host], openClosedRoot }), window),
    unstage: async () => {
      overlay.hide(false);
      const [left, top] = scrolledFrom ?? [scrollX, scrollY];
      scrolledFrom = undefined;
      if (scrollX !== left || scrollY !== top) scrollTo({ left, top, behavior: "instant" });
    },
    stop: () => {
      tryOut.show(undefined, []);
      freeze.release();
      marks.stop();
      stopSelections();
      targets.stop();
    },
  };
}

/** An annotation of another page keeps the record of its pick: what is here is not what it is about. */
function unseen(annotation: Annotation): Annotation {
  const { target } = annotation;
  if (target.type === "page") return annotation;
  const elements = target.elements.map(({ ref: _ref, candidates: _candidates, ...facts }) => ({ ...facts, present: false }));
  return { ...annotation, target: { ...target, elements } };
}

/** One of the extension's further scripts, brought into this world when it is first needed. */
function once<Value>(script: PageScriptName): () => Promise<Value> {
  let value: Value | undefined;
  return async () => {
    value ??= await receive<Value>(script);
    return value;
  };
}

/**
 * Component names beside the DOM's markers: Firefox shows them to this world through Xrays, in other browsers the page's world must be
 * asked.
 */
function makeComponents(loadLookUp: () => Promise<typeof lookUp>) {
  let lookUpHere: typeof lookUp | undefined;
  let answered = "";
  return {
    /** Brings what the next readings need; `names`: the user has allowed to ask in the page's world, where this one is blind. */
    load: async (names: boolean) => {
      if (isApart) lookUpHere = await loadLookUp();
      else answered = names ? await ask("components:look-up", {}) : "";
    },
    /** What the engine receives. */
    read: () => {
      const json = lookUpHere?.(document) ?? answered;
      const components = json === "" ? undefined : readComponents(document, { json, from: isApart ? "xray" : "page-world" });
      return components === undefined ? {} : { components };
    },
  };
}

function refsIn({ indices }: LiveReading): (element: Element) => string | undefined {
  return (element) => {
    const index = indices.get(element);
    return index === undefined ? undefined : `e${index}`;
  };
}

/** Longest declarations of one picked element, as JSON: the browser stores them with the note. */
const rulesMaxChars = 20_000;

/** Most elements of one annotation that are explained. */
const mostOfOne = 8;

/** Annotated elements, then the controls that they are parts of, then the parents, which make the gaps around them. */
function elementsToExplain({ reader, elements }: LiveReading, annotations: readonly Annotation[]): readonly Element[] {
  const picked = annotations.flatMap(({ target }) => (target.type === "page" ? [] : target.elements.slice(0, mostOfOne)));
  const indices = picked.flatMap(({ ref = "" }) => reader.byRef(ref)?.index ?? []);
  const controls = indices.flatMap((index) => reader.ancestors(index).find((above) => reader.element(above).interactive) ?? []);
  const parents = [...indices, ...controls].flatMap((index) => reader.ancestors(index)[0] ?? []);
  return [...new Set([...indices, ...controls, ...parents])].flatMap((index) => elements[index] ?? []);
}

/** Selectors between backquotes in the words of a request. */
function selectorsIn(request: string): readonly string[] {
  return Array.from(request.matchAll(/`([^`]{1,1000})`/g), ([, selector = ""]) => selector).slice(0, 20);
}

/** Numbers for elements, since elements themselves cannot leave the page. */
function makeHandles() {
  const numbers = new WeakMap<Element, number>();
  const elements = new Map<number, WeakRef<Element>>();
  let last = 0;
  return {
    of: (element: Element): number => {
      const known = numbers.get(element);
      if (known !== undefined) return known;
      numbers.set(element, ++last);
      elements.set(last, new WeakRef(element));
      return last;
    },
    /** Undefined when the element is no longer on the page. */
    element: (handle: number): Element | undefined => {
      const element = elements.get(handle)?.deref();
      return element?.isConnected ? element : undefined;
    },
  };
}

/** What is not rendered has an empty box. */
function isShown([, , width, height]: Box): boolean {
  return width > 0 || height > 0;
}

function isInWindow([x, y, width, height]: Box): boolean {
  return x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
}

/** Two frames later what was hidden and scrolled is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, paintMs);
  });
}

/** What this script passes on: the engine that reads the page, the picker and the pins. */
export type PageScript = typeof openPage;

offer("page", openPage);
