import { cleanCustomProperty } from "../../host/contract/urls.js";
import { computedStyleOf, ofDocument } from "./dom.js";
import type { StyleHints } from "./style-hints.js";
import { cut } from "./text.js";

const most = 500;

/** Custom properties of the root element: the page's design tokens, as style sheets and the element itself set them. Secrets are left out and counted. */
export function tokensOf(document: Document, hints: StyleHints, count: (what: "tokens") => void): Record<string, string> {
  const root = ofDocument(document, "documentElement");
  if (root === null) return {};
  const names = new Set(hints.tokens);
  const own = (root as HTMLElement).style;
  if (own !== undefined) for (const name of own) if (name.startsWith("--")) names.add(name);
  const tokens = new Map<string, string>();
  const style = names.size === 0 ? undefined : computedStyleOf(root);
  for (const name of [...names].slice(0, most)) {
    const value = style?.getPropertyValue(name).trim() ?? "";
    if (value === "") continue;
    const clean = cleanCustomProperty(name, value);
    if (clean !== value) count("tokens");
    if (clean !== "") tokens.set(cut(name, 200), cut(clean.replace(/data:[^\s"')]*/gi, "data:,"), 200));
  }
  return Object.fromEntries(tokens);
}
