import { memoized } from "../../../../host/contract/memoized.js";
import { isObject, textField } from "../foreign.js";
import type { Sight } from "../reader.js";
import { sourceLocation, sourcePath } from "../source-path.js";
import { engineStack, isApart } from "../xray.js";

interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Whether React called what made the element: a component's own function, no callback. */
  readonly isOwners: boolean;
  /** The function's name, of a class with its method; empty without one. */
  readonly name: string;
}

/** A call that makes an element, as it stands in the compiled text of a component, and the place in the source that it carries. */
interface Call {
  readonly row: number;
  /** Of the call's beginning, and of its opening parenthesis: engines report that of a call through an expression, as `(0, runtime["jsxDEV"])(…)`. */
  readonly columns: readonly [start: number, parenthesis: number];
  readonly tag: string;
  readonly file: string;
  readonly sourceLine: number;
  readonly sourceColumn: number;
}

interface Seen {
  readonly frame: Frame;
  readonly tag: string;
}

/**
 * React 19 keeps of an element only the stack of the call that made it: a line of the compiled module. The compiled call still carries the
 * place in the source as an argument. Where in the module the component's text begins is unknown, but all its stacks must fall on calls of
 * their own tag: few beginnings fit, mostly one. Only when the fitting ones agree is a line returned, else the file alone.
 *
 * The returned function's `components`: functions of the owner, then of those around, nearest first; undefined for one that is not known.
 */
export function makeStackSources() {
  // What the React Compiler has rewritten carries lines of what it wrote: no line of the page is then the source's.
  let isRewritten = false;
  const sitesOf = memoized((component: object) => {
    const text = textOf(component);
    isRewritten ||= compilerCache.test(text);
    return makeSites(callsIn(text), () => isRewritten);
  });
  return (stack: object, components: readonly (object | undefined)[], tag: string): Sight =>
    () => {
      const frame = callerFrame(stack);
      if (frame === undefined) return () => "";
      const seen = { frame, tag };
      const [owner] = components;
      for (const component of components) {
        if (component === undefined) continue;
        // The owner of what was cloned is who cloned it: the component that made it is one around, of the name in the stack.
        if (frame.isOwners && owner !== undefined && component !== owner && !isNamed(component, frame)) continue;
        const sites = sitesOf(component);
        if (sites.mayHold(seen)) return sites.see(seen);
      }
      return () => fileOnly(frame);
    };
}

function isNamed(component: object, { name }: Frame): boolean {
  const own = textField(component, "name");
  return own !== "" && (name === own || name === `${own}.render`);
}

/** The first statement of a component that the React Compiler has rewritten. */
const compilerCache = /\bconst \$ = [^;\n]{0,200}\(\d+\);/;

function makeSites(calls: readonly Call[], isRewritten: () => boolean) {
  const seen = new Map<string, Seen>();
  let file = "";
  let starts: ReadonlySet<number> | undefined;
  return {
    /** Whether a call in the component's text fits, and its other elements come from the same file. */
    mayHold: ({ frame, tag }: Seen) =>
      (file === "" || file === frame.file || frame.isOwners) && calls.some((call) => fits(call, frame, tag)),
    /** Takes a sighting; the answer waits until all are in. */
    see({ frame, tag }: Seen): () => string {
      // The owner's own calls say which file it is from: another module's callback may have fitted before.
      if (frame.isOwners && file !== frame.file) seen.clear();
      if (frame.isOwners || file === "") file = frame.file;
      seen.set(`${frame.line}:${frame.column}:${tag}`, { frame, tag });
      return () => {
        if (file !== frame.file) return fileOnly(frame);
        starts ??= new Set(startsThatFit(calls, [...seen.values()]));
        const possible = starts;
        const [first, ...others] = calls.filter((call) => fits(call, frame, tag) && possible.has(frame.line - call.row));
        const agreed = first !== undefined && others.every((call) => call.sourceLine === first.sourceLine);
        if (!agreed) return fileOnly(frame);
        const stated = first.file || frame.file;
        return isRewritten() ? sourceLocation(stated) : sourceLocation(stated, first.sourceLine, first.sourceColumn);
      };
    },
  };
}

function startsThatFit(calls: readonly Call[], seen: readonly Seen[]): number[] {
  const possible = seen.map(
    ({ frame, tag }) => new Set(calls.filter((call) => fits(call, frame, tag)).map((call) => frame.line - call.row)),
  );
  const [first = new Set<number>(), ...others] = possible;
  return [...first].filter((start) => others.every((starts) => starts.has(start)));
}

/** In the text's first row the column means nothing: the module may have something before it. */
function fits(call: Call, frame: Frame, tag: string): boolean {
  return call.tag === tag && (call.row === 0 || call.columns.includes(frame.column - 1)) && isOfModule(call, frame);
}

/** A library's calls carry no places, and those of a module that is served one by one carry the module's name. */
function isOfModule({ file }: Call, frame: Frame): boolean {
  if (ofLibrary.test(frame.file)) return false;
  if (file === "" || !ofModule.test(frame.file)) return true;
  const [served, stated] = [partsOf(frame.file), partsOf(file)];
  const common = served.length < 2 || stated.length < 2 ? 1 : 2;
  return served.slice(-common).join("/") === stated.slice(-common).join("/");
}

function partsOf(file: string): string[] {
  return sourcePath(file)
    .split("/")
    .filter((part) => part !== "");
}

/** Each call ends with its place, after the calls nested in it: the last one open is the one a place belongs to. */
function callsIn(text: string): Call[] {
  const calls: Call[] = [];
  const open: { at: number; length: number; tag: string }[] = [];
  const tokens =
    /(?<call>(?:\(0,\s*)?(?<![\w$.])[\w$.]*(?:\[")?jsx(?:s|DEV)?(?:"\])?\)?\(\s*(?:"(?<tag>[^"]*)")?)|fileName:\s*(?:"(?<file>[^"]*)"|[\w$]+),\s*lineNumber:\s*(?<line>\d+),\s*columnNumber:\s*(?<column>\d+)/g;
  for (const { index, groups = {} } of text.matchAll(tokens)) {
    const { call, tag = "", file = "", line, column } = groups;
    if (call !== undefined) open.push({ at: index, length: call.lastIndexOf("("), tag });
    else {
      const begun = open.pop();
      if (begun === undefined) continue;
      const before = text.slice(0, begun.at);
      const row = before.split("\n").length - 1;
      const start = begun.at - (before.lastIndexOf("\n") + 1);
      calls.push({
        row,
        columns: [start, start + begun.length],
        tag: begun.tag,
        file,
        sourceLine: Number(line),
        sourceColumn: Number(column),
      });
    }
  }
  return calls;
}

/** The frame below React's own: the component that asked for the element. */
function callerFrame(error: object): Frame | undefined {
  // A page names its functions at will.
  const lines = stackOf(error)
    .split("\n")
    .filter(({ length }) => length <= 2_000);
  const frames = lines.map((line) => /(?:^\s*at (?:.*?\()?|@)(\S+?):(\d+):(\d+)\)?$/.exec(line)).filter((match) => match !== null);
  const [, file, line, column] = frames[1] ?? [];
  const isOwners = /react[-_]stack[-_]bottom[-_]frame/.test(frames[2]?.input ?? "");
  const name = /^(?:\s*at )?([^\s@(]{1,200})(?= \(|@)/.exec(frames[1]?.input ?? "")?.[1] ?? "";
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column), isOwners, name };
}

/** Engines show the stack through a getter of their own; one that the page has put there is not run. */
function stackOf(error: object): string {
  try {
    if (isApart) return shortText(engineStack(error));
    for (let at: object | null = error; at !== null; at = Reflect.getPrototypeOf(at)) {
      const found = Reflect.getOwnPropertyDescriptor(at, "stack");
      if (found === undefined) continue;
      const { get } = found;
      const value: unknown =
        get === undefined ? found.value : /\{\s*\[native code\]\s*\}$/.test(textOf(get)) ? Reflect.apply(get, error, []) : "";
      return shortText(value);
    }
  } catch {
    // A trap that throws: no stack.
  }
  return "";
}

function shortText(value: unknown): string {
  return typeof value === "string" && value.length < 20_000 ? value : "";
}

function textOf(component: unknown): string {
  if (!isObject(component)) return "";
  try {
    const text = Function.prototype.toString.call(component);
    return text.length < 200_000 ? text : "";
  } catch {
    // A proxy around something else than a function.
    return "";
  }
}

/** A module served one by one keeps its source's name; a server component's frame leads on by a source map; other bundles say nothing. */
function fileOnly({ file, line, column }: Frame): string {
  if (ofModule.test(file)) return sourceLocation(file);
  return ofServer.test(file) && !ofLibrary.test(file) ? sourceLocation(file, line, column) : "";
}

const ofModule = /\.(?:tsx|jsx|ts|mts|vue|svelte)(?:$|\?)|\/src\/[^?]*\.m?js(?:$|\?)/;
const ofServer = /^(?:about|rsc):\/\/React\/[^/]+\/file:/;
const ofLibrary = /\/node_modules[/_]/;

/** Whether an element was made by a library, or by a component on the server: who has used that one is then asked. */
export function isOwnersWork(stack: object): boolean {
  const file = callerFrame(stack)?.file ?? "";
  return ofServer.test(file) || ofLibrary.test(file);
}
