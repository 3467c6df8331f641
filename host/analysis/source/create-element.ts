import { argumentsIn } from "./skip.js";
import { longestInner, type SourceTag, tagsIn } from "./tags.js";

/** What is read of one call; a call in another is read with it and alone. */
const longest = 4_000;
/** No script that a person writes has more. */
const mostCalls = 1_000;

/**
 * Calls that make an element without a tag, `createElement("a", { href }, "Home")`, in a script that takes the function from React, Preact
 * or Vue. `imports`: the names that the script imports, with the modules.
 */
export function callTagsIn(text: string, imports: ReadonlyMap<string, string>): SourceTag[] {
  const makers = [...imports]
    .filter(([, from]) => packages.test(from))
    .map(([name]) => (/^[A-Z]/.test(name) ? `${name}.createElement` : name));
  if (makers.length === 0) return [];
  const found: SourceTag[] = [];
  let calls = 0;
  for (const match of text.matchAll(call)) {
    const [head, maker = ""] = match;
    if (!makers.includes(maker)) continue;
    if (++calls > mostCalls) break;
    const from = match.index + head.length;
    found.push(...readCall(text.slice(from, from + longest), match.index, from));
  }
  return found;
}

const call = /(?<![\w$.])((?:[A-Z]\w{0,20}\.)?createElement|h)\(/g;
const packages = /^(?:react|preact|preact\/compat|vue)$/;

/** A tag, or each of those between which the call chooses. `ahead`: what stands after the opening parenthesis. */
function readCall(ahead: string, offset: number, from: number): SourceTag[] {
  const { parts, end } = argumentsIn(ahead);
  const [first = "", second = "", ...others] = parts;
  const made = first.trim();
  if (made === "" || (parts.length < 2 && end === undefined)) return [];
  const choice = /^[^?]*\?([^?:]*):([^?:]*)$/.exec(made);
  const names = (choice === null ? [made] : choice.slice(1)).map(nameOf);
  const given = second.trim();
  const isChild = !given.startsWith("{") && /^["'`[(]|=>/.test(given);
  const isNone = isChild || /^(?:null|undefined|)$/.test(given);
  const properties = given.startsWith("{") ? propertiesOf(given) : isNone ? "" : "{...given}";
  const children = (isChild ? [second, ...others] : others).map((one) => one.trim()).filter((one) => one !== "");
  const inner = children
    .map((child) => /^(["'`])([^"'`$\\]*)\1$/.exec(child)?.[2] ?? `{${child}}`)
    .join(" ")
    .slice(0, longestInner);
  const closed = from + (end ?? ahead.length);
  // Written as tags they are read as such.
  const tags = names.includes(undefined) ? [`component is={${made}}`] : names;
  return tags.flatMap((written) => {
    const [tag] = tagsIn(`<${written} ${properties}>`);
    // What chooses its tag takes its looks and its text from where it is used.
    return tag === undefined
      ? []
      : [{ ...tag, isOpenEnded: tag.isOpenEnded || choice !== null, offset, inner, end: closed, opened: from, closed }];
  });
}

/** A tag's name, or a component's; undefined for what stands for one. */
function nameOf(expression: string): string | undefined {
  const [, , name, component] = /^\s*(?:(["'])([a-zA-Z][\w:.-]*)\1|([A-Z][\w$]*(?:\.[A-Z][\w$]*)*))\s*$/.exec(expression) ?? [];
  return name ?? component;
}

/** An object literal as attributes of JSX. */
function propertiesOf(literal: string): string {
  return argumentsIn(literal.slice(1))
    .parts.map((part) => {
      const [, quoted, bare, value] = /^\s*(?:["']([\w:-]+)["']|([\w$]+))\s*(?::([\s\S]*))?$/.exec(part) ?? [];
      const name = quoted ?? bare;
      if (name === undefined) return part.trim() === "" ? "" : "{...given}";
      return `${name}={${value?.trim() ?? name}}`;
    })
    .join(" ");
}
