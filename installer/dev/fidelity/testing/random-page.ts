import fc from "fast-check";

const containers =
  "div span p a button h2 ul li ol section article nav aside header footer main form label table tr td th fieldset legend figure figcaption " +
  "details summary em strong b dl dt dd blockquote time output abbr code mark sub q address svg dialog";
const voids = ["input", "img", "br", "hr"];
const roles =
  "button link none presentation list listitem img heading checkbox group region row cell table grid gridcell tab menuitem option textbox " +
  "switch alert status dialog search tooltip generic term bogus paragraph separator";
const types = "text checkbox radio submit button range number search email date color file hidden password image reset";
const displays = "block inline inline-block flex contents none grid";
const words = "alpha beta gamma delta Epsilon zeta";

const ids = Array.from({ length: 10 }, (_, index) => `id${index}`);
const oneOf = (list: string) => fc.constantFrom(...list.split(" "));
const maybe = <T>(value: fc.Arbitrary<T>, freq: number) => fc.option(value, { freq, nil: undefined });

const attributes = fc.record({
  role: maybe(oneOf(roles), 1),
  "aria-label": maybe(oneOf(words), 1),
  "aria-labelledby": maybe(fc.constantFrom(...ids), 1),
  title: maybe(oneOf(words), 1),
  "aria-hidden": maybe(fc.constant("true"), 1),
  hidden: maybe(fc.constant(""), 1),
  tabindex: maybe(fc.constantFrom("0", "-1"), 1),
  style: maybe(oneOf(displays), 2),
  id: maybe(fc.constantFrom(...ids), 2),
  href: maybe(fc.constant("#x"), 3),
  alt: maybe(fc.constantFrom("", "alpha"), 3),
  type: maybe(oneOf(types), 4),
  disabled: maybe(fc.constant(""), 1),
  open: maybe(fc.constant(""), 2),
  for: maybe(fc.constantFrom(...ids), 2),
});

/** Most attributes are left out, so that the rest means something. */
const few = fc
  .tuple(attributes, fc.array(fc.nat(9), { minLength: 15, maxLength: 15 }))
  .map(([all, dice]) => Object.entries(all).filter(([, value], index) => value !== undefined && (dice[index] ?? 0) < 3));

const text = fc.array(oneOf(words), { minLength: 1, maxLength: 3 }).map((list) => list.join(" "));

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    text,
    fc.tuple(fc.constantFrom(...voids), few).map(([tag, list]) => `<${tag}${written(list)}>`),
    fc
      .tuple(oneOf(containers), few, fc.array(tie("node"), { maxLength: 4 }))
      .map(([tag, list, children]) => `<${tag}${written(list)}>${children.join(" ")}</${tag}>`),
  ),
}));

/** A page of random HTML: well-formed tags in odd places, names that point anywhere, roles that contradict elements. */
export const randomPage = fc
  .array(node, { minLength: 30, maxLength: 40 })
  .map((parts) => `<!doctype html><meta charset="utf-8"><title>Random</title><body>\n${parts.join("\n")}`);

function written(list: readonly (readonly [string, string | undefined])[]): string {
  return list.map(([name, value]) => (name === "style" ? ` style="display: ${value}"` : ` ${name}="${value}"`)).join("");
}
