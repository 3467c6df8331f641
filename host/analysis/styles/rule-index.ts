import { addToGroup } from "../../contract/group-by.js";
import { weaklyMemoized } from "../../contract/memoized.js";
import type { StyleRule } from "../../contract/style-rules.js";
import { splitAtCommas } from "../skip.js";
import { afterMadeClass, canonicalSelector, classesOf, localNamesOf, withoutClassNames, withoutScopes } from "./selectors.js";
import type { SourceRule } from "./style-source.js";

export interface StyleFile {
  readonly file: string;
  readonly text: string;
  readonly rules: readonly SourceRule[];
}

export interface PlacedRule {
  readonly of: StyleFile;
  readonly source: SourceRule;
  readonly at: number;
}

/** The rules of files by what their selectors share with a page's, and those whose selectors are not wholly known. */
export interface RuleIndex {
  readonly byKey: ReadonlyMap<string, readonly PlacedRule[]>;
  readonly open: readonly PlacedRule[];
}

/** Reads each selector once: finding the rules of a page's then costs what is found, not what the files hold. */
export function indexRules(files: readonly StyleFile[]): RuleIndex {
  const byKey = new Map<string, PlacedRule[]>();
  const open: PlacedRule[] = [];
  let at = 0;
  for (const of of files) {
    for (const source of of.rules) {
      const one = { of, source, at: at++ };
      if (isOpen(source)) open.push(one);
      else for (const key of keysOfSource(source)) addToGroup(byKey, key, one);
    }
  }
  return { byKey, open };
}

/** The rules that may be one of a page, in the order of the files. */
export function rulesLike({ byKey, open }: RuleIndex, rule: StyleRule): PlacedRule[] {
  const found = new Set(open);
  for (const key of keysOfPage(rule)) for (const one of byKey.get(key) ?? []) found.add(one);
  return [...found].sort((one, other) => one.at - other.at);
}

function isOpen({ own, selector, conditions }: SourceRule): boolean {
  return own.startsWith("@theme") || selector.includes("${") || conditions.some((one) => one.startsWith("@include"));
}

function keysOfSource({ is, own, selector }: SourceRule): Set<string> {
  const keys = new Set<string>();
  if (is !== "rule") keys.add(`made ${withoutNesting(selector)}`);
  if (is === "object" || selector === "" || own.startsWith("@")) return keys;
  for (const part of splitAtCommas(canonicalSelector(selector))) keys.add(`${withoutClassNames(part)} ${classesOf(part)[0] ?? ""}`);
  return keys.add(`own ${withoutNesting(own)}`);
}

const keysOfPage = weaklyMemoized(({ selector }: StyleRule): ReadonlySet<string> => {
  const keys = new Set<string>();
  const rest = afterMadeClass(selector);
  if (rest !== undefined) keys.add(`made ${rest}`);
  if (selector.includes("&")) keys.add(`own ${withoutNesting(selector)}`);
  for (const part of splitAtCommas(canonicalSelector(selector)).flatMap((one) => [one, canonicalSelector(withoutScopes(one))]))
    for (const name of localNamesOf(classesOf(part)[0] ?? "")) keys.add(`${withoutClassNames(part)} ${name}`);
  return keys;
});

/** A list of selectors in one spelling, each without the `&` that it begins with. */
export function withoutNesting(list: string): string {
  return splitAtCommas(canonicalSelector(list))
    .map((one) => one.replace(/^&/, "").trim())
    .join();
}
