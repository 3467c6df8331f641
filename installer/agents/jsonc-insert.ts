import type { Edit, Node } from "jsonc-parser";

/** How a file is laid out: what one step of indentation is, how its lines end, whether it has more than one. */
export interface Layout {
  readonly unit: string;
  readonly eol: string;
  readonly isOneLine: boolean;
}

export function layoutOf(text: string): Layout {
  return {
    unit: /^([ \t]+)\S/m.exec(text)?.[1]?.replace(/^(\t).*/, "$1") ?? "  ",
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    isOneLine: !text.trim().includes("\n"),
  };
}

/** Adds a property behind the last one of an object, on a line of its own where the object has lines; no other byte changes. */
export function insertProperty(text: string, object: Node, key: string, value: unknown, layout: Layout): Edit[] {
  const close = object.offset + object.length - 1;
  const inner = text.slice(object.offset + 1, close);
  const last = object.children?.at(-1);
  if (last !== undefined && !inner.includes("\n")) {
    const comma = commaAfter(text, last.offset + last.length, close);
    const property = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return [{ offset: comma ?? last.offset + last.length, length: 0, content: comma === undefined ? `, ${property}` : ` ${property}` }];
  }
  if (last === undefined && layout.isOneLine && object.parent !== undefined) {
    return [{ offset: object.offset + 1, length: 0, content: `${JSON.stringify(key)}: ${JSON.stringify(value)}` }];
  }
  return insertLine(text, object, key, value, layout);
}

/** The text of a value whose first character stands at an offset, its further lines indented as that line is. */
export function valueText(value: unknown, text: string, offset: number, { unit, eol }: Layout): string {
  return indented(value, indentAt(text, offset), unit, eol);
}

function insertLine(text: string, object: Node, key: string, value: unknown, { unit, eol }: Layout): Edit[] {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const base = indentAt(text, startsLine(text, close) ? close : object.offset);
  const indent = last !== undefined && startsLine(text, last.offset) ? indentAt(text, last.offset) : base + unit;
  const property = `${eol}${indent}${JSON.stringify(key)}: ${indented(value, indent, unit, eol)}`;
  const end = last === undefined ? undefined : last.offset + last.length;
  const comma = end === undefined ? undefined : commaAfter(text, end, close);
  const from = end === undefined ? endOfInner(text, object) : endOfRemarks(text, comma ?? end, close);
  // Whatever stood between the insertion and the closing brace stays; without a line break there, one is made.
  const tail = text.slice(from, close).includes("\n") ? "" : `${eol}${base}`;
  const insertion: Edit = { offset: from, length: 0, content: `${property}${comma === undefined ? "" : ","}${tail}` };
  return end === undefined || comma !== undefined ? [insertion] : [{ offset: end, length: 0, content: "," }, insertion];
}

/** Offset behind the comma that follows a property, if one does. Behind the last property stand only blanks, remarks and that comma. */
function commaAfter(text: string, from: number, close: number): number | undefined {
  const blanks = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.exec(text.slice(from, close));
  return blanks === null ? undefined : from + blanks[0].length;
}

/** An object without properties may still hold remarks. */
function endOfInner(text: string, { offset, length }: Node): number {
  return offset + text.slice(offset, offset + length - 1).trimEnd().length;
}

/** Remarks on the same line belong to what stands before them: the offset behind the last of them. */
function endOfRemarks(text: string, from: number, close: number): number {
  const remarks = /^(?:[ \t]*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/))*/.exec(text.slice(from, close));
  return from + (remarks?.[0].length ?? 0);
}

function indented(value: unknown, indent: string, unit: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

function startsLine(text: string, offset: number): boolean {
  return /(^|\n)[ \t]*$/.test(text.slice(0, offset));
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.slice(0, offset).lastIndexOf("\n") + 1, offset))?.[0] ?? "";
}
