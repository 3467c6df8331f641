import { sourceLocation } from "./source-path.js";

/** What is known of an element's component and source, `file:line:column` as far as that is stated; empty texts for what is not. */
export interface Place {
  readonly component: string;
  readonly source: string;
}

const nowhere: Place = { component: "", source: "" };

type Read = (name: string) => string | null;

/** The first that yields a source wins: those with line and column come before those with a file only. */
const sources: readonly { readonly attribute: string; readonly read: (value: string, read: Read) => string }[] = [
  // code-inspector-plugin: `file:line:column:tag`.
  { attribute: "data-insp-path", read: (value) => located(value.replace(/(:\d+:\d+):[^:/\\]*$/, "$1")) },
  // LocatorJS: `file:line:column`, also `file::expression`.
  { attribute: "data-locatorjs", read: located },
  { attribute: "data-source-loc", read: (value) => (value.startsWith("{") ? fromJson(value) : located(value)) },
  { attribute: "data-v-inspector", read: located },
  { attribute: "data-tsd-source", read: located },
  { attribute: "data-qwik-inspector", read: located },
  {
    attribute: "data-inspector-relative-path",
    read: (value, read) => sourceLocation(value, place(read("data-inspector-line")), place(read("data-inspector-column"))),
  },
  {
    attribute: "data-astro-source-file",
    read: (value, read) => {
      const [line, column] = (read("data-astro-source-loc") ?? "").split(":");
      return sourceLocation(value, place(line), place(column));
    },
  },
  { attribute: "data-sentry-source-file", read: (value) => sourceLocation(value) },
];

const components = ["data-sentry-component", "data-component", "data-ds"] as const;

/** All attributes that are read as markers. */
export const markerAttributes: readonly string[] = [
  ...sources.map(({ attribute }) => attribute),
  "data-inspector-line",
  "data-inspector-column",
  "data-astro-source-loc",
  ...components,
];

const known = new Set(markerAttributes);

export const isMarker = (attribute: string): boolean => known.has(attribute);

/** Reads the markers that build plugins leave on an element. `names`: of all its attributes. */
export function markersOf(element: Element, names: readonly string[]): Place {
  if (!names.some(isMarker)) return nowhere;
  // Of the prototype: a form answers to the names of its controls first. Programs that only ask for the names of attributes have no DOM.
  const read: Read = (name) => Element.prototype.getAttribute.call(element, name);
  const component = components.map(read).find((value) => value !== null && isName(value)) ?? "";
  let source = "";
  for (const { attribute, read: sourceOf } of sources) {
    const value = read(attribute);
    if (value !== null && value.length <= 1_000) source = sourceOf(value, read);
    if (source !== "") break;
  }
  return { component, source };
}

/** A component's name, not some text that an attribute of the same name holds on other pages. */
function isName(value: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$.:/-]{0,99}$/u.test(value);
}

function located(value: string): string {
  const match = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(value.trim().replace(/::\d+$/, ""));
  const file = match?.[1] ?? "";
  // A file has an ending or a folder; anything else under that name is no source.
  return /[./\\]/.test(file) ? sourceLocation(file, place(match?.[2]), place(match?.[3])) : "";
}

function fromJson(value: string): string {
  const path = /"(?:path|file|fileName)"\s*:\s*"([^"]+)"/.exec(value)?.[1] ?? "";
  const line = /"(?:line|lineNumber|start)"\s*:\s*(\d+)/.exec(value)?.[1];
  const column = /"(?:column|columnNumber)"\s*:\s*(\d+)/.exec(value)?.[1];
  return line === undefined ? located(path) : sourceLocation(path, place(line), place(column));
}

function place(text: string | null = ""): number {
  return Number(text);
}
