/** A page, a property of its element `.it`, its computed value, and its declarations in order. */
export type WinnerCase = readonly [name: string, html: string, property: string, computed: string, declarations: string[]];

export const it1 = `<main><div class="box"><p class="it a" id="one">Words</p></div></main>`;

/** Scopes, containers, `all`, slots, parts, hosts and namespaces, and properties of every kind. */
export const selectorCases: readonly WinnerCase[] = [
  [
    "lengths relative to containers, each axis to the nearest box whose size is contained",
    `<style>main { container-type: size; width: 600px; height: 300px } .box { container-type: inline-size; width: 400px } table { container-type: size } .it { background-size: 10cqw 10cqh } p { background-size: 9px }</style><main><div class="box"><table><tr><td><p class="it">Words</table></div></main>`,
    "background-size",
    "40px 30px",
    [".it { background-size: 10cqw 10cqh }", "p { background-size: 9px auto }"],
  ],
  [
    "a size of a container without a box for it",
    `<style>.box { container-type: inline-size; display: contents } main { container-type: size } .it { color: red } @container (min-width: 0) { .it { color: blue } } @container not (max-width: 0) { .it { color: blue } }</style>${it1}`,
    "color",
    "rgb(255, 0, 0)",
    [".it { color: red }"],
  ],
  [
    "a drawing as a container",
    `<style>svg, g { container-type: size; width: 100px; height: 50px } .it { color: red } @container (width = 100px) { .it { color: blue } }</style><svg><text class="it">Words</text></svg>`,
    "color",
    "rgb(0, 0, 255)",
    [".it { color: blue }", ".it { color: red }"],
  ],
  [
    "the root of a scope that is left out of the scope's selector",
    `<style>@scope (main) { .it:not(:scope) { color: blue } :not(:scope).box { @scope (.it:not(:scope)) { color: lime } } } .it { color: red }</style>${it1}`,
    "color",
    "rgb(0, 0, 255)",
    [".it:not(:scope) { color: blue }", ".it { color: red }", ":scope { color: lime }"],
  ],
  [
    "a scope without a root, which is the element that its style element stands in",
    `<style>p { padding-top: 9px }</style><main><div><style>@scope { p { padding-top: 3px } }</style><p>Inside</p></div><p class="it">Words</p></main>`,
    "padding-top",
    "9px",
    ["p { padding-top: 9px }"],
  ],
  [
    "a scope without a root, from inside",
    `<style>p { padding-top: 9px }</style><main><style>@scope { :scope > p { padding-top: 3px } }</style><p class="it">Words</p></main>`,
    "padding-top",
    "3px",
    [":scope > p { padding-top: 3px }", "p { padding-top: 9px }"],
  ],
  [
    "a scope whose root is that of the rule around",
    `<style>.none { @scope (&) { :scope { margin-top: 3px } } } .box { @scope (& > .it) { :scope { margin-top: 2px } } }</style>${it1}`,
    "margin-top",
    "2px",
    [":scope { margin-top: 2px }"],
  ],
  [
    "a scope in a rule, whose root stands below what the rule is about",
    `<style>.none { @scope (.it) { :scope { margin-top: 3px } } } main { @scope (.it) { margin-top: 2px } }</style>${it1}`,
    "margin-top",
    "2px",
    [":scope { margin-top: 2px }"],
  ],
  [
    "a scope that ends at its own root",
    `<style>@scope (.it) to (:scope) { :scope { margin-top: 3px } } p { margin-top: 1px }</style>${it1}`,
    "margin-top",
    "1px",
    ["p { margin-top: 1px }"],
  ],
  [
    "scopes in a shadow tree, whose root is the host",
    `<x-a><template shadowrootmode="open"><style>@scope { b { margin-top: 1px } } @scope (:host) { :scope > b { margin-top: 2px } } @scope (x-a) { b { margin-top: 3px } }</style><b class="it">Words</b></template></x-a>`,
    "margin-top",
    "2px",
    [":scope > b { margin-top: 2px }", "b { margin-top: 1px }"],
  ],
  [
    "& and :scope outside of rules and scopes: the root",
    `<style>& p { margin-top: 1px } :scope p { margin-top: 2px } & { margin-top: 7px } :scope { margin-top: 8px }</style>${it1}`,
    "margin-top",
    "2px",
    [":scope p { margin-top: 2px }", "& p { margin-top: 1px }"],
  ],
  [
    "all after another rule's declaration",
    `<style>button { padding: 4px } .it { all: unset }</style><button class="it">Words</button>`,
    "padding-top",
    "0px",
    [".it { all: unset }", "button { padding: 4px }"],
  ],
  [
    "all before a declaration of the same rule",
    `<style>button { padding-left: 4px } .it { all: unset; padding-inline: 6px }</style><button class="it">Words</button>`,
    "padding-left",
    "6px",
    [".it { padding-inline: 6px }", "button { padding-left: 4px }"],
  ],
  [
    "slots below another element",
    `<x-a><template shadowrootmode="open"><style>:host ::slotted(b) { margin-top: 1px } .wrap ::slotted(b) { margin-top: 2px } .none ::slotted(b), .wrap::slotted(b) { margin-top: 3px }</style><section class="wrap"><slot></slot></section></template><b class="it">Words</b></x-a>`,
    "margin-top",
    "2px",
    [".wrap ::slotted(b) { margin-top: 2px }", ":host ::slotted(b) { margin-top: 1px }"],
  ],
  [
    "parts below another element, and those of the tree's own host",
    `<style>main ::part(q) { margin-top: 2px } .none ::part(q), main::part(q) { margin-top: 3px }</style><main><x-a><template shadowrootmode="open"><style>:host::part(q) { margin-top: 1px } :host(.none)::part(q) { margin-top: 4px }</style><b part="q" class="it">Words</b></template></x-a></main>`,
    "margin-top",
    "2px",
    ["main ::part(q) { margin-top: 2px }", ":host::part(q) { margin-top: 1px }"],
  ],
  [
    "a host, which has no features in its own tree",
    `<x-a class="it"><template shadowrootmode="open"><style>:host { margin-top: 1px } x-a:host, :host.it, :host:hover, :host:not(.none) { margin-top: 3px } :where(:host, .none) { margin-top: 4px } &, :scope { margin-top: 5px }</style></template></x-a>`,
    "margin-top",
    "1px",
    [":host { margin-top: 1px }", ":where(:host, .none) { margin-top: 4px }"],
  ],
  [
    "namespaces of a sheet",
    `<style>@namespace url(http://www.w3.org/2000/svg); @namespace h url(http://www.w3.org/1999/xhtml); p { margin-top: 3px } .it { margin-top: 4px } h|p { margin-top: 1px } *|p { margin-left: 2px } h|*.it { margin-top: 2px }</style>${it1}`,
    "margin-top",
    "2px",
    ["h|*.it { margin-top: 2px }", "h|p { margin-top: 1px }"],
  ],
  [
    "a host, whose type is asked for in a namespace that a sheet of its tree names",
    `<div class="it"><template shadowrootmode="open"><style>@namespace url(http://www.w3.org/2000/svg); @namespace h url(http://www.w3.org/1999/xhtml); :host(*), :host(div), :host-context(*), :is(:host(*)) { margin-top: 3px } :host(.it), .it:host { margin-top: 4px } :host(*|*.it) { margin-top: 2px } :host(h|div) { margin-top: 1px } :host { margin-top: 5px }</style></template></div>`,
    "margin-top",
    "2px",
    [":host(*|*.it) { margin-top: 2px }", ":host(h|div) { margin-top: 1px }", ":host { margin-top: 5px }"],
  ],
  [
    "a flex item, whose box is a block's",
    `<style>.box { display: flex } .it { display: inline-block }</style>${it1}`,
    "display",
    "block",
    [".it { display: inline-block }"],
  ],
  ...[
    "word-spacing: 3px",
    "clip-path: inset(1px)",
    "writing-mode: vertical-rl",
    "mix-blend-mode: multiply",
    "-webkit-text-fill-color: rgb(1, 2, 3)",
    "tab-size: 3",
    "will-change: opacity",
    "hyphens: manual",
  ].map((declared): WinnerCase => {
    const [property = "", value = ""] = declared.split(": ");
    return [
      `a property that few pages declare: ${property}`,
      `<style>.it { ${declared} }</style>${it1}`,
      property,
      value,
      [`.it { ${declared} }`],
    ];
  }),
  [
    "a length that is relative to a font size of many digits",
    `<style>.it { font-size: 13.3333333px; padding-top: 0.25em }</style>${it1}`,
    "padding-top",
    "3.33333px",
    [".it { padding-top: 0.25em }"],
  ],
  [
    "a property that few elements inherit",
    `<style>main { tab-size: 3 } .box { word-spacing: 2px; list-style-position: inside }</style>${it1}`,
    "list-style-position",
    "inside",
    [".box { list-style-position: inside }"],
  ],
];
