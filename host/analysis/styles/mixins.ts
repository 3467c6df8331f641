import { positionOf } from "../source/place.js";
import { nested, type SourceDeclaration, type SourceRule } from "./style-source.js";

/** What a name that rules include stands for: the rules of a mixin, those that a placeholder or class declares. */
export type Mixins = ReadonlyMap<string, readonly SourceRule[]>;

const deepest = 4;
/** Declarations that mixins bring into one rule; those that include one another many times multiply with each level. */
const mostIncluded = 10_000;

/** Whether a source may define a mixin or a placeholder. */
export function mayDefineMixins(text: string): boolean {
  return /@mixin\s|(?:^|\n)[^\S\n]*%[\w-]|[.#][\w-]+\s*\([^(){}]{0,200}\)[^;{}]{0,200}\{/.test(text);
}

/** The mixins and placeholders among a source's rules, by name; declarations name their place. */
export function mixinsIn(file: string, text: string, rules: readonly SourceRule[]): [name: string, rule: SourceRule][] {
  return rules.flatMap((rule): [string, SourceRule][] => {
    const name = rule.mixin || /^%[\w-]+$/.exec(rule.selector)?.[0];
    if (name === undefined) return [];
    const declarations = rule.declarations.map((one) => ({ ...one, place: { file, ...positionOf(text, one.offset) } }));
    return [[name, { ...rule, declarations }]];
  });
}

/** A rule with the declarations of the mixins that it includes, and the rules that they nest in it. */
export function includeMixins(rule: SourceRule, mixins: Mixins, depth = 0, budget = { left: mostIncluded }): SourceRule[] {
  const inner: SourceRule[] = [];
  const include = (one: SourceDeclaration): readonly SourceDeclaration[] => {
    const included = one.name === "@apply" ? (mixins.get(includedName(one.value)) ?? []) : [];
    if (included.length === 0 || depth >= deepest || budget.left <= 0) return [one];
    for (const { declarations } of included) budget.left -= declarations.length;
    return [
      one,
      ...included.flatMap((part) => {
        const own = part.own === "@mixin" || part.mixin === "" ? rule.selector : nested(part.own, rule.selector);
        const [made, ...others] = includeMixins({ ...part, selector: own, own, mixin: rule.mixin }, mixins, depth + 1, budget);
        inner.push(...others);
        if (own === rule.selector && part.conditions.length === 0) return made?.declarations ?? [];
        if (made !== undefined) inner.push(made);
        return [];
      }),
    ];
  };
  const declarations = rule.declarations.flatMap(include);
  return [declarations.length === rule.declarations.length ? rule : { ...rule, declarations }, ...inner];
}

/** `tools.up(600px)`, `.bordered(1px)`, `#ns.m()`, `%reset`: the last name. */
function includedName(value: string): string {
  const called = (value.split("(", 1)[0] ?? "")
    .trimEnd()
    .replace(/!optional$/, "")
    .trimEnd();
  return /^%[\w-]+/.exec(value)?.[0] ?? /(?<![\w-])[\w-]+$/.exec(called)?.[0] ?? "";
}
