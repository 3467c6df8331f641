import { argumentsIn } from "./skip.js";
import { emptyTag, longestInner, rankChildren, type SourceTag, type TagAttribute, type UnrankedTag, writtenAs } from "./tags.js";

/** Lines that are no tags: what they hold belongs to the tag around them. */
const statement =
  /^(?:include|extends|block|append|prepend|mixin|if|unless|else|each|for|while|case|when|default|doctype|yield)\b(?![.#(:=-])|^[-+<]/;
const tagName = /[A-Za-z][\w-]*(?::[\w-]+)*/y;
const shorthand = /([.#])([\w-]+)/y;
/** Characters of the attributes of one tag. */
const longestList = 4_000;
/** Deeper tags than this are read as their parent's siblings. */
const mostOpen = 60;

interface Open {
  readonly tag: UnrankedTag;
  readonly index: number;
  readonly indent: number;
}

/** All tags of a Pug template (pugjs.org/language), in order, with `inner` as markup would have it: expressions in `{{ }}`. Never throws. */
export function pugTagsIn(text: string): SourceTag[] {
  const found: UnrankedTag[] = [];
  const open: Open[] = [];
  /** Deeper lines than this one are text, or nothing where they are a comment's. */
  let block: { readonly indent: number; readonly isText: boolean } | undefined;
  let lastEnd = 0;

  /** Adds to what all open tags hold. */
  const addText = (shown: string) => {
    const written = shown.slice(0, longestInner).replace(/[#!]\{([^}]*)\}/g, "{{$1}}");
    for (const { tag } of open) if (tag.inner.length < longestInner) tag.inner += ` ${written}`;
  };

  const closeTo = (indent: number) => {
    while ((open.at(-1)?.indent ?? -1) >= indent) {
      const tag = open.pop()?.tag;
      if (tag !== undefined) tag.closed = Math.max(tag.opened, lastEnd);
    }
  };

  /** Reads the tags of a line, each after the colon of the one before, and the lines on which their attributes go on. Returns where these end. */
  const readTags = (start: number, indent: number): number => {
    let at = start;
    for (let read = readTag(text, at); read !== undefined; ) {
      addText(`<${read.tag}>`);
      const outer = open.at(-1);
      const tag = { ...emptyTag(read, at, read.end), around: outer?.index ?? -1, parent: outer?.tag.tag ?? "" };
      if (open.length < mostOpen) open.push({ tag, index: found.length, indent });
      found.push(tag);
      const colon = /^:[ \t]+/.exec(text.slice(read.end, read.end + 20))?.[0];
      at = read.end + (colon?.length ?? 0);
      read = colon === undefined ? undefined : readTag(text, at);
    }
    const end = endOfLine(text, at);
    const rest = text.slice(at, end).trimEnd();
    if (rest === ".") block = { indent, isText: true };
    else addText(/^!?=/.test(rest) ? `{{${rest.replace(/^!?=/, "")}}}` : rest.trim());
    return end;
  };

  for (let from = 0, end = 0; from < text.length; from = end + 1) {
    end = endOfLine(text, from);
    const content = text.slice(from, end).trim();
    if (content === "") continue;
    const start = text.indexOf(content[0] ?? "", from);
    const indent = start - from;
    if (block !== undefined && indent > block.indent) {
      if (block.isText) addText(content);
    } else {
      block = undefined;
      closeTo(indent);
      if (/^(?:\/\/|:\w)/.test(content) || content === "-") block = { indent, isText: false };
      else if (content.startsWith("|")) addText(content.slice(1));
      else if (statement.test(content)) addText(content.startsWith("+") ? `{{${content}}}` : "");
      else end = readTags(start, indent);
    }
    lastEnd = end;
  }
  closeTo(0);
  for (const tag of found) {
    tag.inner = tag.inner.slice(0, longestInner);
    tag.end = Math.min(tag.closed, tag.opened + longestInner);
  }
  rankChildren(found);
  return found;
}

interface ReadTag {
  readonly tag: string;
  readonly attributes: Map<string, TagAttribute>;
  readonly isOpenEnded: boolean;
  /** After the name, the attributes and the classes that follow them. */
  readonly end: number;
}

function readTag(text: string, from: number): ReadTag | undefined {
  const name = matchAt(tagName, text, from)?.[0] ?? "";
  const attributes = new Map<string, TagAttribute>();
  const classes: string[] = [];
  let isOpenEnded = false;
  let at = from + name.length;
  for (let hasMore = true; hasMore; ) {
    const short = matchAt(shorthand, text, at);
    if (short !== null) {
      if (short[1] === ".") classes.push(short[2] ?? "");
      else attributes.set("id", { value: short[2] ?? "", isDynamic: false });
      at += short[0].length;
    } else if (text[at] === "(") at = readAttributes(text, at + 1, attributes);
    else if (text.startsWith("&attributes(", at)) {
      isOpenEnded = true;
      at = readAttributes(text, at + "&attributes(".length, new Map());
    } else hasMore = false;
  }
  if (at === from) return undefined;
  const written = attributes.get("class");
  if (classes.length > 0 && written !== undefined)
    attributes.set("class", {
      value: written.isDynamic ? `"${classes.join(" ")}", ${written.value}` : [...classes, written.value].join(" "),
      isDynamic: written.isDynamic,
    });
  else if (classes.length > 0) attributes.set("class", { value: classes.join(" "), isDynamic: false });
  return { tag: name === "" ? "div" : name, attributes, isOpenEnded, end: at };
}

/** Reads what stands between brackets. Returns the index after the closing one. */
function readAttributes(text: string, from: number, attributes: Map<string, TagAttribute>): number {
  const { parts, end = longestList } = argumentsIn(text.slice(from, from + longestList));
  for (const written of parts.flatMap(splitAtSpace)) {
    const [, name, value = "true"] = /^["']?([^\s=()"'!]+)["']?\s*(?:!?=(?!=)([\s\S]*))?$/.exec(written.trim()) ?? [];
    if (name === undefined) continue;
    attributes.set(name.toLowerCase(), value.trim() === "true" ? { value: "", isDynamic: false } : writtenAs(value.trim()));
  }
  return Math.min(from + end, text.length);
}

/** Attributes that white space parts: not that beside an operator, or in quotes or brackets. */
function splitAtSpace(part: string): string[] {
  const plain = part.replace(/(["'`])(?:(?!\1)[\s\S])*\1|\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g, (inside) => "x".repeat(inside.length));
  const ends = [...plain.matchAll(/(?<![?:+*/&|=<>!,-]\s{0,40})\s{1,40}(?=[:@]?\w[\w:.@-]{0,80}\s{0,20}(?:=|$|\s))/g)].map(
    ({ index }) => index,
  );
  return [...ends, part.length].map((end, at) => part.slice(ends[at - 1] ?? 0, end));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
