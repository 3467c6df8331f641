import type { Annotation, AnnotationTarget, ElementTarget } from "./annotation.js";
import type { Capture } from "./capture.js";
import * as nodeFlags from "./node-flags.js";
import type { Nodes } from "./nodes.js";
import { isOnePage } from "./page.js";
import { type CapturedElement, type CaptureReader, readCapture } from "./reader.js";
import type { StyleRules } from "./style-rules.js";
import { targetElements } from "./targets.js";

export interface ReadElement {
  readonly reader: CaptureReader;
  readonly element: CapturedElement;
}

/** The element that a target names in the capture that carries its annotation; undefined where that does not show it. */
export function shownElement(reader: CaptureReader, { ref, present = true }: ElementTarget): CapturedElement | undefined {
  return present && ref !== undefined ? reader.byRef(ref) : undefined;
}

/** Whether a capture shows the first element of its copy of an annotation. */
export function isShown(target: AnnotationTarget): boolean {
  const [first] = targetElements(target);
  return first?.ref !== undefined && first.present !== false;
}

/** Address of the page that an annotation is of: another route than that of the capture which carries it, where it was sent from there. */
export function pageOf({ target, url }: Pick<Annotation, "target" | "url">, captureUrl: string): string {
  const own = url === undefined || isOnePage(url, captureUrl) ? captureUrl : url;
  return (target.type === "page" || isShown(target) ? undefined : target.elements[0]?.url) ?? own;
}

export function isOfSameElements(one: AnnotationTarget, other: AnnotationTarget): boolean {
  if (one.type === "page" || other.type === "page") return false;
  return one.elements.some(({ key, selector }) => other.elements.some((same) => same.key === key || same.selector === selector));
}

/** An element as it was picked, for pages that do not show it any more: a capture of the pick's facts, ancestors and neighbours alone. */
export function readPickedElement(capture: Capture, target: ElementTarget): ReadElement {
  const { nodes, index } = nodesOf(target);
  const entries = Object.entries(target.styles ?? {});
  const styles = {
    properties: entries.map(([property]) => property).slice(0, 100),
    values: ["", ...entries.map(([, value]) => value)],
    sets: [[], entries.slice(0, 100).map((_, place) => place + 1)],
    tokens: capture.styles.tokens,
  };
  const { url = capture.metadata.url, pickedAt = capture.metadata.capturedAt } = target;
  const { rules: _rules, ...page } = capture;
  const rules = rulesOf(target, `e${index}`);
  const reader = readCapture({
    ...page,
    metadata: { ...capture.metadata, url, capturedAt: pickedAt },
    ...{ nodes, styles, holes: [], removed: {}, accessibility: { status: "not-run", findings: [] }, annotations: [] },
    ...(rules === undefined ? {} : { rules }),
  });
  return { reader, element: reader.element(index) };
}

interface Entry {
  readonly depth: number;
  readonly tag: string;
  readonly role?: string | undefined;
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  readonly component?: string | undefined;
  readonly source?: string | undefined;
  readonly selector?: string;
}

/** Ancestors from the outermost; below the last of them what stood before the element, the element, and what stood after it. */
function nodesOf(target: ElementTarget): { nodes: Nodes; index: number } {
  const { ancestors = [], neighbours = [] } = target;
  const beside = (sign: number) =>
    ancestors.length === 0
      ? []
      : neighbours.filter(({ at }) => at * sign > 0).map((one): Entry => ({ ...one, name: one.text, depth: ancestors.length }));
  const before = [...ancestors.toReversed().map((one, depth): Entry => ({ ...one, depth })), ...beside(-1)];
  const index = before.length;
  const entries = [...before, ...pickedEntries(target, ancestors.length), ...beside(1)];
  const { strings, intern } = stringTable();
  const column = (read: (entry: Entry) => string | undefined) => entries.map((entry) => intern(read(entry)));
  const sparse = (read: (entry: Entry) => string | undefined) =>
    entries.flatMap((entry, place) => (read(entry) ? [place, intern(read(entry))] : []));
  const nodes: Nodes = {
    count: entries.length,
    strings,
    depth: entries.map(({ depth }) => depth),
    tag: column(({ tag }) => tag),
    role: column((entry) => entry.role ?? roleOf(entry)),
    name: column(({ name }) => name),
    text: column(({ text }) => text),
    attributes: entries.map((_, place) => place + 1),
    attributeSets: [[], ...entries.map(({ attributes }) => Object.entries(attributes).flatMap((pair) => pair.map(intern)))],
    // Of the others no box is known.
    box: entries.flatMap((_, place) => (place === index ? target.box.map((px) => Math.round(px * 4)) : [0, 0, 0, 0])),
    style: entries.map((_, place) => (place === index ? 1 : 0)),
    flags: entries.map(() => nodeFlags.rendered | nodeFlags.visible | nodeFlags.accessible),
    step: column(({ selector }) => selector),
    from: entries.map(() => 0),
    roots: [{ kind: "document", host: -1 }],
    rootRuns: [0, 0],
    ...{ states: [], before: [], after: [] },
    component: sparse(({ component }) => component),
    source: sparse(({ source }) => source),
  };
  return { nodes, index };
}

/** The element, and the words of all that it holds where it has none itself. */
function pickedEntries(target: ElementTarget, depth: number): Entry[] {
  const { selector, tag = tagOf(selector), attributes = {}, text = "", inner = "", source } = target;
  const labelled = namesIn(target.label, tag);
  const { role = labelled.role, name = labelled.name, component = labelled.component } = target;
  const element = { ...{ depth, tag, role, name, text, attributes, component, selector }, source };
  return text !== "" || inner === "" ? [element] : [element, { depth: depth + 1, tag: "", attributes: {}, text: inner }];
}

function stringTable() {
  const strings = [""];
  const places = new Map([["", 0]]);
  const intern = (value = "") => {
    const place = places.get(value) ?? strings.push(value) - 1;
    places.set(value, place);
    return place;
  };
  return { strings, intern };
}

/** Reads what `labelOf` wrote: all that some records know of an element beside its selector. */
function namesIn(label = "", tag: string): { role: string; name: string; component: string } {
  const [, word = "", name = "", component = ""] = /^([\w-]+)?(?: ?“(.*?)”)?(?: ?<(.*)>)?/.exec(label) ?? [];
  return { role: word === tag ? "" : word, name, component };
}

/** The type selector that a selector ends with; empty where it has none. */
function tagOf(selector: string): string {
  return /(?:^|[\s>])([a-z][\w-]*)[^\s>]*$/i.exec(selector)?.[1]?.toLowerCase() ?? "";
}

/** Roles that make a control of what stands in them. */
function roleOf({ tag, attributes }: Entry): string {
  if (attributes["role"] !== undefined) return attributes["role"];
  if (tag === "a") return attributes["href"] === undefined ? "" : "link";
  return tag === "button" ? "button" : "";
}

/** Refs of another capture name nothing here. */
function rulesOf({ rules }: ElementTarget, ref: string): StyleRules | undefined {
  const [own] = rules?.elements ?? [];
  if (rules === undefined || own === undefined) return undefined;
  const foreign = (from: string | undefined) => (from === undefined ? {} : { from: /^e\d+$/.test(from) ? "an ancestor" : from });
  const properties = own.properties.map(({ from, variables, ...one }) => ({
    ...one,
    ...foreign(from),
    ...(variables && { variables: variables.map(({ from: owner, ...variable }) => ({ ...variable, ...foreign(owner) })) }),
  }));
  const looks = own.looks?.map(({ from, ...look }) => ({ ...look, ...foreign(from) }));
  return { ...rules, elements: [{ ref, properties, ...(looks && { looks }) }] };
}
