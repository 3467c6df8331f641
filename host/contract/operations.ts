import { z } from "zod";
import { annotationSchema, annotationStates, origins, resolutionSchema, threadEntrySchema } from "./annotation.js";
import { captureSchema } from "./capture.js";
import { verdictSchema } from "./checks.js";
import { configSchema, configUpdateSchema } from "./config.js";
import { limits } from "./limits.js";
import { proposalSchema } from "./proposal.js";
import { captureRequestSchema, requestIdSchema } from "./request.js";
import { markedMaxChars } from "./stated-lines.js";
import { shortenUrl } from "./urls.js";
import { word, wordOf } from "./word.js";

/** A row about one element; `ref` belongs to the newer capture, for removed elements to the older. */
const row = z.object({ ref: z.string(), selector: z.string(), role: z.string(), name: z.string() });

/** What differs between two captures of a page; elements are joined by key, then role and name, then structure. */
const comparisonSchema = z.object({
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
  /** Where rows are left out: an answer's lists together have at most `limits.comparisonMaxChars` characters. `summary` counts all. */
  truncated: z.object({ shown: z.number(), total: z.number() }).optional(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** One operation: its input, its output, and its place in HTTP. Native messaging needs no more than the name. */
interface Operation {
  readonly method: "GET" | "POST" | "PUT";
  /** Path with `:name` for parts that are fields of the input. */
  readonly path: string;
  readonly status: 200 | 201;
  /** The longest input accepted, in bytes of JSON. */
  readonly maxBytes: number;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** A page with a long address is asked about by its beginning, never refused. */
const url = z.string().min(1).transform(shortenUrl);
const filename = z.string().min(1).max(limits.filenameMaxChars);
const count = z.number().int().min(0);
const foreignOrigin = wordOf(["imported", "repository"], "repository");
const date = z.iso.datetime();
/** Query strings carry digits as text. */
const limit = z.preprocess(
  (value) => (typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value),
  z.number().int().min(1).max(limits.listMax).default(limits.listDefault),
);
const nothing = z.strictObject({});
/** Of a list, what this version can read: what only a newer host asks for cannot be answered here. */
const readableOf = <S extends z.ZodType>(item: S) =>
  z.array(z.unknown()).transform((all) =>
    all.flatMap((one) => {
      const { success, data } = item.safeParse(one);
      return success ? [data] : [];
    }),
  );

/** When an agent will read what is sent: `now`, one waits; `after-turn`, `next-prompt`, by a hook of a connected agent; `no`. */
export const listeningSteps = ["now", "after-turn", "next-prompt", "no"] as const;
export type Listening = (typeof listeningSteps)[number];

/** Editors that open a source at its line, by the address that each registers with the system. */
export const editorNames = ["vscode", "cursor", "windsurf", "zed", "idea", "webstorm"] as const;
export type EditorName = (typeof editorNames)[number];

export const serverInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  projectRoot: z.string(),
  capturesDir: z.string(),
  urlPatterns: z.array(z.string()),
  trustedPatterns: z.array(z.string()),
  /** Of the page that `info:get` names: all projects that claim it alike, where nothing but their order decides; this one is the first. */
  claimants: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** Name of the connected agent; empty when none is. */
  agent: z.string(),
  /** Absent in answers of older hosts. `unknown`: a word of a newer one. */
  listening: wordOf(listeningSteps, "unknown").default("no"),
  version: z.string(),
});
export type ServerInfo = z.infer<typeof serverInfoSchema>;

const captureRowSchema = z.object({
  filename,
  url: z.string(),
  title: z.string(),
  capturedAt: date,
  elements: count,
  annotations: count,
  unresolved: count,
  /** Of one that no program of this user made, or that was changed since; absent where it is this user's own. */
  origin: foreignOrigin.optional(),
  from: z.string().optional(),
});
export type CaptureRow = z.infer<typeof captureRowSchema>;

/** A capture's row and what else the store's index holds of it. */
export const captureEntrySchema = captureRowSchema.omit({ origin: true, from: true }).extend({
  /** `metadata.id`. */
  id: z.string(),
  bytes: z.number(),
  openIds: z.array(z.string()),
  resolvedIds: z.array(z.string()),
  /** Pages of annotations that are of other documents: a report holds those of a whole site. */
  pages: z.array(z.string()).optional(),
  /** Revisions of those that the store has changed. */
  revisions: z.record(z.string(), z.number().int()).optional(),
  /** Hash of the page and of what its annotations point at, by which its receipt knows it; of each annotation its own. */
  sha256: z.string().default(""),
  contents: z.record(z.string(), z.string()).optional(),
});
export type CaptureEntry = z.infer<typeof captureEntrySchema>;

/** What the index caches of the captures folder: the facts of each file, and its entry when it is a capture. */
export const captureCacheSchema = z.array(
  z.object({
    filename: z.string(),
    facts: z.object({ bytes: z.number(), modifiedMs: z.number(), changedMs: z.number() }),
    // Those of older versions lack the hash and are made anew.
    entry: captureEntrySchema.extend({ sha256: z.string().min(1) }).optional(),
  }),
);

const baselineRowSchema = captureRowSchema.omit({ annotations: true, unresolved: true });
export type BaselineRow = z.infer<typeof baselineRowSchema>;

/** Where an annotation stands: the state, the whole thread, the last verdict, and the agent that works on it or resolved it. */
export const annotationStateSchema = z.object({
  id: z.string(),
  // Of a state that only a newer host knows it is certain that it was sent.
  state: wordOf(annotationStates, "sent"),
  /** `origin`: of an entry that no program of this user wrote. */
  thread: z.array(threadEntrySchema.extend({ origin: foreignOrigin.optional() })),
  verdict: verdictSchema.optional(),
  by: z.string().optional(),
  /** Absent in answers of older hosts. `from` names the report of an imported one. */
  origin: wordOf(origins, "repository").optional(),
  from: z.string().optional(),
  /** The repository has changed what this user's programs wrote. */
  isChanged: z.boolean().optional(),
  /** It is fixed and can be checked, and no page has decided that. */
  isUndecided: z.boolean().optional(),
});
export type AnnotationStateRow = z.infer<typeof annotationStateSchema>;

/** The same with the annotation itself and the page of its newest capture, for a browser that has not had it. */
export const placedStateSchema = annotationStateSchema.extend({
  annotation: annotationSchema
    .omit({ thread: true, verdict: true })
    .extend({ origin: wordOf(origins, "repository").optional(), from: z.string().optional() })
    .optional(),
  url: z.string().optional(),
});
export type PlacedStateRow = z.infer<typeof placedStateSchema>;

const requestState = z.object({ id: requestIdSchema, status: word });
const requestReference = z.strictObject({ id: requestIdSchema });

function get<I extends z.ZodType, O extends z.ZodType>(path: string, input: I, output: O) {
  return send("GET", path, 200, input, output);
}

function send<M extends Operation["method"], S extends Operation["status"], I extends z.ZodType, O extends z.ZodType>(
  method: M,
  path: string,
  status: S,
  input: I,
  output: O,
  maxBytes: number = limits.smallBodyMaxBytes,
) {
  return { method, path, status, maxBytes, input, output } as const satisfies Operation;
}

/** The 14 operations. Native messaging and HTTP both walk this table; whatever is not in it does not exist. */
export const operations = {
  "info:get": get("/info", z.strictObject({ pageUrl: url.optional() }), serverInfoSchema),
  "health:get": get("/health", nothing, z.object({ status: z.literal("ok"), version: z.string(), writable: z.boolean(), captures: count })),
  "captures:list": get(
    "/captures",
    z.strictObject({ url: url.optional(), limit, cursor: z.string().max(500).optional() }),
    z.object({ captures: z.array(captureRowSchema), nextCursor: z.string().optional() }),
  ),
  "captures:create": send(
    "POST",
    "/captures",
    201,
    captureSchema,
    z.object({ filename, requestId: requestIdSchema.nullable() }),
    limits.captureMaxBytes,
  ),
  "snapshots:create": send(
    "POST",
    "/snapshots",
    201,
    z.strictObject({
      capture: filename,
      kind: z.enum(["html", "png"]),
      data: z.string().min(1),
      /** A picture of this annotation's place instead of the window. */
      annotation: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/)
        .optional(),
    }),
    z.object({ filename }),
    limits.snapshotMaxBytes,
  ),
  "annotations:resolved": get(
    "/annotations/resolved",
    z.strictObject({ url }),
    z.object({
      resolved: z.array(z.object({ id: z.string(), capture: filename, comment: z.string(), resolution: resolutionSchema })),
      /** Of every annotation of the page, resolved or not; absent in answers of older hosts. */
      states: z.array(placedStateSchema).default([]),
    }),
  ),
  // The settings that hold; `proposed`: what the repository's `.svc/` asks for beyond them. See configChangeSchema for how it is answered.
  // `source`, as captures name one, and `editor`: `editorUrl` opens it there. `marked`, as `markedText` writes it: what the page states of the
  // file's other tags, by which moved lines are mended; `opened`: the place that is opened, `path:line:column`.
  "config:get": get(
    "/config",
    z.strictObject({
      source: z.string().min(1).max(600).optional(),
      marked: z.string().max(markedMaxChars).optional(),
      editor: z.enum(editorNames).default("vscode"),
    }),
    // Settings that only a newer host knows are nothing to an older extension.
    z.object({
      ...configSchema.shape,
      proposed: proposalSchema.optional(),
      editorUrl: z
        .string()
        .regex(/^(vscode|cursor|windsurf|zed|jetbrains):\/\//)
        .optional(),
      opened: z.string().optional(),
    }),
  ),
  "config:update": send("PUT", "/config", 200, configUpdateSchema, z.object(configSchema.shape)),
  // `proposed`: how many more the repository brought and are not compared with; absent when none did.
  "baselines:list": get(
    "/baselines",
    z.strictObject({ url: url.optional() }),
    z.object({ baselines: z.array(baselineRowSchema), proposed: count.optional() }),
  ),
  "baselines:create": send("POST", "/baselines", 201, z.strictObject({ filename }), z.object({ filename, url: z.string() })),
  "baselines:compare": get("/baselines/compare", z.strictObject({ url, filename: filename.optional() }), comparisonSchema),
  "requests:pending": get(
    "/requests",
    z.strictObject({ url: url.optional() }),
    z.object({
      requests: readableOf(
        captureRequestSchema.pick({
          ...{ id: true, kind: true, annotation: true, question: true, element: true },
          ...{ url: true, purpose: true, guidance: true, createdAt: true, expiresAt: true },
        }),
      ),
    }),
  ),
  // `answer` ends a question; without it the request is only seen.
  "requests:ack": send(
    "POST",
    "/requests/:id/ack",
    200,
    requestReference.extend({ answer: z.string().min(1).max(limits.commentMaxChars).optional() }),
    requestState,
  ),
  "requests:decline": send(
    "POST",
    "/requests/:id/decline",
    200,
    requestReference.extend({ reason: z.string().max(limits.commentMaxChars).optional() }),
    requestState,
  ),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as readonly OperationName[];

/** What a caller hands in (defaults not yet filled). */
export type OperationInput<N extends OperationName> = z.input<(typeof operations)[N]["input"]>;
/** What a handler receives: valid, defaults filled. */
export type ParsedInput<N extends OperationName> = z.output<(typeof operations)[N]["input"]>;
export type OperationOutput<N extends OperationName> = z.output<(typeof operations)[N]["output"]>;

/** Runs one operation, wherever. `project`: ServerInfo.id, else the page URL in the input decides. Rejects with ServiceError. */
export type Call = <N extends OperationName>(name: N, input: OperationInput<N>, project?: string) => Promise<OperationOutput<N>>;

/** Takes unvalidated input. `bytes`: of the message that carried it, where counted: an input in a short one is not measured again. */
export type OpenCall = (name: string, input: unknown, project?: string, bytes?: number) => Promise<unknown>;

export type Handlers<Context> = { readonly [N in OperationName]: (context: Context, input: ParsedInput<N>) => Promise<OperationOutput<N>> };
