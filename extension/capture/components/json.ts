/** A text as JSON writes it; all but printable ASCII escaped. */
export function quoted(text: string): string {
  const safe = text.replace(/[^ !#-[\]-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${safe}"`;
}
