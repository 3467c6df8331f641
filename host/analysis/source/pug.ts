import { emptyTag, rankChildren, type SourceTag, type TagAttribute, type UnrankedTag } from "./tags.js";

/** Lines that are no tags: what they hold belongs to the tag around them. */
const statement =
  /^(?:include|extends|block|append|prepend|mixin|if|unless|else|each|for|while|case|when|default|doctype|yield)\b(?![.#(:=-])|^[-+<]/;
const tagName = /[A-Za-z][\w-]*(?::[\w-]+)*/y;
const shorthand = /([.#])([\w-]+)/y;
const longestInner = 800;
/** Deeper tags than this are read as their parent's siblings. */
const mostOpen = 60;

interface Open {
  readonly index: number;
  readonly indent: number;
}

/** All tags of a Pug template (pugjs.org/language), in order, with `inner` as markup would have it: expressions in `{{ }}`. Never throws. */
export function pugTagsIn(text: string): SourceTag[] {
  const reader = new PugReader(text);
  for (let at = 0; at < text.length; ) at = reader.line(at);
  return reader.end();
}

class PugReader {
  private readonly text: string;
  private readonly found: UnrankedTag[] = [];
  private readonly inners: string[] = [];
  private readonly open: Open[] = [];
  /** Deeper lines than this one are text, or nothing where they are a comment's. */
  private block: { readonly indent: number; readonly isText: boolean } | undefined;
  private lastEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the line at `from`, with those on which its attributes go on. Returns where the next one begins. */
  line(from: number): number {
    const end = endOfLine(this.text, from);
    const content = this.text.slice(from, end).trim();
    if (content === "") return end + 1;
    const start = this.text.indexOf(content[0] ?? "", from);
    const indent = start - from;
    if (this.block !== undefined && indent > this.block.indent) {
      if (this.block.isText) this.addText(content);
      this.lastEnd = end;
      return end + 1;
    }
    this.block = undefined;
    this.closeTo(indent);
    this.lastEnd = end;
    if (/^(?:\/\/|:\w)/.test(content) || content === "-") this.block = { indent, isText: false };
    else if (content.startsWith("|")) this.addText(content.slice(1));
    else if (/^!?=/.test(content)) this.addText(`{{${content.replace(/^!?=/, "")}}}`);
    else if (statement.test(content)) this.addText(content.startsWith("+") ? `{{${content}}}` : "");
    else return this.tags(start, indent);
    return end + 1;
  }

  end(): SourceTag[] {
    this.closeTo(0);
    for (const [index, tag] of this.found.entries()) {
      tag.inner = (this.inners[index] ?? "").slice(0, longestInner);
      tag.isWhole = tag.inner.length < longestInner;
      tag.end = Math.min(tag.closed, tag.opened + longestInner);
    }
    rankChildren(this.found);
    return this.found;
  }

  private closeTo(indent: number): void {
    while ((this.open.at(-1)?.indent ?? -1) >= indent) {
      const tag = this.found[this.open.pop()?.index ?? -1];
      if (tag !== undefined) tag.closed = Math.max(tag.opened, this.lastEnd);
    }
  }

  /** Adds to what all open tags hold. */
  private addText(text: string): void {
    const written = text.slice(0, longestInner).replace(/[#!]\{([^}]*)\}/g, "{{$1}}");
    for (const { index } of this.open) {
      const known = this.inners[index] ?? "";
      if (known.length < longestInner) this.inners[index] = `${known} ${written}`;
    }
  }

  /** Reads the tags of a line, each after the colon of the one before. Returns where the next line begins. */
  private tags(start: number, indent: number): number {
    let at = start;
    for (;;) {
      const read = readTag(this.text, at);
      if (read === undefined) break;
      this.addText(`<${read.tag}>`);
      this.push(read, at, indent);
      at = read.end;
      const colon = /^:[ \t]+/.exec(this.text.slice(at, at + 20))?.[0];
      if (colon === undefined) break;
      at += colon.length;
    }
    const end = endOfLine(this.text, at);
    const rest = this.text.slice(at, end).trimEnd();
    if (rest === ".") this.block = { indent, isText: true };
    else if (/^!?=/.test(rest)) this.addText(`{{${rest.replace(/^!?=/, "")}}}`);
    else this.addText(rest.trim());
    this.lastEnd = end;
    return end + 1;
  }

  private push(read: ReadTag, offset: number, indent: number): void {
    const around = this.open.at(-1)?.index ?? -1;
    const index = this.found.length;
    this.found.push({ ...emptyTag(read, offset, read.end), around, parent: this.found[around]?.tag ?? "" });
    if (this.open.length < mostOpen) this.open.push({ index, indent });
  }
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
      at = endOfValue(text, at + "&attributes(".length) + 1;
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
  for (let at = from; at < text.length; ) {
    if (text[at] === ")") return at + 1;
    const name = /^["']?([^\s,=()"'!]+)["']?/.exec(text.slice(at, at + 100));
    if (name === null) {
      at++;
      continue;
    }
    at += name[0].length;
    const sign = /^\s{0,20}!?=(?!=)\s{0,20}/.exec(text.slice(at, at + 50))?.[0];
    const end = sign === undefined ? at : endOfValue(text, at + sign.length);
    const value = sign === undefined ? "true" : text.slice(at + sign.length, end).trim();
    attributes.set((name[1] ?? "").toLowerCase(), writtenValue(value));
    at = end;
  }
  return text.length;
}

/** `"text"` is no expression; `true` is an attribute without a value. */
function writtenValue(expression: string): TagAttribute {
  if (expression === "true") return { value: "", isDynamic: false };
  const literal = /^(["'`])((?:(?!\1)[^\\$])*)\1$/.exec(expression)?.[2];
  return literal === undefined ? { value: expression, isDynamic: true } : { value: literal, isDynamic: false };
}

/** The index where an expression ends: before a comma, the closing bracket, or white space that another attribute follows. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? "";
    if (/["'`]/.test(character)) {
      const end = text.indexOf(character, at + 1);
      if (end < 0) return text.length;
      at = end;
    } else if (/[([{]/.test(character)) depth++;
    else if (depth > 0 && /[)\]}]/.test(character)) depth--;
    else if (depth === 0 && /[,)]/.test(character)) return at;
    else if (
      depth === 0 &&
      /\s/.test(character) &&
      !/[?:+*/&|=<>!,-]/.test(text[at - 1] ?? "") &&
      /^\s{1,40}[:@]?\w[\w:.@-]*\s{0,20}[=,)\s]/.test(text.slice(at, at + 120))
    )
      return at;
  }
  return text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
