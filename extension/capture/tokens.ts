import { rulesOf } from "./style-rules.js";
import { cut } from "./text.js";

const most = 500;

/** Custom properties of the root element: the page's design tokens, as style sheets and the element itself set them. */
export function tokensOf(document: Document): Record<string, string> {
  const root = document.documentElement;
  const window = document.defaultView;
  if (root === null || window === null) return {};
  const names = new Set<string>();
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) collect(rulesOf(sheet) ?? [], names);
  if (root instanceof window.HTMLElement) for (const name of root.style) if (name.startsWith("--")) names.add(name);
  const style = window.getComputedStyle(root);
  const tokens = Object.create(null) as Record<string, string>;
  for (const name of [...names].slice(0, most)) {
    const value = style.getPropertyValue(name).trim();
    if (value !== "") tokens[cut(name, 200)] = cut(value.replace(/data:[^\s"')]*/gi, "data:,"), 200);
  }
  return { ...tokens };
}

/** Names set in rules for the root, also inside `@media`, `@layer` and the like. */
function collect(rules: Iterable<CSSRule>, names: Set<string>): void {
  for (const rule of rules) {
    const { selectorText, style, cssRules } = rule as CSSStyleRule;
    if (style !== undefined && selectorText !== undefined && /(?:^|[\s,(])(?::root|html|:host|\*)/.test(selectorText)) {
      for (const name of style) if (name.startsWith("--")) names.add(name);
    }
    if (cssRules !== undefined && cssRules.length > 0) collect(cssRules, names);
  }
}
