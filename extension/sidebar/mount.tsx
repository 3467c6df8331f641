import { render } from "solid-js/web";
import type { Ports } from "./ports.js";
import { Sidebar } from "./Sidebar.js";
import controls from "./styles/controls.css?inline";
import notes from "./styles/notes.css?inline";
import pageLayer from "./styles/page-layer.css?inline";
import panel from "./styles/panel.css?inline";
import theme from "./styles/theme.css?inline";

/** Shows the sidebar in a shadow root; gives the function that ends it and all its listeners. */
export function mountSidebar(root: ShadowRoot, ports: Ports): () => void {
  addStyles(root, [theme, controls, panel, notes, pageLayer, noBackdrop].join("\n"));
  return render(() => <Sidebar ports={ports} />, root);
}

/** Among important rules the inner one wins, so that no page can darken what lies below the sidebar's host. */
const noBackdrop = ":host::backdrop{display:none!important}";

/** A constructed sheet is no part of the page and its content security policy does not apply; Firefox refuses it across worlds. */
function addStyles(root: ShadowRoot, text: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [sheet];
  } catch (error) {
    console.debug("svc: no constructed style sheets here", error);
    addRules(root, text);
  }
}

/** Rules inserted one by one are no inline style either. */
function addRules(root: ShadowRoot, text: string): void {
  const style = document.createElement("style");
  root.append(style);
  const parsed = new CSSStyleSheet();
  parsed.replaceSync(text);
  for (const { cssText } of parsed.cssRules) style.sheet?.insertRule(cssText, style.sheet.cssRules.length);
}
