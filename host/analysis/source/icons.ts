import type { CapturedElement } from "../../contract/reader.js";
import type { SourceTag } from "./tags.js";

/** The icon that a library of icons drew as this element, in place of a tag or of a component's, as it names it: `envelope`, `mdi:bell`. */
export function drawnIconOf({ tag, attributes }: Pick<CapturedElement, "tag" | "attributes">): string | undefined {
  if (tag !== "svg") return undefined;
  const tokens = (attributes["class"] ?? "").split(/\s+/);
  if (tokens.includes("svg-inline--fa") || tokens.includes("iconify")) return attributes["data-icon"];
  return tokens.map((token) => /^(?:feather|lucide)-(.+)$/.exec(token)?.[1]).find((name) => name !== undefined);
}

/** Points of a tag in whose place a library of icons draws this icon: `<i class="fas fa-bell">`, `<i data-feather="bell">`; 0 for any other tag. */
export function replacedPoints({ tag, attributes }: SourceTag, icon: string): number {
  if (!/^(?:i|span|em)$/.test(tag)) return 0;
  const marks = ["data-feather", "data-lucide", "data-icon"].map((name) => attributes.get(name));
  const { value = "", isDynamic = false } = attributes.get("class") ?? {};
  if (marks.some((mark) => mark?.value === icon) || value.split(/[\s"'`]+/).includes(`fa-${icon}`)) return named;
  const isOpen = marks.some((mark) => mark?.isDynamic) || (isDynamic && /(?:^|[\s"'`])fa[bdlrs]?(?:[\s"'`-]|$)/.test(value));
  return isOpen ? ofAnyIcon : 0;
}

const named = 8;
const ofAnyIcon = 3;

/** Whether an attribute's value names this icon, or another one: `envelope`, `faEnvelope`, `["fas", "envelope"]`; undefined where it names none. */
export function isNamedIn(value: string, isDynamic: boolean, icon: string): boolean | undefined {
  const words = value
    .split(/[^\w:-]+/)
    .map((word) => word.replace(/([a-z])(?=[A-Z])/g, "$1-").toLowerCase())
    .map((word) => word.replace(/^fa-/, ""));
  if (words.includes(icon)) return true;
  return !isDynamic || /^\s*(?:fa[A-Z]\w*|\[[^\]]*\]|["'][^"']*["'])\s*$/.test(value) ? false : undefined;
}
