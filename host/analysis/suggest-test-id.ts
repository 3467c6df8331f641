import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { isOfApp } from "./element-facts.js";
import { testIdOf } from "./test-ids.js";

export interface MissingTestId {
  readonly element: CapturedElement;
  /** Letters, digits and `-`; no other element of the page has or is given the same. */
  readonly suggestion: string;
}

/** Controls without a test id, each with a descriptive one that is unique in the page. */
export function missingTestIds(reader: CaptureReader, attributes: readonly string[]): MissingTestId[] {
  const taken = new Set<string>();
  const missing: CapturedElement[] = [];
  for (const element of reader.elements()) {
    const known = testIdOf(element, attributes);
    if (known !== undefined) taken.add(known.value);
    else if (element.interactive && element.rendered && (element.visible || element.focusable) && isOfApp(reader, element))
      missing.push(element);
  }
  const numbers = new Map<string, number>();
  return missing.map((element) => {
    const suggestion = unique(slugOf(reader, element), taken, numbers);
    taken.add(suggestion);
    return { element, suggestion };
  });
}

/** Words for a kind of control, where its role is not one. */
const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({ textbox: "input", searchbox: "search", combobox: "select", listbox: "select", menuitem: "item", img: "image" }),
);
const mostWords = 4;

function slugOf(reader: CaptureReader, element: CapturedElement): string {
  const kind = kinds.get(element.role) ?? (element.role === "" ? element.tag : element.role);
  const words = [
    element.attributes["name"],
    element.name,
    element.attributes["id"],
    element.attributes["placeholder"],
    contextOf(reader, element),
  ];
  const what = words.map((text) => slug(text ?? "")).find((text) => text !== "");
  if (what === undefined) return slug(kind) || "element";
  return what.endsWith(kind) ? what : `${what}-${slug(kind)}`;
}

/** The nearest named element around: a nameless icon button in the navigation becomes `navigation-…`. */
function contextOf(reader: CaptureReader, { index }: CapturedElement): string {
  const around = reader
    .ancestors(index)
    .map((ancestor) => reader.element(ancestor))
    .find(({ name, role }) => name !== "" || (role !== "" && role !== "document"));
  return around === undefined ? "" : around.name || around.role;
}

function slug(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .slice(0, mostWords)
    .join("-")
    .slice(0, 40);
}

/** `numbers`: the last one given to each wanted id, so that thousands alike take no longer than others. */
function unique(wanted: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  if (!taken.has(wanted)) return wanted;
  let number = (numbers.get(wanted) ?? 1) + 1;
  while (taken.has(`${wanted}-${number}`)) number++;
  numbers.set(wanted, number);
  return `${wanted}-${number}`;
}
