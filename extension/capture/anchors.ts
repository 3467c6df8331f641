import { identifier, isStableName, quoted } from "./identifiers.js";

/** Attributes that test authors write, best first. */
export const testIdAttributes = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa", "data-e2e", "data-pw"] as const;

/** A selector that may find its element alone. */
export interface Anchor {
  readonly step: string;
  /** A test id or id: it names the element itself, not what it says. */
  readonly isId: boolean;
}

const none: readonly Anchor[] = [];
// A long value reads badly.
const valueMaxChars = 80;

/** All selectors by which an element of this type selector and these attributes could be found alone, best first. Values in `changed` are not the page's. */
export function anchorsOf(type: string, values: ReadonlyMap<string, string>, changed: ReadonlySet<string>): readonly Anchor[] {
  if (values.size === 0) return none;
  const anchors: Anchor[] = [];
  const add = (step: string, isId: boolean) => anchors.push({ step, isId });
  const value = (name: string) => {
    const kept = values.get(name);
    return kept !== undefined && kept !== "" && kept.length <= valueMaxChars && !changed.has(name) ? kept : undefined;
  };
  for (const name of testIdAttributes) {
    const id = value(name);
    if (id !== undefined) add(`[${name}=${quoted(id)}]`, true);
  }
  const id = value("id");
  if (id !== undefined && isStableName(id)) add(`#${identifier(id)}`, true);
  for (const name of ["name", "aria-label", "for", "alt", "placeholder", "title"]) {
    const text = value(name);
    if (text !== undefined && (name !== "name" || isStableName(text.replace(/[[\].:]/g, "-"))))
      add(`${type}[${name}=${quoted(text)}]`, false);
  }
  return anchors;
}
