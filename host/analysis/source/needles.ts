import type { Wanted } from "./wanted.js";

/**
 * Texts of which a file must hold one to be worth reading tag by tag: everything that speaks for a tag stands in one of them, but for
 * the tag's name alone.
 */
export function needlesOf({ shown, attributes, classes, components, testId, around, page }: Wanted, keys: ReadonlySet<string>): string[] {
  const named = ["id", "name", "aria-label", "placeholder", "alt", "title", "for", "action"].map((name) => attributes[name] ?? "");
  const paths =
    (attributes["href"] ?? "")
      .split(/[?#]/)[0]
      ?.split("/")
      .filter((part) => part.length > 2) ?? [];
  const words = shown.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => word.length >= 4)]);
  const all = [
    ...words.slice(0, 12),
    ...named,
    ...paths,
    ...classes,
    ...components,
    testId,
    ...around.slice(0, 8),
    ...keys,
    page.split("/").at(-1) ?? "",
  ];
  return [...new Set(all)].filter((text) => text.length >= 3);
}
