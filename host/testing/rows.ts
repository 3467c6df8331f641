import { z } from "zod";

const tableSchema = z.looseObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });

/** A tool's list as objects by column. */
export function rowsOf(table: unknown): Record<string, unknown>[] {
  const { columns, rows } = tableSchema.parse(table);
  return rows.map((row) => Object.fromEntries(columns.map((column, position) => [column, row[position]])));
}
