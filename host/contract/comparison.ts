import { z } from "zod";

/** A row about one element; `ref` belongs to the newer capture, for removed elements to the older. */
const row = z.object({ ref: z.string(), selector: z.string(), role: z.string(), name: z.string() });

/** What differs between two captures of a page; elements are joined by key, then role and name, then structure. */
export const comparisonSchema = z.object({
  before: z.string(),
  after: z.string(),
  added: z.array(row),
  removed: z.array(row),
  moved: z.array(row.extend({ before: z.string(), after: z.string() })),
  changed: z.array(row.extend({ property: z.string(), before: z.string(), after: z.string() })),
  /** Changes that mean nothing and have no row of their own, by cause; `property`, `before` and `after` are those of the first. */
  noise: z
    .array(z.object({ cause: z.string(), count: z.number(), property: z.string(), before: z.string(), after: z.string() }))
    .optional(),
  summary: z.object({
    added: z.number(),
    removed: z.number(),
    moved: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    shifted: z.number(),
  }),
});
export type Comparison = z.infer<typeof comparisonSchema>;
