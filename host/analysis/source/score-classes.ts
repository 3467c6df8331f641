import type { Add } from "./score-attributes.js";
import { isComponentTag, type SourceTag, type TagAttribute } from "./tags.js";
import { quotedIn } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** Judges the class names of a tag. */
export function scoreClasses(tag: SourceTag, { classes, attributes }: Wanted, add: Add): void {
  const written = tag.attributes.get("class");
  if (written === undefined) {
    // A library's components bring classes of their own; a plain tag has those that are written.
    if (classes.length > 0 && !tag.isOpenEnded && !isComponentTag(tag.tag)) add(-1 - Math.min(2, classes.length * 0.5));
    return;
  }
  const known = namesIn(written).filter((name) => name !== "" && !/[{$]/.test(name));
  const had = new Set([...classes, ...(attributes["class"] ?? "").split(/\s+/)]);
  const hits = known.filter((name) => had.has(name));
  if (hits.length > 0) add(1 + Math.min(3, hits.length * 0.7), `class ${hits.slice(0, 4).join(" ")}`);
  // All of the element's, and no other.
  if (!written.isDynamic && hits.length === known.length && hits.length >= Math.max(2, classes.length)) add(1.5);
  // A fixed class that the element lacks belongs to another one, but for a component that merges classes.
  const missing = known.length - hits.length;
  if (!written.isDynamic && missing > 0) add(isComponentTag(tag.tag) ? -1 * missing : -2 * missing);
}

function namesIn({ value, isDynamic }: TagAttribute): string[] {
  if (!isDynamic) return value.split(/\s+/);
  const quoted = quotedIn(value).flatMap((text) => text.split(/\s+/));
  const ofModules = value.match(/\b(?:styles|classes|css|s)(?:\.|\[["'])([\w-]+)/g) ?? [];
  const keys = [...value.matchAll(/[{,]\s*([\w-]+)\s*(?=[,:}])/g)].map((match) => match[1] ?? "");
  // Around a template's marks (`btn{% if active %} active{% endif %}`) stand names as they are.
  const around = /\{%|<[%?]|\{\{|^[\w -]*\{/.test(value) ? value.replace(marks, " ").split(/\s+/) : [];
  return [...new Set([...quoted, ...ofModules.map((text) => text.replace(/.*[.'"]/, "")), ...keys, ...around])].filter((name) =>
    /^[\w:/.[\]()%!@&#,>+-]+$/.test(name),
  );
}

const marks = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|<%[\s\S]*?%>|<\?[\s\S]*?\?>|[\w-]*\{[^{}]*\}[\w-]*/g;
