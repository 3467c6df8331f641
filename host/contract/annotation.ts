import { z } from "zod";
import { storedCheckSchema, verdictSchema } from "./checks.js";
import { limits } from "./limits.js";
import { makerSchema } from "./presence.js";
import { styleRulesSchema } from "./style-rules.js";
import { word } from "./word.js";

/** A loose object's fields without those that only a newer version knows: these stay as it has written them. */
type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** `[x, y, width, height]` in CSS pixels of the document. */
export const boxSchema = z.tuple([z.number(), z.number(), z.number().min(0), z.number().min(0)]);
export type Box = z.infer<typeof boxSchema>;

const shortText = z.string().max(limits.commentMaxChars);

/** What a page or a person wrote that names an element; longer is cut where it is made. */
const factText = z.string().max(limits.factMaxChars);

const hashes = z
  .string()
  .max(8 * limits.aroundEach)
  .regex(/^(?:[\da-z]{8})*$/);

/** An ancestor or a neighbour of the picked element. `attributes`: those that name it, classes among them; `text`: its own. */
const surroundingSchema = z.object({
  tag: z.string().max(100),
  attributes: z.record(z.string().max(200), factText).default({}),
  text: factText.default(""),
  component: factText.optional(),
  source: z.string().max(600).optional(),
});

/**
 * What was known of an element when the person picked it: a record that no later change of the page takes away. `box` is in CSS pixels of
 * the document. `ref` names the element in the capture that carries the annotation and is absent where that capture does not show it
 * (`present: false`). Targets of files that older versions wrote have `ref`, `key`, `selector`, `box` alone.
 */
export const elementTargetSchema = z.looseObject({
  ref: z
    .string()
    .regex(/^e\d+$/)
    .optional(),
  /** Whether the capture that carries the annotation shows the element; absent, from older versions, where it does. */
  present: z.boolean().optional(),
  /** Refs of equal candidates, where the capture shows several that nothing distinguishes: then `present` is false. */
  candidates: z
    .array(z.string().regex(/^e\d+$/))
    .max(10)
    .optional(),
  key: z.string().max(100),
  selector: shortText,
  box: boxSchema,
  /** What a person calls it: role, name and component. Text of the page. */
  label: z.string().max(200).optional(),
  /** Where it is written, `file:line:column` as far as known. */
  source: z.string().max(600).optional(),
  /** Address of the page when it was picked, with its route. */
  url: z.string().max(limits.urlMaxChars).optional(),
  /** Address of the document that its frame showed then. */
  frame: z.string().max(limits.urlMaxChars).optional(),
  pickedAt: z.iso.datetime().optional(),
  tag: z.string().max(100).optional(),
  role: z.string().max(100).optional(),
  name: factText.optional(),
  text: factText.optional(),
  component: factText.optional(),
  /** Attributes that name it, redacted as in a capture; classes among them. */
  attributes: z.record(z.string().max(200), factText).optional(),
  /** Computed values of the properties that a capture holds, those alone that differ from the browser's defaults or the parent's. */
  styles: z.record(z.string().max(100), factText).optional(),
  /** Ancestors, the parent first, up to the document element. */
  ancestors: z.array(surroundingSchema).max(limits.ancestorsMax).optional(),
  /** The five elements with words before it (`at` -1, the nearest, to -5) and after it (1 to 5), in document order. */
  neighbours: z
    .array(surroundingSchema.extend({ at: z.number().int().min(-5).max(5) }))
    .max(10)
    .optional(),
  /** Words that one element alone had, nearest first; it is the `at`-th of its shape after (below 0: before) them. Without words: the page's edge. */
  anchors: z
    .array(z.object({ text: factText, at: z.number().int() }))
    .max(2 * limits.anchorsEach)
    .optional(),
  /** Hashes of the elements before it and of those after all that it holds, eight characters each, the nearest last; see alignment.ts. */
  around: z.object({ before: hashes, after: hashes }).optional(),
  /** Words of all that it holds, where these are more than its own. */
  inner: factText.optional(),
  /** Hash of the attributes of all that it holds. */
  holds: z.string().max(20).optional(),
  /** How many elements it holds, itself included. */
  size: z.number().int().min(1).optional(),
  /** The row or card that it has for itself, so many levels up, and the words there without its own; absent where it is alone of its shape. */
  item: z.object({ up: z.number().int().min(0), words: factText }).optional(),
  /** What marks the parts of the page that it stands in, the innermost first: ids (`#id`), names (`“name”`) and class parts (`.part`) that one element alone had. */
  marks: z.array(z.string().max(400)).max(5).optional(),
  /** Of `text`, `name`, `inner`, `holds`, `item` and its attributes (`@id`) those that others had as well, its words anywhere, the rest in its shape: they do not distinguish it. */
  common: z.array(z.string().max(200)).max(30).optional(),
  /** Its declarations, as a capture's `rules` have them; it is the element with the ref `picked`. */
  rules: styleRulesSchema.optional(),
});
export type ElementTarget = Known<z.infer<typeof elementTargetSchema>>;

const elements = z.array(elementTargetSchema);

/** `elements`: several that were chosen together. `text`: a selection, by its words and those around it, with the elements that hold it. */
const knownTargetSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("element"), elements: elements.min(1).max(50) }),
  z.object({ type: z.literal("elements"), elements: elements.min(1).max(50) }),
  z.object({ type: z.literal("region"), box: boxSchema, elements: elements.max(50).default([]) }),
  z.object({
    type: z.literal("text"),
    text: shortText,
    prefix: z.string().max(200).optional(),
    suffix: z.string().max(200).optional(),
    box: boxSchema.optional(),
    elements: elements.max(50).default([]),
  }),
  z.object({ type: z.literal("page") }),
]);
export type AnnotationTarget = z.infer<typeof knownTargetSchema>;
const targetTypes: ReadonlySet<string> = new Set(knownTargetSchema.options.map(({ shape }) => shape.type.value));

/** Whether this version knows what kind of place an annotation is about. */
export function isKnownTarget({ type }: { readonly type: string }): boolean {
  return targetTypes.has(type);
}

/** One of a kind that only a newer version knows is read by its elements, and stays as that has written it. */
const newerTargetSchema = z.looseObject({ type: word, elements: elements.max(50).default([]) }).refine((target) => !isKnownTarget(target));
export const annotationTargetSchema = z.union([
  knownTargetSchema,
  newerTargetSchema.pipe(z.custom<Extract<AnnotationTarget, { type: "elements" }>>()),
]);

export const resolutionActions = ["fixed", "wontfix", "duplicate", "invalid"] as const;
export const threadKinds = ["reply", "question", "answer", "resolution", "reopen", "accept"] as const;
export type ThreadKind = (typeof threadKinds)[number];

/** Where an annotation stands; see annotation-state.ts. */
export const annotationStates = ["draft", "sent", "seen", "working", "question", ...resolutionActions, "accepted", "reopened"] as const;
export type AnnotationState = (typeof annotationStates)[number];

/** `here`: this user's programs made exactly this. `imported`: from a report. `repository`: all else, as a pull brings or changes it. */
export const origins = ["here", "imported", "repository"] as const;
export type Origin = (typeof origins)[number];

/** Where a record comes from; `from` names the report of an imported one. */
export interface Provenance {
  readonly origin: Origin;
  readonly from?: string | undefined;
}

/** Words for a person or an agent: characters that control a terminal or the direction of the rest become spaces; line breaks and tabs stay. */
export const plainWords = shortText.transform((text) => text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, " "));

const agentName = z.string().max(limits.agentMaxChars);
const files = z.array(z.string().max(500)).max(50);

/** What the agent answered when it marked an annotation resolved. `resolvedAt` is ISO 8601 UTC; `files` are relative to the project. */
export const resolutionSchema = z.object({
  action: word,
  summary: shortText,
  files: files.default([]),
  resolvedAt: z.iso.datetime(),
  by: agentName.optional(),
});
export type Resolution = z.infer<typeof resolutionSchema>;

export const threadEntrySchema = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/),
  /** `user`, `agent`. */
  by: word,
  /** One of `threadKinds`. */
  kind: word,
  text: plainWords,
  at: z.iso.datetime(),
  /** Name of the agent; `svc` for what a verdict caused. */
  agent: agentName.optional(),
  /** Of a resolution, one of `resolutionActions`. */
  action: word.optional(),
  files: files.optional(),
});
/** `origin`: set by the store alone, on an entry that no program of this user wrote. One that claims to be the user's moves no state then. */
export type ThreadEntry = Known<z.infer<typeof threadEntrySchema>> & { readonly origin?: Exclude<Origin, "here"> | undefined };

/** A value that the user tried out on the page: computed values before and after; `rule`: where the declaration stands that sets it. */
export const wantedSchema = z.object({
  property: z.string().min(1).max(200),
  from: shortText,
  to: shortText,
  rule: z.union([shortText, z.record(z.string().max(100), z.union([shortText, z.number(), z.boolean(), z.null()]))]).optional(),
});

/** A user's comment with its history. `thread` only grows and decides the state; `status` and `resolution` (none if only accepted) follow. */
export const annotationSchema = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  target: annotationTargetSchema,
  /** Address of the page that it is about, with a router's fragment; absent where that is the page of the capture. */
  url: z.string().max(limits.urlMaxChars).optional(),
  /** Id of the project that it was sent to before its user gave the page to this one: there it is settled from then on. */
  movedFrom: z.string().max(64).optional(),
  comment: shortText,
  /** bug, change, question, accessibility, layout, content; low, medium, high; unresolved, resolved. */
  kind: word.default("bug"),
  severity: word.default("medium"),
  status: word.default("unresolved"),
  createdAt: z.iso.datetime(),
  /** When the person last changed comment, kind, severity, target, wanted or checks. */
  editedAt: z.iso.datetime().optional(),
  resolution: resolutionSchema.optional(),
  thread: z.array(threadEntrySchema).max(limits.threadMax).optional(),
  wanted: z.array(wantedSchema).max(limits.wantedMax).optional(),
  checks: z.array(storedCheckSchema).max(limits.checksMax).optional(),
  /** How many of the checks an agent gave, the last ones. */
  agentChecks: z.number().int().min(0).optional(),
  verdict: verdictSchema.optional(),
  /** A file in `.svc/snapshots`. */
  picture: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,254}$/)
    .optional(),
  /** Counts the store's changes of this annotation: of two copies the one with the higher count holds all of the other. */
  revision: z.number().int().min(0).optional(),
});
export type Annotation = Omit<Known<z.infer<typeof annotationSchema>>, "thread"> & { thread?: ThreadEntry[] | undefined };

/** `maker`: the agent's process, where a mark holds while that lives. */
const markSchema = z.object({ at: z.iso.datetime(), agent: agentName, maker: makerSchema.optional() });

/** When an agent last read an annotation and found it new, and when it began to work on it, with the agent's name. Stands outside of captures. */
const progressSchema = z.object({ seen: markSchema.optional(), working: markSchema.optional() });
export type Progress = z.infer<typeof progressSchema>;

/** `.svc/progress.json`, by annotation id. */
export const progressFileSchema = z.record(z.string().max(64), progressSchema);
