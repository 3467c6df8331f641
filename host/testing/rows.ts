import { z } from "zod";

const tableSchema = z.looseObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });

/** What is left of an answer when everything between delimiters is taken out. */
export function outsideDelimiters(text: string): string {
  return text.replace(/\[(CAPTURED_TEXT|USER_COMMENT)\][\s\S]*?\[\/\1\]/g, "");
}

/** A tool's list as objects by column. */
export function rowsOf(table: unknown): Record<string, unknown>[] {
  const { columns, rows } = tableSchema.parse(table);
  return rows.map((row) => Object.fromEntries(columns.map((column, position) => [column, row[position]])));
}
