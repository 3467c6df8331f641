import { render } from "solid-js/web";
import { addStyles } from "./add-styles.js";
import type { Ports } from "./ports.js";
import { Sidebar } from "./Sidebar.js";
import controls from "./styles/controls.css?inline";
import notes from "./styles/notes.css?inline";
import pageLayer from "./styles/page-layer.css?inline";
import panel from "./styles/panel.css?inline";
import theme from "./styles/theme.css?inline";

/** Shows the sidebar in a shadow root; gives the function that ends it and all its listeners. */
export function mountSidebar(root: ShadowRoot, ports: Ports): () => void {
  addStyles(root, [theme, panel, hostRules].join("\n"));
  return render(() => <Sidebar ports={ports} onShown={() => addStyles(root, [controls, notes, pageLayer].join("\n"))} />, root);
}

/** Among important rules the inner one wins, so that no page can darken what lies below the sidebar's host, and none prints it. */
const hostRules = ":host::backdrop{display:none!important}@media print{:host{display:none!important}}";
