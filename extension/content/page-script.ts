import type { Annotation, AnnotationTarget, Box, ElementTarget } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import { isOneDocument, isOnePage } from "../../host/contract/page.js";
import { componentWhole } from "../../host/contract/place-name.js";
import { targetElements } from "../../host/contract/targets.js";
import { mark } from "../../host/contract/urls.js";
import type { runAudit } from "../capture/audit/run-audit.js";
import { type CaptureOptions, type CaptureWithElements, captureWithElements, warmUp, warmUpSteps, withRules } from "../capture/capture.js";
import type { explainStyles } from "../capture/cascade/explain.js";
import { readComponents } from "../capture/components/index.js";
import type { lookUp } from "../capture/components/lookup.js";
import { isApart } from "../capture/components/xray.js";
import { boxesOver, type Masks, readMasks } from "../capture/masked-boxes.js";
import { redactAll } from "../capture/redact.js";
import type { snapshotHtml } from "../capture/snapshot/index.js";
import type { PageScriptName } from "../messages.js";
import type { Declared, Glimpse, LatePageApi, PageEvent, PageReading, ReadOptions } from "../page-api.js";
import { ask, browser } from "../platform.js";
import { offerNote } from "./add-note.js";
import { documentToWindow, windowBox } from "./boxes.js";
import { openClosedRoot } from "./closed-roots.js";
import { makeFreeze } from "./freeze.js";
import { makeMarks } from "./marks.js";
import type { Overlay } from "./overlay.js";
import { painted } from "./painted.js";
import { elementAt, scrollAt, stepFrom } from "./picker.js";
import { offer, receive } from "./scripts.js";
import { selectedText, textBoxes } from "./selected-text.js";
import { type ElementsTarget, type LiveReading, makeTargets, type Targets } from "./targets.js";
import { declaredValues, makeTryOut, type TryOut } from "./try-out.js";

/** Longest HTML snapshot in bytes: leaves room for what JSON adds on the way to the store, which takes 10 MB. */
const snapshotMaxBytes = 8 * 1024 * 1024;

interface PageParts {
  readonly overlay: Overlay;
  readonly reader: PageReader;
  readonly targets: Targets;
  readonly tryOut: TryOut;
  readonly handles: Handles;
  /** Scripts of their own, loaded when they are first needed. */
  readonly audit: () => Promise<typeof runAudit>;
  readonly explain: () => Promise<typeof explainStyles>;
  readonly snapshots: () => Promise<typeof snapshotHtml>;
}

export interface OpenedPage extends LatePageApi {
  stop(): void;
}

/** `uncaught`: the errors that this world has heard; `emit` notifies the sidebar. */
function openPage(overlay: Overlay, uncaught: () => Capture["console"], emit: (event: PageEvent) => void): OpenedPage {
  const { element: host, layer } = overlay;
  const reader = makeReader(host, uncaught);
  const parts: PageParts = {
    ...{ overlay, reader },
    ...{ targets: makeTargets(reader.now), tryOut: makeTryOut(layer), handles: makeHandles() },
    ...{ audit: once("audit"), explain: once("explain"), snapshots: once("snapshot") },
  };
  const { targets, tryOut, handles } = parts;
  const marks = makeMarks(
    overlay,
    (target) => boxesOf(parts, target),
    { renew: () => tryOut.without(targets.renew), isDecided: targets.isDecided },
    (event) => {
      if (event.type === "viewport") ahead = undefined;
      emit(event);
    },
  );
  let ahead: Ahead | undefined;
  const freeze = makeFreeze(host);
  const stopSelections = offerNote(layer, emit);
  const elementsOf = (all: readonly number[]) => all.flatMap((handle) => handles.element(handle) ?? []);
  const glimpseOf = (element: Element | undefined) => element && glimpse(parts, element);
  const boxNow = ([x, y, width, height]: Box): Box => {
    targets.use(reader.now());
    return [x + scrollX, y + scrollY, width, height];
  };

  return {
    read: async (annotations, options) => {
      const held = ahead?.asked === JSON.stringify([annotations, options]) && performance.now() < ahead.untilMs ? ahead : undefined;
      ahead = undefined;
      const early = await held?.reading;
      const isSame = early?.of !== undefined && early.of === targets.unchanged();
      const reading = isSame ? early.reading : await readPage(parts, annotations, options);
      marks.follow();
      return reading;
    },
    readAhead: async (annotations, options) => {
      const reading = readPage(parts, annotations, options).then((reading) => ({ reading, of: targets.unchanged() }));
      ahead = { asked: JSON.stringify([annotations, options]), untilMs: performance.now() + aheadMs, reading };
      await reading;
    },
    at: async (x, y) => glimpseOf(elementAt(x, y, host)),
    step: async (handle, step) => {
      const from = handles.element(handle);
      return from === undefined ? undefined : glimpseOf(stepFrom(from, step, host));
    },
    within: async (box) => targets.within(boxNow(box)).map((element) => glimpse(parts, element)),
    look: async (all) => elementsOf(all).map((element) => glimpse(parts, element)),
    bring: async (handle) => {
      const element = handles.element(handle);
      element?.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
      return glimpseOf(element);
    },
    scroll: async (x, y, dx, dy) => scrollAt(x, y, [dx, dy], host),
    target: async (all) => record(parts, elementsOf(all)),
    region: async (box) => targets.region(boxNow(box)),
    goTo: async (address) => {
      if (isOneDocument(address, location.href)) location.hash = new URL(address).hash;
    },
    marked: async (source) => targets.marked(source),
    selection: () => selection(parts),
    mark: async (pins, marked) => marks.show(pins, marked),
    declared: (target) => declared(parts, target),
    tryValues: async (target, values) => tryOut.show(liveOf(parts, target)[0], values),
    freeze: async (isOn) => {
      if (isOn === true) freeze.hold();
      else if (isOn === false) freeze.release();
      return freeze.held();
    },
    reveal: async (target) => reveal(parts, target, matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth"),
    ...makeStage(parts),
    stop: () => {
      tryOut.show(undefined, []);
      freeze.release();
      marks.stop();
      reader.stop();
      stopSelections();
      targets.stop();
    },
  };
}

/** A reading for what may be asked next. `of`: by what elements are named as long as it holds. */
interface Ahead {
  readonly asked: string;
  readonly untilMs: number;
  readonly reading: Promise<{ readonly reading: PageReading; readonly of: LiveReading | undefined }>;
}

const aheadMs = 1_000;

/** Reads the page of one instant: everything is loaded before. */
async function readPage(parts: PageParts, annotations: readonly Annotation[], options: ReadOptions): Promise<PageReading> {
  const { reader, overlay, targets, tryOut } = parts;
  const { names = false, snapshot = false, auditMs, request = "" } = options;
  const selectors = selectorsIn(request);
  const explainStyles = annotations.length + selectors.length > 0 ? await parts.explain() : undefined;
  const writeSnapshot = snapshot ? await parts.snapshots() : undefined;
  await reader.prepare(names);
  const { reading, html, bound, capture, url } = tryOut.without(() => {
    const reading = targets.use(reader.now());
    const html = writeSnapshot?.(document, { exclude: [overlay.element], openClosedRoot, maxBytes: snapshotMaxBytes });
    const bound = annotations.map((one) => (one.url === undefined || isOnePage(one.url, location.href) ? targets.bind(one) : unseen(one)));
    return { reading, html, bound, capture: explained(parts, reading, bound, selectors, explainStyles), url: location.href };
  });
  const accessibility =
    auditMs === undefined
      ? reading.capture.accessibility
      : redactAll(await (await parts.audit())(document, { budgetMs: auditMs, refOf: refsIn(reading) }), reading.redact);
  const json = JSON.stringify({ ...capture, accessibility, annotations: bound });
  return html === undefined ? { json, url } : { json, url, snapshot: html };
}

/** The capture with the declarations of annotated elements, and of those whose selectors a request names. */
function explained(
  { overlay, targets }: PageParts,
  reading: LiveReading,
  annotations: readonly Annotation[],
  selectors: readonly string[],
  run?: typeof explainStyles,
): Capture {
  const named = selectors.flatMap((selector) => targets.find(selector) ?? []);
  const elements = [...elementsToExplain(reading, annotations), ...named];
  if (run === undefined || elements.length === 0) return reading.capture;
  try {
    return withRules(reading, reading.reader.nodes, run(elements, { openClosedRoot, probeRoot: overlay.layer, refOf: refsIn(reading) }));
  } catch (error) {
    // The note goes without them.
    const detail = `the declarations of annotated elements could not be read: ${String(error)}`.slice(0, 500);
    const hole: Capture["holes"][number] = { kind: "style-sheet", ref: "", box: [0, 0, 0, 0], detail };
    return { ...reading.capture, holes: [...reading.capture.holes, hole] };
  }
}

function glimpse({ targets, handles }: PageParts, element: Element): Glimpse {
  const { role = "", name = "", component: own, source = "" } = targets.known(element) ?? {};
  const component = componentWhole(own, targets.known(element.parentElement ?? element)?.component);
  return { handle: handles.of(element), tag: element.localName, role, name, component, source, box: windowBox(element) };
}

/** The record of what was picked, taken at once; then the declarations that it has its look from, where its element is still there. */
async function record(parts: PageParts, elements: readonly Element[]): Promise<ElementsTarget> {
  const target = parts.targets.name(elements);
  const run = await parts.explain();
  const withRules = parts.tryOut.without(() =>
    target.elements.map((one, place) => {
      const element = place < mostOfOne ? parts.targets.live(one) : undefined;
      return element === undefined ? one : { ...one, ...ownRules(parts, element, run) };
    }),
  );
  return { ...target, elements: withRules };
}

function ownRules({ overlay, targets }: PageParts, picked: Element, run: typeof explainStyles): Pick<ElementTarget, "rules"> {
  try {
    const refOf = (element: Element) => (element === picked ? "picked" : undefined);
    const { rules } = targets.redacted(run([picked], { openClosedRoot, probeRoot: overlay.layer, refOf }));
    const short = { ...rules, elements: rules.elements.map(({ looks: _looks, ...one }) => one) };
    const fitting = [rules, short].find((one) => JSON.stringify(one).length <= rulesMaxChars);
    return fitting === undefined ? {} : { rules: fitting };
  } catch (error) {
    // The record goes without them.
    console.debug("svc: the declarations of a picked element could not be read", error);
    return {};
  }
}

async function selection(parts: PageParts): Promise<AnnotationTarget | undefined> {
  const selected = selectedText();
  if (selected === undefined) return undefined;
  const { element, ...text } = selected;
  const { elements } = await record(parts, [element]);
  const quoted = parts.targets.redacted(text);
  return { type: "text", ...quoted, text: quoted.text || mark, elements };
}

async function declared(parts: PageParts, target: AnnotationTarget): Promise<Declared> {
  const { overlay, targets, tryOut } = parts;
  const [element] = liveOf(parts, target);
  if (element === undefined) return { values: [], tokens: {} };
  const { rules } = (await parts.explain())([element], { openClosedRoot, probeRoot: overlay.layer, refOf: () => "e0" });
  return { values: tryOut.without(() => declaredValues(element, rules)), tokens: targets.tokens() };
}

function liveOf({ targets }: PageParts, target: AnnotationTarget): Element[] {
  return targetElements(target).flatMap((one) => targets.live(one) ?? []);
}

function boxesOf(parts: PageParts, target: AnnotationTarget): readonly Box[] {
  const live = liveOf(parts, target);
  if (target.type === "region" && (target.elements.length === 0 || live.length > 0))
    return [documentToWindow(parts.targets.regionNow(target))];
  if (target.type === "text") return textBoxes(target, live);
  const shown = live.filter((element) => element.checkVisibility()).map(windowBox);
  // What is not rendered has an empty box.
  return shown.filter(([, , width, height]) => width > 0 || height > 0);
}

function reveal(parts: PageParts, target: AnnotationTarget, behavior: ScrollBehavior): void {
  if (target.type !== "region") liveOf(parts, target)[0]?.scrollIntoView({ behavior, block: "center", inline: "nearest" });
  else scrollTo({ left: target.box[0] - innerWidth / 3, top: target.box[1] - innerHeight / 3, behavior });
}

function makeStage(parts: PageParts): Pick<LatePageApi, "stage" | "masks" | "unstage"> {
  const { overlay } = parts;
  let staged: Masks = new Map();
  let scrolledFrom: readonly [number, number] | undefined;
  const masksNow = () => readMasks(document, { exclude: [overlay.element], openClosedRoot });
  return {
    stage: async (targets, scrolls) => {
      overlay.hide(true);
      scrolledFrom ??= [scrollX, scrollY];
      const first = targets.find((target) => boxesOf(parts, target).length > 0);
      if (scrolls && first !== undefined && !boxesOf(parts, first).every(isInWindow)) reveal(parts, first, "instant");
      await painted();
      staged = masksNow();
      const boxes = targets.map((target) => boxesOf(parts, target).filter((_, __, all) => target === first || all.every(isInWindow)));
      return { boxes, width: innerWidth, height: innerHeight };
    },
    masks: async () => {
      overlay.hide(false);
      return boxesOver(staged, masksNow(), window);
    },
    unstage: async () => {
      overlay.hide(false);
      const [left, top] = scrolledFrom ?? [scrollX, scrollY];
      scrolledFrom = undefined;
      if (scrollX !== left || scrollY !== top) scrollTo({ left, top, behavior: "instant" });
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

/** Reads the page anew each time, without what is ours. */
interface PageReader {
  /** Brings what the next readings need; `names`: the user has allowed to ask in the page's world, where this one is blind. */
  prepare(names: boolean): Promise<void>;
  now(): CaptureWithElements;
  stop(): void;
}

/** After so many milliseconds the sidebar is shown: it takes 0.1 to 0.3 s. */
const shownMs = 1_000;

/** Component names and errors: Firefox shows them to this world, in other browsers the page's must be asked. */
function makeReader(host: Element, uncaught: () => Capture["console"]): PageReader {
  const own = { exclude: [host], openClosedRoot };
  const loadLookUp = once<typeof lookUp>("look-up");
  let lookUpHere: typeof lookUp | undefined;
  let answered = "";
  let heard: Capture["console"] | null = null;
  // While the sidebar's frame is loading, and once it is shown: between them the frame needs this thread.
  const idle: number[] = [];
  const warmUpWhenIdle = (elements: number) => idle.push(requestIdleCallback(() => warmUp(document, elements, own)));
  const [first, second] = warmUpSteps;
  warmUpWhenIdle(first);
  const later = setTimeout(warmUpWhenIdle, shownMs, second);
  const stop = () => {
    clearTimeout(later);
    idle.forEach(cancelIdleCallback);
  };

  function consoleNow(): Pick<CaptureOptions, "console"> {
    if (heard !== null) return { console: { from: "page", entries: heard } };
    // Chromium sends errors only to listeners of the world that threw them: what is heard in this one is our own.
    return isApart ? { console: { from: "uncaught", entries: uncaught() } } : {};
  }

  return {
    prepare: async (names) => {
      [lookUpHere, answered, heard] = await Promise.all([
        isApart ? loadLookUp() : undefined,
        names && !isApart ? ask("components:look-up", {}) : "",
        names ? ask("errors:read", {}) : null,
      ]);
    },
    now: () => {
      stop();
      const json = lookUpHere?.(document) ?? answered;
      const components = json === "" ? undefined : readComponents(document, { json, from: isApart ? "xray" : "page-world" });
      const extension = browser.runtime.getManifest().version;
      const found = { ...consoleNow(), ...(components === undefined ? {} : { components }) };
      return captureWithElements(document, { ...own, extension, ...found });
    },
    stop,
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

/** Annotated elements, then the controls that they are parts of, then the parents, which lay them out. */
function elementsToExplain({ reader, elements }: LiveReading, annotations: readonly Annotation[]): readonly Element[] {
  const picked = annotations.flatMap(({ target }) => targetElements(target).slice(0, mostOfOne));
  const indices = picked.flatMap(({ ref = "" }) => reader.byRef(ref)?.index ?? []);
  const controls = indices.flatMap((index) => reader.ancestors(index).find((above) => reader.element(above).interactive) ?? []);
  const parents = [...indices, ...controls].flatMap((index) => reader.ancestors(index).slice(0, 2));
  return [...new Set([...indices, ...controls, ...parents])].flatMap((index) => elements[index] ?? []);
}

function selectorsIn(request: string): readonly string[] {
  return Array.from(request.matchAll(/`([^`]{1,1000})`/g), ([, selector = ""]) => selector).slice(0, 20);
}

/** Numbers for elements, since elements themselves cannot leave the page. */
interface Handles {
  of(element: Element): number;
  /** Undefined when the element is no longer on the page. */
  element(handle: number): Element | undefined;
}

function makeHandles(): Handles {
  const numbers = new WeakMap<Element, number>();
  const elements = new Map<number, WeakRef<Element>>();
  let last = 0;
  return {
    of: (element) => {
      const known = numbers.get(element);
      if (known !== undefined) return known;
      numbers.set(element, ++last);
      elements.set(last, new WeakRef(element));
      return last;
    },
    element: (handle) => {
      const element = elements.get(handle)?.deref();
      return element?.isConnected ? element : undefined;
    },
  };
}

function isInWindow([x, y, width, height]: Box): boolean {
  return x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
}

export type PageScript = typeof openPage;

offer("page", openPage);
