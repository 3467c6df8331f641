import { cleanUrl } from "../../../host/contract/urls.js";
import { isSecretName, keepAttribute, type Owner } from "../attribute-rules.js";
import { attributeNamesOf, attributeOf, matchesSelector } from "../dom.js";
import { isWordy } from "../withhold.js";
import { cleanCss } from "./css.js";
import { type Ledger, note } from "./ledger.js";
import { replacedAttributes, sizeOf } from "./replaced.js";

/** Would load, send, run or move something when the file is opened. */
const active = new Set(
  "src srcset sizes imagesrcset imagesizes poster data action formaction ping manifest codebase classid archive background profile longdesc autofocus integrity http-equiv srcdoc nonce loading fetchpriority preload autoplay target usemap".split(
    " ",
  ),
);
/** Shapes: cut short, as captures have them, they would be others. */
const geometry = new Set("d points transform gradienttransform patterntransform viewbox path class id".split(" "));

/** An element's attributes as they stand in a tag, cleaned as captures are and without anything that acts. */
export function attributesText(element: Element, tag: string, ledger: Ledger): string {
  const type = tag === "input" ? (attributeOf(element, "type") ?? "").trim().toLowerCase() : "";
  const secret = tag === "meta" && isSecretName(`${attributeOf(element, "name")}${attributeOf(element, "property")}`);
  const role = (attributeOf(element, "role") ?? "").trim().toLowerCase();
  const attributes = new Map<string, string>();
  for (const name of attributeNamesOf(element)) {
    // Scripts can set names that no parser reads back.
    if (!/^[^\s"'<>/=]+$/.test(name)) continue;
    const value = attributeText(element, { tag, type, role, secret, name, raw: attributeOf(element, name) ?? "" }, ledger);
    if (value !== undefined) attributes.set(name, value);
  }
  for (const [name, value] of replacedAttributes(element, tag, ledger)) attributes.set(name, value);
  addState(element, tag, attributes);
  return [...attributes].map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`)).join("");
}

interface Raw extends Owner {
  readonly name: string;
  readonly raw: string;
}

function attributeText(element: Element, { name, raw, ...owner }: Raw, ledger: Ledger): string | undefined {
  const lower = name.toLowerCase();
  if (lower === "style") return cleanCss(declarationsOf(element, raw), ledger);
  if (lower === "href" || lower === "xlink:href") return linkText(element, owner.tag, raw, ledger);
  if (active.has(lower)) return undefined;
  if (geometry.has(lower)) return raw;
  const kept = keepAttribute(owner, lower, raw);
  if (kept.removed !== undefined) note(ledger, kept.removed);
  if (kept.value === undefined || !isWordy(lower) || !ledger.typed.repeats(kept.value)) return kept.value;
  note(ledger, "mirrored-input");
  return "";
}

/** As the browser has understood them, without escapes that hide a URL; a form's control may cover the member. */
function declarationsOf(element: Element, raw: string): string {
  const { style } = element as HTMLElement;
  return typeof style?.cssText === "string" ? style.cssText : raw;
}

/** Links keep where they lead; what else has an address would be loaded from there. */
function linkText(element: Element, tag: string, raw: string, ledger: Ledger): string | undefined {
  if (raw.startsWith("#")) return cleanUrl(raw).url;
  if (tag !== "a" && tag !== "area") return undefined;
  const { url: clean, removed } = cleanUrl(URL.canParse(raw, element.baseURI) ? new URL(raw, element.baseURI).href : raw);
  if (removed !== undefined) note(ledger, removed);
  const url = ledger.typed.withoutRepeated(clean);
  if (url !== clean) note(ledger, "mirrored-input");
  return /^javascript:/i.test(url) ? "#" : url;
}

/** What only the live element knows: ticked boxes, sizes, and dialogs that lie above all else. */
function addState(element: Element, tag: string, attributes: Map<string, string>): void {
  if (tag === "input" && "checked" in element) {
    if (element.checked === true) attributes.set("checked", "");
    else attributes.delete("checked");
  }
  const above =
    tag === "dialog" && matchesSelector(element, ":modal") ? "position: fixed; inset: 0; margin: auto; z-index: 2147483647;" : "";
  const extra = sizeOf(element, tag) + above;
  if (extra !== "") attributes.set("style", `${attributes.get("style") ?? ""} ${extra}`.trim());
}

export function escapeAttribute(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/"/g, "&quot;")
    .replace(/\u00a0/g, "&nbsp;")
    .replace(/</g, "&lt;");
}

export function escapeText(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\u00a0/g, "&nbsp;");
}
