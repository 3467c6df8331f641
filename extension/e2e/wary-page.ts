/** A page with something in every place where a framework leaves traces, each of which calls `noticed` when it is run. */
export const waryPage = {
  html: `<!doctype html><html lang="en"><head><title>Wary</title></head><body>
<main ng-version="21"><p id="p">x</p><p id="q">y</p><x-wary>z</x-wary></main>
<script>
const notice = (what) => { noticed.push(what); };
globalThis.noticed = [];
const wary = (what, target = {}) =>
  new Proxy(target, new Proxy({}, { get: (_, trap) => (...values) => { notice(what + " " + String(trap)); return Reflect[trap](...values); } }));
const getters = (what, names) => Object.defineProperties({ tag: 5 }, Object.fromEntries(names.map((name) => [name, { get: () => notice(what + " " + name), enumerable: true }])));
const bound = (what) => notice.bind(null, what);
for (const [element, prefix] of [[p, "p"], [q, "q"]]) {
  element.__vnode = wary(prefix + " vnode");
  element.__vue__ = wary(prefix + " vue");
  element.__svelte_meta = { parent: wary(prefix + " svelte"), loc: getters(prefix + " svelte", ["file", "line"]) };
  Object.defineProperty(element, "__vueParentComponent", { get: bound(prefix + " vue getter") });
}
p.__reactFiber$x = wary("fiber");
const component = wary("component", function Card() {});
const stack = Object.defineProperty(new Error("made"), "stack", { get: bound("stack") });
q.__reactFiber$x = Object.assign(getters("fiber", ["return", "_debugSource"]), { _debugOwner: { tag: 0, type: component }, _debugStack: stack });
Object.setPrototypeOf(q.__reactFiber$x, wary("prototype"));
globalThis.ng = { version: "21", getComponent: bound("ng"), getOwningComponent: bound("ng") };
globalThis.__svelte = { v: wary("versions", new Set()) };
globalThis.litElementVersions = wary("lit", []);
customElements.define("x-wary", class Wary extends HTMLElement { static get _$litElement$() { return notice("lit class"); } });
Object.setPrototypeOf(document.querySelector("x-wary"), wary("element", HTMLElement.prototype));
Error.prepareStackTrace = bound("prepareStackTrace");
for (const [owner, names] of [
  [Reflect, ["get", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor"]], [Object, ["keys", "getOwnPropertyNames", "getOwnPropertyDescriptor"]],
  [JSON, ["parse", "stringify"]], [Function.prototype, ["toString"]], [CustomElementRegistry.prototype, ["get"]],
  [Element.prototype, ["getAttribute", "getBoundingClientRect", "querySelectorAll", "matches"]], [EventTarget.prototype, ["addEventListener"]],
]) for (const name of names) { const inner = owner[name]; owner[name] = function (...values) { notice(name); return inner.apply(this, values); }; }
new MutationObserver((records) => {
  const ours = (node) => node.localName === "div" && node.popover === "manual";
  if (records.some(({ target, addedNodes, removedNodes }) => !ours(target) && ![...addedNodes, ...removedNodes].every(ours))) noticed.push("mutation");
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
</script></body></html>`,
} as const;
