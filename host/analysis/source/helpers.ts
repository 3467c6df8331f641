import { argumentsIn } from "./skip.js";
import { emptyTag, type SourceTag, type TagAttribute, writtenAs } from "./tags.js";

/** Helpers of Rails and its like that write one tag, in a template that writes no tag for it, by that tag. */
const helpers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: "link_to mail_to phone_to",
    button: "button_to button_tag button",
    input: "submit submit_tag check_box checkbox radio_button",
    select: "collection_select grouped_collection_select select select_tag",
    textarea: "text_area textarea text_area_tag",
    label: "label label_tag",
    form: "form_with form_for form_tag",
    img: "image_tag",
  }).flatMap(([tag, names]) => names.split(" ").map((name) => [name, tag] as const)),
);

const call = /<%=\s*(?:\w+\.)?([a-z]\w*)[ (]/g;
const longest = 1_000;

/** Calls of helpers in a source of tags that Ruby (or Crystal, Elixir) makes. */
export function* helperTagsIn(text: string): Generator<SourceTag> {
  if (!text.includes("<%=")) return;
  for (const match of text.matchAll(call)) {
    const [head, helper = ""] = match;
    const from = match.index + head.length;
    const ahead = text.slice(from, from + longest);
    const length = ahead.search(/<%|%>/);
    // Another mark before the end: no call. Thus no part of a source is read for several calls.
    if (ahead[length] !== "%") continue;
    const rest = ahead.slice(0, length);
    const tag = helpers.get(helper) ?? (/_field(_tag)?$/.test(helper) ? "input" : undefined);
    if (tag === undefined) continue;
    const given = argumentsOf(
      rest
        .trimEnd()
        .replace(/\bdo(?:\s*\|[^|]*\|)?$/, "")
        .trimEnd()
        .replace(/\)\s*$/, ""),
    );
    const attributes = attributesOf(helper, tag, given);
    const shows = tag === "a" || tag === "button" || tag === "label" ? shownBy(helper, given.plain) : "";
    yield { ...emptyTag({ tag, attributes, isOpenEnded: true }, match.index, from + length + 2), inner: shows };
  }
}

interface Given {
  readonly plain: readonly string[];
  readonly named: readonly (readonly [name: string, value: string])[];
}

function argumentsOf(text: string): Given {
  const plain: string[] = [];
  const named: [string, string][] = [];
  for (const part of argumentsIn(text).parts) {
    const [, name, value] = /^\s*([a-z_]\w*):\s*([\s\S]*)$/i.exec(part) ?? /^\s*:(\w+)\s*=>\s*([\s\S]*)$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined) named.push([name, value.trim()]);
    else if (part.trim() !== "") plain.push(part.trim());
  }
  return { plain, named };
}

function attributesOf(helper: string, tag: string, { plain, named }: Given): Map<string, TagAttribute> {
  const attributes = new Map<string, TagAttribute>();
  for (const [name, value] of named) {
    if (name === "data" || name === "aria")
      for (const [key, one] of argumentsOf(value.replace(/^\{|\}$/g, "")).named)
        attributes.set(`${name}-${key.replaceAll("_", "-")}`, writtenAs(one));
    else if (name !== "method") attributes.set(name === "url" ? "action" : name, writtenAs(value));
  }
  const [first = "", second] = plain;
  if (tag === "a" && second !== undefined) attributes.set("href", writtenAs(second));
  if (/^submit/.test(helper) && first !== "") attributes.set("value", writtenAs(first));
  const symbol = /^:(\w+)$/.exec(first)?.[1];
  // Rails writes `order[customer]` and `order_customer` for a form of an order.
  if (symbol !== undefined && tag !== "label") attributes.set("name", { value: `"${symbol}"`, isDynamic: true });
  if (symbol !== undefined && tag === "label") attributes.set("for", { value: `"${symbol}"`, isDynamic: true });
  return attributes;
}

/** A text as if it stood inside the tag: as it is, or an expression. */
function shownBy(helper: string, plain: readonly string[]): string {
  const text = plain[helper.startsWith("label") ? 1 : 0] ?? "";
  const { value, isDynamic } = writtenAs(text);
  return isDynamic && value !== "" ? `<%= ${value} %>` : value;
}
