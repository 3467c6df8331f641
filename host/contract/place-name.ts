import type { AnnotationTarget, ElementTarget } from "./annotation.js";

/** What a person calls the place of a note: `Price · product-card.tsx:36`, else role and name. */
export function placeName(target: AnnotationTarget): string {
  if (target.type === "page") return "Whole page";
  if (target.type === "region") return `Region ${Math.round(target.box[2])} × ${Math.round(target.box[3])}`;
  if (target.type === "text") return `“${target.text.length > 80 ? `${target.text.slice(0, 79)}…` : target.text}”`;
  const [first, ...more] = target.elements;
  if (first === undefined) return "A place that only a newer svc knows";
  const { label = "", selector = "", source = "" } = first;
  // Of a selector the whole path is long, and its last step alone means little.
  const kind =
    label === "" ? selector.split(" > ").slice(-2).join(" > ") : label.replace(/^[\w-]+(?= <|$)/, `$& ${distinction(first)}`).trim();
  return (
    elementName({ kind, component: componentWhole(first.component, first.ancestors?.[0]?.component), source }) +
    (more.length === 0 ? "" : ` and ${more.length} more`)
  );
}

/** What distinguishes an element without words from others of its kind: the words before it, else its id. */
function distinction({ anchors = [], attributes: { id = "" } = {} }: ElementTarget): string {
  const before = anchors.find(({ text, at }) => text !== "" && at > 0)?.text ?? "";
  if (before !== "") return `after “${before.length > 40 ? `${before.slice(0, 39)}…` : before}”`;
  return id === "" ? "" : `#${id}`;
}

/** `kind`: its role and name, which a component's name may follow in angle brackets. `component`: the one that it is the whole of. */
export function elementName({ kind, component, source }: Readonly<Record<"kind" | "component" | "source", string>>): string {
  const name = component || kind.replace(/ <[^“”]*$/, "");
  const file = fileOf(source);
  return file === "" ? name : `${name} · ${file}`;
}

/** The component that an element is the whole of, by its own components and its parent's; empty for a part of one, which has that name in common with others. */
export function componentWhole(component = "", around = ""): string {
  const own = ownComponent(component);
  return own === ownComponent(around) ? "" : own;
}

/** The first of an element's components, the innermost first, that has a name of its own: libraries' parts have a dot in theirs. */
export function ownComponent(component: string): string {
  return component.split(/\s*[<>‹›,]\s*/).find((name) => /^[A-Z]\w*$/.test(name)) ?? "";
}

/** `product-card.tsx:36`: the last step of a source's path with its line. */
function fileOf(source: string): string {
  const [, file = "", line = ""] = /([^/\\?#]+?)(?:[?#][^:]*)?(:\d+)?(:\d+)?$/.exec(source) ?? [];
  return file + line;
}

/** Returns sources without what their absolute paths have in common: the folders above the project. Others stay as they are. */
export function relativeSources(sources: readonly string[]): (source: string) => string {
  const isAbsolute = (source: string) => /^([\\/]|[A-Za-z]:[\\/]|file:)/.test(source);
  const folders = sources.filter(isAbsolute).map((source) => source.split(/[\\/]/).slice(0, -1));
  const [first = []] = folders;
  const differs = first.findIndex((step, place) => folders.some((steps) => steps[place] !== step));
  const common = folders.length === 0 ? 0 : differs === -1 ? first.length : differs;
  return (source) => (isAbsolute(source) ? source.split(/[\\/]/).slice(common).join("/") : source.replace(/^\.\//, ""));
}
