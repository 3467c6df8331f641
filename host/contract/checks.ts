import { z } from "zod";
import { limits } from "./limits.js";

const short = z.string().min(1).max(200);
const value = z.union([z.string().max(limits.commentMaxChars), z.number(), z.boolean()]);
/** A number, or the same as CSS writes it: `12px`. */
const pixels = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,4})?px$/, "is no length such as 12 or 12px")
    .transform(Number.parseFloat),
]);
const ref = z.string().regex(/^e\d+$/, "is no ref such as e12");
const order = z.enum(["equals", "at-least", "at-most"]).optional();

/** In files of older versions; the check is decided on the capture that is checked. */
const inSet = z.literal("set").optional();

function check<Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) {
  return z.strictObject({ kind: z.literal(kind), ...fields, in: inSet });
}

/** A condition on an annotation's element; `check-kinds.ts` has the words. Lengths are CSS pixels. An unknown kind is refused by name. */
export const checkSchema = z.discriminatedUnion(
  "kind",
  [
    check("exists", {}),
    check("gone", {}),
    check("visible", {}),
    check("no-overlap", {}),
    check("no-overflow", {}),
    check("text", { expected: z.string().max(limits.commentMaxChars), compare: z.enum(["equals", "contains", "matches"]).optional() }),
    // `token`: a custom property of the root element whose value is expected; then `expected` may be left out.
    check("property", { property: short, expected: value.optional(), compare: order, token: short.optional() }).refine(
      ({ expected, token }) => expected !== undefined || token !== undefined,
      { message: "needs expected or token" },
    ),
    check("attribute", { attribute: short, expected: z.union([value, z.null()]) }),
    check("state", { state: short, expected: value }),
    check("role", { expected: z.string().max(200) }),
    check("name", { expected: z.string().max(limits.commentMaxChars) }),
    // The least contrast ratio, as WCAG counts it.
    check("contrast", { expected: z.number().min(1).max(21) }),
    check("size", { width: pixels.optional(), height: pixels.optional(), compare: order }).refine(
      ({ width, height }) => width !== undefined || height !== undefined,
      { message: "needs width or height" },
    ),
    check("gap", { to: z.union([z.enum(["next", "previous", "parent"]), ref]), expected: pixels, compare: order }),
    check("aligned", { with: ref, edge: z.enum(["left", "right", "top", "bottom", "center-x", "center-y"]) }),
    // One rule of the audits, or all of them.
    check("no-finding", { rule: short.optional() }),
    check("like-siblings", { property: short }),
  ],
  { error: ({ code, input }) => (code === "invalid_union" ? unknownKind(input) : undefined) },
);
export type Check = z.infer<typeof checkSchema>;

/** A check as annotations carry it: one of a newer version stays as that has written it, and is not decided. */
export const storedCheckSchema = z.looseObject({ kind: z.string().max(100) });
export type StoredCheck = z.infer<typeof storedCheckSchema>;

/** Of stored checks those that this version can decide. */
export function knownChecks(stored: readonly StoredCheck[]): Check[] {
  return stored.flatMap((one) => checkSchema.safeParse(one).data ?? []);
}
export type CheckKind = Check["kind"];
export const checkKinds: readonly CheckKind[] = checkSchema.options.map(({ shape }) => shape.kind.value);

function unknownKind(input: unknown): string {
  const isNamed = typeof input === "object" && input !== null && "kind" in input;
  return `${isNamed ? `unknown kind of check ${JSON.stringify(input.kind)?.slice(0, 60)}` : "missing"}; allowed: ${checkKinds.join(", ")}`;
}

const shown = z.string().max(limits.commentMaxChars);

/** One difference between the annotation's capture and the one that was checked; `ref` is of the checked one, for `removed` of the first. */
const alsoChangedSchema = z.object({
  /** `added`, `removed`, `moved` or `changed`. */
  what: z.string().max(40),
  ref: z.string().max(20),
  /** Joins it across captures; none for what was removed. */
  key: z.string().max(200).optional(),
  selector: shown,
  name: shown,
  property: z.string().max(200).optional(),
  before: shown.optional(),
  after: shown.optional(),
});

/** As `judge` of the proofs has them; what a newer version may add stays, and decides nothing here. */
const verdictStatus = z.string().max(40);

/** What a check found in a capture. `subject`: the property, attribute or state that was compared. */
const checkResultSchema = z.object({
  kind: z.string().max(100),
  subject: z.string().max(200).optional(),
  expected: shown,
  found: shown,
  status: verdictStatus,
});
export type CheckResult = z.infer<typeof checkResultSchema>;

/** Whether a capture shows an annotation's request fulfilled. `reason`: what prevented deciding the checks. */
export const verdictSchema = z.object({
  status: verdictStatus,
  reason: shown.optional(),
  /** Filename of the capture that was checked; empty when there was none. */
  capture: z.string().max(300),
  /** When it was decided, ISO 8601 UTC. */
  at: z.iso.datetime(),
  checks: z.array(checkResultSchema).max(limits.checksMax * 2),
  /** What else changed on the page since the annotation's capture; the first ones of `alsoChangedTotal`. */
  alsoChanged: z.array(alsoChangedSchema).max(50),
  alsoChangedTotal: z.number().int().min(0).optional(),
});
export type Verdict = z.infer<typeof verdictSchema>;
