/** A piece of a long answer's JSON; `part` counts from 0. */
export interface Part {
  readonly id: number;
  readonly part: number;
  readonly of: number;
  readonly data: string;
}

/** Collects parts, of several answers at once; returns the whole answer with its last part. */
export function makePartJoiner(): (part: Part) => unknown {
  const pieces = new Map<number, string[]>();
  return ({ id, part, of, data }) => {
    const known = pieces.get(id) ?? [];
    known[part] = data;
    pieces.set(id, known);
    if (Object.keys(known).length < of) return undefined;
    pieces.delete(id);
    return JSON.parse(known.join(""));
  };
}
