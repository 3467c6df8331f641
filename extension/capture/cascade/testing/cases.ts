import type { ExplainedElement, ExplainedProperty, OtherLook, StyleRules } from "../../../../host/contract/style-rules.js";
import { servePages } from "../../../../host/testing/page-server.js";
import { it1, selectorCases, type WinnerCase } from "./selector-cases.js";

export interface CaseServer {
  /** The address of a page; in its text `SERVER/` stands for its own origin, `FAR/` for another. */
  page(html: string): string;
  close(): Promise<void>;
}

/** Serves the pages of the cases and the sheets that they link and import. */
export async function serveCases(): Promise<CaseServer> {
  const css = (html: string) => ({ html, headers: { "content-type": "text/css" } });
  const pages: Record<string, { html: string; headers?: Record<string, string> }> = {
    "plain.css": css(".it { color: red }"),
    "blue.css": css("#one { color: blue }"),
    "lime.css": css("p { color: lime !important }"),
  };
  const [server, far] = await Promise.all([
    servePages(pages),
    servePages({ "far.css": css(".it { color: red !important; background-color: lime !important }") }),
  ]);
  let count = 0;
  return {
    page: (html) => {
      const name = `page-${count++}.html`;
      pages[name] = { html: `<!doctype html>${html.replaceAll("FAR/", far.url("")).replaceAll("SERVER/", server.url(""))}` };
      return server.url(name);
    },
    close: async () => void (await Promise.all([server.close(), far.close()])),
  };
}

export const winnerCases: readonly WinnerCase[] = [
  [
    "a transition, by what it ends in",
    `<style>.it { color: red; transition: color 1000000s } .b { color: blue }</style>${it1}<script>const it1 = document.querySelector(".it"); getComputedStyle(it1).color; it1.classList.add("b")</script>`,
    "color",
    "rgb(255, 0, 0) (in a transition to rgb(0, 0, 255))",
    [".b { color: blue }", ".it { color: red }"],
  ],
  [
    "a container that is contained in the height that it writes along",
    `<style>.box { writing-mode: vertical-rl; container-type: inline-size; height: 500px } .it { color: red } @container (min-height: 400px) { .it { color: blue } }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: blue }", ".it { color: red }"],
  ],
  [
    "a condition that script cannot ask, by the computed value: it fails",
    `<style>.it { color: red } @container scroll-state(stuck: top) { .it { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    [".it { color: red }"],
  ],
  [
    "specificity",
    `<style>.it { color: red } #one { color: blue } p { color: lime }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    ["#one { color: blue }", ".it { color: red }", "p { color: lime }"],
  ],
  [
    "logical shorthands with a custom property",
    `<style>:root { --b: red } .it { border-inline: 2px solid var(--b) }</style>${it1}`,
    "border-right-width",
    "2px",
    [".it { border-inline: 2px solid var(--b) }"],
  ],
  [
    "a logical property that is important beside a physical one that is not",
    `<style>.it { --c: red; border-inline: 2px solid var(--c) !important; border: 5px solid blue }</style>${it1}`,
    "border-left-width",
    "2px",
    [".it { border-inline: 2px solid var(--c) ! }"],
  ],
  [
    "order",
    `<style>.it { color: red } .a { color: blue }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".a { color: blue }", ".it { color: red }"],
  ],
  [
    "importance",
    `<style>p { color: red !important } #one { color: blue }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red ! }", "#one { color: blue }"],
  ],
  [
    "layers",
    `<style>@layer x, y; @layer y { p { color: red } } @layer x { #one { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }", "#one { color: blue }"],
  ],
  [
    "important layers",
    `<style>@layer x, y; @layer y { p { color: red ! important } } @layer x { #one { color: blue !important } }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    ["#one { color: blue ! }", "p { color: red ! }"],
  ],
  [
    "layers that are first named under a condition that fails",
    `<style>@media (min-width: 9000px) { @layer x { p { color: lime } } } @layer y { #one { color: blue } } @layer x { p { color: red } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }", "#one { color: blue }"],
  ],
  [
    "compounds without a name",
    `<style>.box { padding: 3px } .box [class^="it"], :where(.none) .b { padding: 1px } .box :not(.b):nth-child(1) { margin: 2px }</style>${it1}`,
    "padding-top",
    "1px",
    ['.box [class^="it"], :where(.none) .b { padding: 1px }'],
  ],
  [
    "an :is() below another element",
    `<style>.box { padding: 3px } main :is(.it, .b) { padding: 1px } [class~="a"] { padding: 2px }</style>${it1}`,
    "padding-top",
    "1px",
    ["main :is(.it, .b) { padding: 1px }", '[class~="a"] { padding: 2px }'],
  ],
  [
    "anonymous layers",
    `<style>@layer { #one { color: red } } @layer { .it { color: blue } }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: blue }", "#one { color: red }"],
  ],
  [
    "important anonymous layers",
    `<style>@layer { p { color: red !important } } @layer { #one { color: blue !important } } #one { color: lime !important }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red ! }", "#one { color: blue ! }", "#one { color: lime ! }"],
  ],
  [
    "revert-layer",
    `<style>@layer x, y; @layer y { p { color: revert-layer } } @layer x { #one { color: blue } } .box { color: red }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    ["#one { color: blue }"],
  ],
  [
    "an important revert-layer, which rolls back what is stronger too",
    `<style>@layer x, y; @layer x { p { color: revert-layer !important } } @layer y { #one { color: blue } } .box { color: red }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    [".box { color: red }"],
  ],
  [
    "nesting",
    `<style>.box { & > .it { color: red } p& { color: lime } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["& > .it { color: red }"],
  ],
  [
    "scope",
    `<style>@scope (main) { p { color: red } } @scope (.box) { p { color: blue } } p { color: lime }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    ["p { color: blue }", "p { color: red }", "p { color: lime }"],
  ],
  [
    "a shorthand",
    `<style>.it { padding: 1px 2px } p { padding-left: 9px }</style>${it1}`,
    "padding-left",
    "2px",
    [".it { padding: 1px 2px }", "p { padding-left: 9px }"],
  ],
  [
    "a logical property",
    `<style>.it { padding-inline: 3px 4px } p { padding-left: 9px }</style>${it1}`,
    "padding-left",
    "3px",
    [".it { padding-inline: 3px 4px }", "p { padding-left: 9px }"],
  ],
  [
    "a container",
    `<style>.box { container-type: inline-size; width: 400px } @container (width > 300px) { p { color: red } } @container (width > 900px) { p { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }"],
  ],
  [
    "a condition that fails",
    `<style>p { color: red } @media (min-width: 2000px) { p { color: blue } } @supports (display: nonsense) { p { color: lime } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }"],
  ],
  [
    "a custom property that is empty",
    `<style>main { color: rgba(9, 8, 7, 0.5) } .box { --c: ; color: var(--c) }</style>${it1}`,
    "color",
    "rgba(9, 8, 7, 0.5)",
    [".box { color: var(--c) }"],
  ],
  [
    "lengths that are relative to where they are declared",
    `<style>main { font-size: 20px; letter-spacing: 0.1em } .box { font-size: 50% } .it { display: block }</style>${it1}`,
    "letter-spacing",
    "2px",
    ["main { letter-spacing: 0.1em }"],
  ],
  [
    "percentages that are relative to where they are declared",
    `<style>main { font-size: 20px } .box { font-size: 50% }</style>${it1}`,
    "font-size",
    "10px",
    [".box { font-size: 50% }"],
  ],
  ["inheritance", `<style>.box { color: red } main { color: blue }</style>${it1}`, "color", "rgb(255, 0, 0)", [".box { color: red }"]],
  [
    "inherit",
    `<style>.box { border-top-style: dotted } p { border-top-style: inherit }</style>${it1}`,
    "border-top-style",
    "dotted",
    [".box { border-top-style: dotted }", "p { border-top-style: inherit }"],
  ],
  [
    "a style attribute",
    `<style>p { color: red }</style><p class="it" style="color: blue">Words`,
    "color",
    "rgb(0, 0, 255)",
    ["style { color: blue }", "p { color: red }"],
  ],
  [
    "a form whose fields have the names of members",
    `<style>form { color: red } .it { color: blue }</style><form class="it" id="f" style="color: lime"><input name="style"><input name="classList"><input name="id"><input name="parentElement"><input name="part"><input name="getAttribute">`,
    "color",
    "rgb(0, 255, 0)",
    ["style { color: lime }", ".it { color: blue }", "form { color: red }"],
  ],
  [
    ":is(), :where() and :has()",
    `<style>p:is(#one, .none) { color: blue } #one { color: red } :where(#one).it { color: lime } .box:has(> .it) > .it { color: pink }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [
      "p:is(#one, .none) { color: blue }",
      "#one { color: red }",
      ".box:has(> .it) > .it { color: pink }",
      ":where(#one).it { color: lime }",
    ],
  ],
  [
    "imported sheets, in a layer and under conditions",
    `<style>@import "SERVER/plain.css"; @import "SERVER/blue.css" layer(x); @import "SERVER/lime.css" supports(display: nonsense); @import "SERVER/lime.css" print; p { opacity: 1 }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    [".it { color: red }", "#one { color: blue }"],
  ],
  [
    "a linked sheet",
    `<link rel="stylesheet" href="SERVER/blue.css"><style>p { color: red }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    ["#one { color: blue }", "p { color: red }"],
  ],
  [
    "an adopted sheet",
    `<style>.it { color: red }</style>${it1}<script>const sheet = new CSSStyleSheet(); sheet.replaceSync(".it { color: blue }"); document.adoptedStyleSheets = [sheet]</script>`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: blue }", ".it { color: red }"],
  ],
  [
    "conditions that hold",
    `<style>@media (min-width: 100px) { @supports (display: grid) { p { color: red } } } p { opacity: 0.5 }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }"],
  ],
  [
    "a scope within an equal one: its root lies below the other's",
    `<style>@scope (main) { @scope (main) { p { color: red } } @scope (.box) { p { color: blue } } } p { color: lime }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    ["p { color: blue }", "p { color: lime }"],
  ],
  [
    "a scope whose limit would match from outside of its root",
    `<style>@scope (main) to (body .box) { p { color: red } } p { color: lime }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }", "p { color: lime }"],
  ],
  [
    "a scope that ends",
    `<style>@scope (main) to (.box) { p { color: red } } @scope (main) to (.none) { :scope p { color: blue } } p { color: lime }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [":scope p { color: blue }", "p { color: lime }"],
  ],
  [
    "a named container",
    `<style>.box { container: side / inline-size; width: 400px } @container side (min-width: 300px) { p { color: red } } @container other (min-width: 1px) { p { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }"],
  ],
  [
    "a starting style",
    `<style>.it { color: red } @starting-style { #one { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    [".it { color: red }"],
  ],
  [
    "a registered custom property",
    `<style>@property --c { syntax: "<color>"; inherits: false; initial-value: blue } .box { --c: red } .it { color: var(--c) }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: var(--c) }"],
  ],
  [
    "nested rules with a list, a condition and declarations after",
    `<style>.box, .none { & .it { color: red; @media (min-width: 10px) { color: blue } &#one { color: lime } opacity: 0.5 } }</style>${it1}`,
    "color",
    "rgb(0, 255, 0)",
    ["&#one { color: lime }", "& .it { color: blue }", "& .it { color: red }"],
  ],
  [
    "names with characters that are escaped",
    `<style>.sm\\:w-1\\/2 { color: red } .\\31 0\\% { color: lime } #a\\ b.\\[\\#fff\\] { color: blue }</style><p class="it sm:w-1/2 10% [#fff]" id="a b">Words`,
    "color",
    "rgb(0, 0, 255)",
    ["#a\\ b.\\[\\#fff\\] { color: blue }", ".\\31 0\\% { color: lime }", ".sm\\:w-1\\/2 { color: red }"],
  ],
  [
    "the host of a shadow root",
    `<style>x-a { padding-top: 5px }</style><x-a class="it"><template shadowrootmode="open"><style>:host { padding-top: 3px } :host(.it) { padding-top: 4px !important }</style></template></x-a>`,
    "padding-top",
    "4px",
    [":host(.it) { padding-top: 4px ! }", "x-a { padding-top: 5px }", ":host { padding-top: 3px }"],
  ],
  [
    "what stands in a slot",
    `<style>i { letter-spacing: 1px }</style><x-a><template shadowrootmode="open"><style>::slotted(.it) { letter-spacing: 2px; color: red } slot { color: blue }</style><slot></slot></template><i class="it">Slotted</i></x-a>`,
    "letter-spacing",
    "1px",
    ["i { letter-spacing: 1px }", "::slotted(.it) { letter-spacing: 2px }"],
  ],
  [
    "a part",
    `<style>x-a::part(p) { color: blue }</style><x-a><template shadowrootmode="open"><style>.it { color: red }</style><b part="p" class="it">Part</b></template></x-a>`,
    "color",
    "rgb(0, 0, 255)",
    ["x-a::part(p) { color: blue }", ".it { color: red }"],
  ],
  ...selectorCases,
];

/** Those of Chromium: features that Firefox has not, and values that only it reports. */
export const chromiumWinnerCases: readonly WinnerCase[] = [
  [
    "a condition that script cannot ask, by the computed value: it holds",
    `<style>.box { --n: 2 } .it { color: red } @container style(--n = 2) { .it { color: blue } }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: blue }", ".it { color: red }"],
  ],
  [
    "nothing but a condition that script cannot ask: it holds",
    `<style>.box { --n: 2 } @container style(--n = 2) { .it { padding-top: 3px } }</style>${it1}`,
    "padding-top",
    "3px",
    [".it { padding-top: 3px }"],
  ],
  [
    "a rule with several conditions",
    `<style>.box { container: side / inline-size; width: 100px } p { color: red } @container (width < 75px), side (width > 90px) { .it { color: blue } } @container (width < 75px), other (width > 90px) { #one { color: lime } }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: blue }", "p { color: red }"],
  ],
  [
    "a border of a drawn box, which browsers leave out",
    `<style>input { border: 2px solid red }</style><main><input type="checkbox" class="it"></main>`,
    "border-top-style",
    "none",
    ["input { border: 2px solid red }"],
  ],
  [
    "a length that layout shrinks",
    `<style>.box { display: flex; width: 300px } .it { width: 900px; min-width: 0; margin-left: auto }</style>${it1}`,
    "width",
    "300px",
    [".it { width: 900px }"],
  ],
  [
    "revert-rule",
    `<style>p { margin-top: 1px } #one { margin-top: revert-rule } .it { margin-top: revert-rule }</style>${it1}`,
    "margin-top",
    "1px",
    ["p { margin-top: 1px }"],
  ],
  [
    "a container's custom property, orientation and calculation",
    `<style>.box { container-type: size; width: 400px; height: 200px; --x: 1 } @container style(--x: 1) and (orientation: landscape) and (width > calc(100px + 2em)) and (not (aspect-ratio < 2/1)) { p { color: red } } @container style(--x: 2) or (min-aspect-ratio: 3/1) { p { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    ["p { color: red }"],
  ],
];

/** A page whose element `.it` changes in other states and conditions. */
export const looksPage = `<style>:root { --c: red } .it { color: var(--c); padding: 1px }
  .it:hover { color: blue } .box:hover > .it { text-decoration-line: underline } .it:focus-visible { outline-width: 2px } p:hover { padding: 3px }
  .it:not(:disabled):active { opacity: 0.5 } .it:disabled { cursor: wait }
  @media (prefers-color-scheme: dark) { :root { --c: pink } } @media print { .it { display: none } } @media (max-width: 600px) { .it { padding: 9px } }
  @media (prefers-reduced-motion: reduce) { .it { transition-duration: 1s } }</style>${it1}`;
export const looksExpected = [
  ":active .it:not(:disabled):active { opacity: 0.5 }",
  ":focus-visible .it:focus-visible { outline-width: 2px }",
  ":hover .box:hover > .it { text-decoration-line: underline }",
  ":hover .it:hover { color: blue }",
  ":hover p:hover { padding: 3px }",
  "@media (max-width: 600px) .it { padding: 9px }",
  "@media (prefers-color-scheme: dark) :root { --c: pink } e0",
  "@media (prefers-reduced-motion: reduce) .it { transition-duration: 1s }",
  "@media print .it { display: none }",
];

const selectorOf = ({ rules }: StyleRules, place: number) => (place < 0 ? "style" : rules[place]?.selector);

/** Declarations of a property as texts. */
export function linesOf(rules: StyleRules, property: ExplainedProperty | undefined): string[] | undefined {
  return property?.declarations.map(
    ({ rule, name, value, important }) => `${selectorOf(rules, rule)} { ${name}: ${value}${important === true ? " !" : ""} }`,
  );
}

/** Other looks as texts, in alphabetical order. */
export function looksOf(rules: StyleRules, { looks = [] }: ExplainedElement): string[] {
  const text = ({ when, rule, name, value, from = "" }: OtherLook) =>
    `${when} ${selectorOf(rules, rule)} { ${name}: ${value} } ${from}`.trim();
  return looks.map(text).toSorted();
}
