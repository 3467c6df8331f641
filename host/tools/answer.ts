/** Text by somebody else, delimited for the agent. A class, because captures are plain data: no key of theirs makes them one. */
export class Foreign {
  readonly writtenBy: "page" | "user";
  readonly text: string;
  /** Longest form in characters; a longer text ends with an ellipsis. */
  readonly maxChars: number;

  constructor(writtenBy: Foreign["writtenBy"], text: string, maxChars: number) {
    this.writtenBy = writtenBy;
    this.text = text;
    this.maxChars = maxChars;
  }
}

/** A cell of a table. Tables stand between the delimiters of the page as a whole, so plain strings may be page text here. */
export type Cell = string | number | boolean | null | Foreign | readonly Cell[] | { readonly [key: string]: Cell };
export type Row = readonly Cell[];

/** Rows in their order: an array, or such as are made when they are read, since an answer shows some hundred of a long list. */
export interface Rows extends Iterable<Row> {
  readonly length: number;
  at(index: number): Row | undefined;
}

/** A list. `exact` columns hold what loses its worth when cut (selectors, URLs, names of files). */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: Rows;
  readonly exact?: readonly string[];
  /** Longest cell of a column that is not exact, in characters. */
  readonly cellMaxChars?: number;
}

/** Our own words, or captures' names under `fileNameKeys`: what others wrote goes through `page`, `user` or a table. Keys are ours. */
export type Value = string | number | boolean | null | Foreign | Table | readonly Value[] | { readonly [key: string]: Value | undefined };

/** Under these keys stand names of captures, which the renderer wraps where they are more than a plain name. */
export const fileNameKeys: readonly string[] = ["capture", "captures", "filename", "before", "after"];

export interface Image {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What a tool answers, before it is cut to its budget and wrapped. Fields stand in the order of their worth. */
export interface Answer {
  readonly fields?: { readonly [field: string]: Value | undefined };
  /** The list that the tool is about; its columns and rows stand at the top of the answer. */
  readonly list?: Table;
  /** Filename of the capture that the answer speaks of, where no field `capture` names it: a cursor stays with it. */
  readonly capture?: string;
  /** Filenames of captures that the answer rests on beside those that the tool read itself. */
  readonly restsOn?: readonly string[];
  /** Names the place after a row of `list`, for lists that grow at their front. Without it cursors count rows. */
  readonly cursorAfter?: (row: number) => string;
  /** Rows that stand before the first of `list`, when a cursor of `cursorAfter` led here, and those after the last, not fetched. */
  readonly total?: number;
  /** Where the rows end for other reasons than the budget: the cursor of the next. */
  readonly nextCursor?: string | undefined;
  /** Gets the number of rows of `list` that were delivered. */
  readonly whenShown?: (rows: number) => void | Promise<void>;
  readonly image?: Image | undefined;
}

const singleMaxChars = 500;

/** Marks text from the page, or from another program. Without a text there is nothing: a field of an answer that is undefined is left out. */
export function page(text: string, maxChars?: number): Foreign;
export function page(text: string | undefined, maxChars?: number): Foreign | undefined;
export function page(text: string | undefined, maxChars = singleMaxChars): Foreign | undefined {
  return text === undefined ? undefined : new Foreign("page", text, maxChars);
}

/** A tag or role: one short word of letters need not be marked. */
export function term(text: string): Value | undefined {
  if (text === "") return undefined;
  return /^[a-z][a-z\d]{0,15}$/.test(text) ? text : page(text, 60);
}

/** Numbers and short words of letters that no sentence can be made of, as of a state or a commit: these need not be marked. */
export function plain(text: string): Value | undefined {
  if (text === "") return undefined;
  return /^(?:[a-z]{1,16}=[a-z\d]{1,8}(?: |$))+$|^[\da-f]{7,40} on [a-z]{1,16}, clean$/.test(text) ? text : page(text, 200);
}

/** Marks text from the user, as `page` does that of the page. */
export function user(text: string, maxChars?: number): Foreign;
export function user(text: string | undefined, maxChars?: number): Foreign | undefined;
export function user(text: string | undefined, maxChars = 2_000): Foreign | undefined {
  return text === undefined ? undefined : new Foreign("user", text, maxChars);
}

/** A table of some fields of records; a field that a record has not is null. */
export function tableOf<Column extends string>(
  columns: readonly Column[],
  records: readonly { readonly [Key in Column]?: Cell | undefined }[],
  cellMaxChars?: number,
): Table {
  const rows = records.map((record) => columns.map((column) => record[column] ?? null));
  return { columns, rows, ...(cellMaxChars === undefined ? {} : { cellMaxChars }) };
}

/** A table of any items, with a function for each column. Its rows are made when they are read. */
export function tableBy<Item>(items: readonly Item[], columns: { readonly [column: string]: (item: Item) => Cell | undefined }): Table {
  const cellsOf = Object.values(columns);
  const rowOf = (item: Item) => cellsOf.map((cellOf) => cellOf(item) ?? null);
  const rows: Rows = {
    length: items.length,
    at: (index) => items.slice(index, index + 1).map(rowOf)[0],
    *[Symbol.iterator]() {
      for (const item of items) yield rowOf(item);
    },
  };
  return { columns: Object.keys(columns), rows };
}

/** As a field of an answer, which is left out when the table has no rows. */
export function unlessEmpty(table: Table): Table | undefined {
  return table.rows.length === 0 ? undefined : table;
}

/** Leaves out those of some columns that are null in each row. */
export function withoutNulls({ columns, rows: all, ...rest }: Table, optional: readonly string[]): Table {
  const rows = [...all];
  const places = columns.flatMap((column, place) => (optional.includes(column) && rows.every((row) => row[place] === null) ? [] : [place]));
  return {
    ...rest,
    columns: places.flatMap((place) => columns[place] ?? []),
    rows: rows.map((row) => places.map((place) => row[place] ?? null)),
  };
}

/** Names in objects of an answer are always our own; a table is recognised by two of them that hold lists. */
export function isTable(value: unknown): value is Table {
  return (
    typeof value === "object" &&
    value !== null &&
    "columns" in value &&
    "rows" in value &&
    Array.isArray(value.columns) &&
    typeof value.rows === "object"
  );
}
