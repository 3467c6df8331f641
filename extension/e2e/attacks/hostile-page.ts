/** What the person writes into the sidebar: no page may ever see it, or change it. */
export const secretNote = "mauve otter";

/** A page that attacks the sidebar, as the page server serves it. */
export interface HostilePage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes a page whose `script` runs before the icon is clicked. The script has at hand:
 * `learn(how, what?)` notes what the page has learnt, once each; `host()` returns the element that the extension has added;
 * `isOurs(text)` is true for texts that only the extension can have written; `again(probe)` runs a probe every 50 ms;
 * `isInside(node)` is true for nodes of a root that the page did not make, `given(node)` is what such a node, its root and its frame give of
 * ours. The page's own popovers carry `data-own`.
 */
export function hostilePage(
  script: string,
  { markup = "", headers = {} }: { markup?: string; headers?: HostilePage["headers"] } = {},
): HostilePage {
  return {
    html: `<!doctype html><html lang="en"><head><title>Hostile</title><script>${prelude}</script></head>
<body><h1>Hostile</h1><p id="text">Words of the page</p><input id="field" aria-label="Field"><button id="button">Press</button>${markup}
<script>${script}</script></body></html>`,
    headers,
  };
}

const prelude = `
globalThis.learnt = [];
const query = Document.prototype.querySelectorAll;
function learn(how, what = "") {
  const line = (how + ": " + String(what)).slice(0, 160);
  if (!learnt.includes(line) && learnt.length < 40) learnt.push(line);
}
function host() {
  return [...query.call(document, "svc-sidebar, [popover=manual]:not([data-own])")].at(-1) ?? null;
}
function isOurs(text) {
  return /mauv[e]|otte[r]|Send to Agen[t]|Whole pag[e]|Pick elemen[t]|Page not[e]|(chrome|moz)-extensio[n]:/i.test(String(text));
}
function isInside(node) {
  return node instanceof Node && node.getRootNode() instanceof ShadowRoot && !node.getRootNode().isOwn;
}
function given(node) {
  const root = node.getRootNode();
  const inside = () => node.contentWindow;
  const reads = [() => node.outerHTML, () => node.textContent, () => root.innerHTML, () => root.textContent, () => node.src, () => node.contentDocument.URL, () => inside().location.href, () => inside().document.URL,
    () => inside().location.origin, () => inside().name, () => root.activeElement.outerHTML, () => [...root.styleSheets].map((sheet) => sheet.href).join(), () => { try { inside().location.href; } catch (error) { return error.message + error.stack; } }];
  return reads.map((read) => { try { return String(read()); } catch { return ""; } }).filter(isOurs).join();
}
function again(probe) {
  const run = () => { try { probe(); } catch {} };
  run();
  setInterval(run, 50);
}
`;

/** Runs in the page: what it has learnt so far. */
export function learnt(): readonly string[] {
  return (globalThis as unknown as { learnt: string[] }).learnt;
}

/** Runs in the page: starts an attack on the button at a place of the window. Returns where the page's bait is clicked. */
export function startAttack(x: number, y: number): readonly [x: number, y: number] {
  const page = globalThis as unknown as AttackingPage;
  page.taken = page.host();
  return page.attack(x, y) ?? [x, y];
}

/** Runs in the page: the host that it attacked is gone, and no other has come. */
export function isClosed(): boolean {
  const { host, taken } = globalThis as unknown as AttackingPage;
  return host() === null && taken?.isConnected !== true;
}

interface AttackingPage {
  host(): Element | null;
  attack(x: number, y: number): readonly [x: number, y: number] | undefined;
  taken?: Element | null;
}
