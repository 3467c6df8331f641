import { z } from "zod";

/** A word of a list that newer versions make longer: one that is not known stays as they wrote it. */
export const word = z.string().regex(/^[a-z][a-z-]{0,39}$/);

/** The words of a list as a peer writes them: one that only a newer version knows is read as `otherwise`. */
export function wordOf<const W extends string, const O extends string>(list: readonly W[], otherwise: O) {
  return z.union([z.enum(list), word.transform((): O => otherwise)]);
}
