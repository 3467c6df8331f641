/** Lines of cells as a table: the first column to the left, the others to the right. */
export function aligned(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(String));
  const widths = (lines[0] ?? []).map((_title, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => line.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join("  "))
    .join("\n");
}
