import { z } from "zod";
import { annotationSchema, boxSchema } from "./annotation.js";
import { limits } from "./limits.js";
import { nodesSchema } from "./nodes-schema.js";
import { nodesOf } from "./packed-nodes.js";
import { styleRulesSchema } from "./style-rules.js";
import { word } from "./word.js";

export const captureFormat = "svc-capture";
export const captureVersion = 1;

const size = z.object({ width: z.number().min(0), height: z.number().min(0) });
const text = z.string().max(limits.commentMaxChars);
const pageUrl = z
  .string()
  .min(1)
  .max(limits.urlMaxChars)
  .refine((value) => /^[a-z][a-z0-9+.-]*:/i.test(value), { message: "is no URL" })
  .refine((value) => !/^javascript:/i.test(value), { message: "is a script and no page: send the page's own address" });

/** What an engine leaves out of a capture, as `removed` counts it. Captures of other makers may use other names. */
export const removedKinds = [
  "comments",
  "data-urls",
  "editable-text",
  "event-handlers",
  "form-values",
  "frame-sources",
  "hidden-inputs",
  "hidden-text",
  "long-data-attributes",
  "long-urls",
  "mirrored-input",
  "nonces",
  "passwords",
  "selected-options",
  "tokens",
  "url-parts",
] as const;
export type RemovedKind = (typeof removedKinds)[number];

/** Durations under `metadata.timings`, in milliseconds. Beside them `loadedAt`: when the page began to load, unix ms. */
export const timingKinds = ["walk", "encode", "redact"] as const;

/** What the page was and how it was read. Lengths in CSS pixels, times in milliseconds unless they are ISO 8601 dates. */
const metadataSchema = z.looseObject({
  id: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  url: pageUrl,
  title: z.string().max(limits.titleMaxChars),
  capturedAt: z.iso.datetime(),
  viewport: size,
  scroll: z.object({ x: z.number(), y: z.number() }),
  document: size,
  devicePixelRatio: z.number().positive(),
  colorScheme: word,
  language: z.string().max(100),
  trust: z.enum(["trusted", "configured", "untrusted"]),
  trustOverride: z.boolean().optional(),
  /** The request that it answers, or the annotation that its user wants checked once more. */
  requestId: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .optional(),
  frameworks: z.array(z.object({ name: z.string().max(100), version: z.string().max(100).optional() })).max(50),
  /** How component names were read; see the README's privacy part. */
  components: word,
  /**
   * Whence the entries of `console` come: `page` for uncaught errors, rejections, `console.error` and `console.warn`, `uncaught` for
   * uncaught errors and rejections, while the sidebar was open; `nothing` where there was no listener, so that an empty list means nothing.
   * Absent in captures of older versions.
   */
  observed: z.object({ console: word }).optional(),
  browser: z.string().max(200),
  extension: z.string().max(50),
  timings: z.record(z.string().max(50), z.number()),
});
export type CaptureMetadata = z.infer<typeof metadataSchema>;

/** Computed styles, interned: `sets[i]` holds one index into `values` for each of `properties`. Set 0 stands for "not read". */
const stylesSchema = z
  .object({
    properties: z.array(z.string().max(100)).max(100),
    values: z.array(z.string().max(2_000)),
    sets: z.array(z.array(z.number().int().min(0))),
    /** Custom properties of the root element: the page's design tokens. */
    tokens: z.record(z.string().max(200), z.string().max(2_000)),
  })
  .refine(
    ({ properties, values, sets }) =>
      sets.every(
        (set, index) => (index === 0 ? set.length === 0 : set.length === properties.length) && set.every((value) => value < values.length),
      ),
    {
      message: "have sets that do not fit their properties or values",
    },
  );
export type Styles = z.infer<typeof stylesSchema>;

/** A place whose content could not be read, or was cut. `ref` is empty for one outside all elements. */
const holeSchema = z.object({
  kind: word,
  ref: z.union([z.literal(""), z.string().regex(/^e\d+$/)]),
  box: boxSchema,
  detail: text,
});
export type Hole = z.infer<typeof holeSchema>;

export const consoleEntrySchema = z.object({ message: text, at: z.iso.datetime() });
const networkEntrySchema = z.object({
  url: z.string().max(limits.urlMaxChars),
  kind: z.string().max(50),
  status: word,
});

/** One rule broken by some elements, as axe-core or our own audit reports it. */
const findingSchema = z.object({
  rule: z.string().max(100),
  impact: word,
  wcag: z.array(z.string().max(50)).max(20),
  refs: z.array(z.string().regex(/^e\d+$/)),
  message: text,
});
export type Finding = z.infer<typeof findingSchema>;

/** axe-core's answer at capture time; `partial` when its time budget ran out. */
export const accessibilitySchema = z.object({
  status: word,
  engine: z.string().max(100).optional(),
  detail: text.optional(),
  findings: z.array(findingSchema).max(1_000),
});

/** The project's repository when it landed. `dirty`: tracked files differ; "unknown" where only a program of the repository knows. */
const provenanceSchema = z.object({
  gitHead: z.string().max(100),
  branch: z.string().max(300),
  dirty: z.union([z.boolean(), z.literal("unknown")]),
});

export const captureSchema = z
  .looseObject({
    format: z.literal(captureFormat),
    version: z.literal(captureVersion),
    metadata: metadataSchema,
    nodes: nodesSchema,
    styles: stylesSchema,
    holes: z.array(holeSchema).max(10_000),
    removed: z.record(z.string().max(100), z.number().int().min(0)),
    console: z.array(consoleEntrySchema).max(500),
    network: z.array(networkEntrySchema).max(5_000),
    accessibility: accessibilitySchema,
    annotations: z.array(annotationSchema).max(limits.annotationsMax),
    /** Of annotated elements, and of those that the answered request names. */
    rules: styleRulesSchema.optional(),
    provenance: provenanceSchema.optional(),
    /** Stamped by the store too: a hash of what the project's files held, equal where nothing was written in between. */
    sourcesHash: z.string().max(100).optional(),
  })
  .refine(({ nodes, styles }) => nodesOf(nodes).style.every((set) => set < Math.max(1, styles.sets.length)), {
    message: "nodes name a style set that is not there",
  });

/** A page as it was rendered at one instant. */
export type Capture = z.infer<typeof captureSchema>;

/** A stored reference capture of a page: the capture itself, and which file it was and when it was set (ISO 8601 UTC). */
export const baselineSchema = z.object({
  format: z.literal("svc-baseline"),
  version: z.literal(1),
  source: z.string().max(300),
  setAt: z.iso.datetime(),
  capture: captureSchema,
});
export type Baseline = z.infer<typeof baselineSchema>;
