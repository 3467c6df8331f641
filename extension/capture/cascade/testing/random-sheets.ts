import fc from "fast-check";

const classes = ["a", "b", "c", "d", "e"] as const;
const tags = ["div", "p", "span", "section"] as const;
const ids = ["i1", "i2", "i3"] as const;
const oneOf = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);

const simple = fc.oneof(
  oneOf(...classes).map((name) => `.${name}`),
  oneOf(...tags),
  oneOf(...ids).map((name) => `#${name}`),
  oneOf("[data-x]", "[data-x='1']", ":nth-child(2n)", ":first-child", ":not(.a)", ":is(.a, #i1)", ":where(.b, #i2)"),
  oneOf(":has(> .c)", "*", ":nth-child(2n of .a, #i1)", ":lang(en)"),
);
const compound = fc.tuple(simple, fc.option(simple, { nil: "" })).map(([one, other]) => (/^[a-z*]/.test(other) ? one : one + other));
const complex = fc
  .tuple(compound, fc.array(fc.tuple(oneOf(" ", " > ", " + ", " ~ "), compound), { maxLength: 2 }))
  .map(([first, rest]) => rest.reduce((text, [combinator, part]) => part + combinator + text, first));
const selectorList = fc.array(complex, { minLength: 1, maxLength: 2 }).map((all) => all.join(", "));

const length = oneOf("1px", "2px", "3px", "5px", "8px", "1em", "2rem", "var(--s)", "var(--t, 4px)", "calc(var(--s) * 2)");
const declaration = fc
  .tuple(
    fc.oneof(
      oneOf(
        "color: red",
        "color: blue",
        "color: rgb(9, 8, 7)",
        "color: var(--c)",
        "color: inherit",
        "color: var(--none, green)",
        "color: revert-layer",
      ),
      fc
        .tuple(
          oneOf("padding", "padding-left", "padding-inline-start", "margin", "margin-top", "margin-block", "inset", "letter-spacing"),
          length,
        )
        .map((pair) => pair.join(": ")),
      fc.tuple(oneOf("padding", "padding-inline"), length, length).map(([name, one, other]) => `${name}: ${one} ${other}`),
      oneOf(
        "font-size: 10px",
        "font-size: 1.2em",
        "font-size: inherit",
        "font: italic 700 14px/20px serif",
        "opacity: 0.5",
        "opacity: 0.7",
      ),
      fc.tuple(length, oneOf("red", "blue")).map(([width, color]) => `border: ${width} solid ${color}`),
      oneOf(
        "border-color: lime",
        "border-color: var(--c)",
        "border-inline: 2px solid var(--c)",
        "border-block-end: var(--s) dashed red",
        "background: red",
        "background: none",
        "background-color: pink",
        "text-align: center",
      ),
      oneOf(
        "--c: purple",
        "--c: var(--d, olive)",
        "--s: 6px",
        "--s: 7px",
        "display: block",
        "display: flex",
        "display: inline-block",
        "width: 50px",
      ),
    ),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([text, one, two, three]) => `${text}${one && two && three ? " !important" : ""};`);
const declarations = fc.array(declaration, { minLength: 1, maxLength: 3 }).map((all) => all.join(" "));

const nested = fc
  .tuple(oneOf("&.x", "& .b", "> .c", ".d", ".e &", "& > &", "div&", "@media (min-width: 10px)"), declarations)
  .map(([selector, text]) => `${selector} { ${text} }`);
const styleRule = fc
  .tuple(selectorList, declarations, fc.option(nested, { nil: "" }), fc.option(declarations, { nil: "", freq: 2 }))
  .map(([selector, before, inner, after]) => `${selector} { ${before} ${inner} ${inner === "" ? "" : after} }`);

const groups = fc.oneof(
  // No anonymous layers: the protocol names them all alike.
  oneOf("@layer base", "@layer comp", "@layer util", "@layer base.in", "@layer comp.x.y"),
  oneOf("@media (min-width: 100px)", "@media (min-width: 9000px)", "@supports (display: grid)", "@supports (display: nonsense)"),
  oneOf("@container (min-width: 10px)", "@container (min-width: 9000px)", "@scope (.a)", "@scope (.b) to (.c)", "@scope (.d)"),
);
const { rule } = fc.letrec<{ rule: string; group: string }>((tie) => ({
  rule: fc.oneof({ maxDepth: 3 }, { weight: 3, arbitrary: styleRule }, { weight: 1, arbitrary: tie("group") }),
  group: fc
    .tuple(groups, fc.array(tie("rule"), { minLength: 1, maxLength: 3 }))
    .map(([prelude, rules]) => `${prelude} { ${rules.join("\n")} }`),
}));
const sheet = fc
  .tuple(oneOf("", "@layer util, base;"), fc.array(rule, { minLength: 4, maxLength: 8 }))
  .map(([layers, rules]) => `${layers}\n${rules.join("\n")}`);

const attributes = fc
  .tuple(
    fc.array(oneOf(...classes, "x"), { maxLength: 2 }),
    fc.option(oneOf(...ids), { nil: "", freq: 5 }),
    oneOf("", "", ' data-x="1"', ' data-x="2"', ' dir="rtl"'),
    fc.option(declaration, { nil: "", freq: 5 }),
  )
  .map(
    ([names, id, other, style]) =>
      `${names.length === 0 ? "" : ` class="${names.join(" ")}"`}${id === "" ? "" : ` id="${id}"`}${other}${style === "" ? "" : ` style="${style}"`}`,
  );
const { element } = fc.letrec<{ element: string; leaf: string; branch: string }>((tie) => ({
  element: fc.oneof({ maxDepth: 4 }, tie("leaf"), { weight: 3, arbitrary: tie("branch") }),
  leaf: fc.tuple(oneOf(...tags), attributes).map(([tag, own]) => `<${tag}${own}>t</${tag}>`),
  branch: fc
    .tuple(oneOf(...tags), attributes, fc.array(tie("element"), { maxLength: 3 }))
    .map(([tag, own, children]) => `<${tag}${own}>t${children.join("")}</${tag}>`),
}));

/** Pages with random elements and style sheets: layers, nesting, scopes, containers, importance, shadow roots, custom properties. */
export const randomPage: fc.Arbitrary<string> = fc
  .tuple(
    sheet,
    sheet,
    sheet,
    fc.array(element, { minLength: 2, maxLength: 4 }),
    fc.array(declarations, { minLength: 5, maxLength: 5 }),
    fc.boolean(),
  )
  .map(([first, second, inner, elements, [host = "", hostA = "", slotted = "", part = "", outer = ""], isContainer]) => {
    // In Chromium a bare :has() of a shadow tree matches the host too, which has no features there (CSS Scoping 1, § 3.3).
    const shadow = `<style>${inner.replaceAll(":has(> .c)", "div:has(> .c)")} :host { ${host} } :host(.a) { ${hostA} } ::slotted(.b) { ${slotted} }</style><div part="p q" class="a b"><slot></slot></div><span part="q" class="c">z</span>`;
    return `<!doctype html><html lang="en"><head><style>${isContainer ? "body { container-type: inline-size }" : ""} ${first}</style>
<style>${second} x-h::part(p) { ${part} } x-h { ${outer} }</style></head><body>${elements.join("")}
<x-h class="a"><template shadowrootmode="open">${shadow}</template><p class="b">s</p><p class="a c">u</p></x-h></body></html>`;
  });
