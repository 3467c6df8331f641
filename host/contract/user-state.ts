import { z } from "zod";
import { guardedSettingsSchema } from "./config.js";
import { serverInfoSchema } from "./operations.js";
import { clientSchema } from "./presence.js";
import { requestIdSchema } from "./request.js";

/** A project in the per-user file that all processes share. `id` is derived from the root and never changes. */
const projectSchema = z.object({ id: z.string(), name: z.string(), root: z.string(), addedAt: z.iso.datetime() });
export type Project = z.infer<typeof projectSchema>;

/** `$SVC_HOME/projects.json`. `extensionIds`: further Chromium extensions that the user lets in, beside our own. */
export const projectsFileSchema = z.object({
  version: z.literal(1),
  projects: z.array(projectSchema),
  extensionIds: z.array(z.string().regex(/^[a-p]{32}$/)).default([]),
});
export type ProjectsFile = z.infer<typeof projectsFileSchema>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What this user made or accepted of one project: `$SVC_HOME/receipts/<project id>/accepted.json`. `settings`: the values that count where
 * the project's configuration has them too; `leaving`: those that counted before the change that is under way. `sessionKey`: hash of the key. `requests`: by id, hash of what was asked and when the store
 * wrote it (Unix ms). `baselines`: hash of the file by filename. `left`: hash of the proposal that the user left as it is.
 */
export const acceptedSchema = z.object({
  version: z.literal(1),
  settings: guardedSettingsSchema.default({}),
  leaving: guardedSettingsSchema.optional(),
  sessionKey: sha256.optional(),
  requests: z.record(requestIdSchema, z.object({ sha256, at: z.number() })).default({}),
  baselines: z.record(z.string().max(300), sha256).default({}),
  left: sha256.optional(),
});
export type Accepted = z.infer<typeof acceptedSchema>;

/** Of one record. */
export const receiptHashesMax = 1_000;
const contentHashes = z.array(z.string()).max(receiptHashesMax);
const report = z.string().max(300).optional();

/** A row of `$SVC_HOME/receipts/<project id>/contents.jsonl`; the last counts. `sha256`: two while a write is under way. `from`: its report. */
export const captureReceiptSchema = z.object({ capture: z.string().max(300), sha256: contentHashes, from: report });
export type CaptureReceipt = z.infer<typeof captureReceiptSchema>;

/** The same of an annotation: hashes of the user's `words` and of the thread `entries` by their programs; `mixed`: others' entries count too. */
export const annotationReceiptSchema = z.object({
  annotation: z.string().max(64),
  sha256: contentHashes,
  words: z.string().optional(),
  entries: contentHashes,
  mixed: z.boolean().optional(),
  from: report,
});
export type AnnotationReceipt = z.infer<typeof annotationReceiptSchema>;

/** `$SVC_HOME/pairings.json`: which projects take signed HTTP calls only, and which extensions are let in beside our Chrome build. */
export const pairingsSchema = z.object({
  version: z.literal(1),
  projects: z.array(
    z.object({
      /** ServerInfo.id. */
      id: z.string(),
      /** `signed`: a browser has paired. `unsigned`: the user allows unsigned calls, whoever pairs. */
      calls: z.enum(["signed", "unsigned"]),
      since: z.iso.datetime(),
    }),
  ),
  /** `by`: over native messaging, by proving a project's key, or by the user's word. */
  extensions: z.array(z.object({ origin: clientSchema.shape.origin, by: z.enum(["native", "key", "user"]), since: z.iso.datetime() })),
});
export type PairingsFile = z.infer<typeof pairingsSchema>;

/** What a browser remembers of the projects whose keys it knows: enough to recognise their pages. */
export const pairedProjectsSchema = z.array(
  serverInfoSchema.pick({ id: true, name: true, projectRoot: true, urlPatterns: true, trustedPatterns: true }),
);
export type PairedProject = z.infer<typeof pairedProjectsSchema>[number];

/** The session keys (64 hex digits) that a browser knows; `project`: ServerInfo.id, once it is known which one a key opens. */
export const knownKeysSchema = z.array(z.object({ key: z.string(), project: z.string().optional() }));
export type KnownKey = z.infer<typeof knownKeysSchema>[number];

/** Where svc-init notes, in the state folder, what it wrote on this machine. */
export const receiptFileName = "receipt.json";

export const hostManifestPurpose = "host-manifest";

const receiptSchema = z.object({ items: z.array(z.unknown()) });
const hostManifestSchema = z.object({ kind: z.literal("file"), purpose: z.literal(hostManifestPurpose), path: z.string() });

/** Paths of the host manifests in a receipt (parsed JSON); none for what is no receipt. */
export function hostManifestsIn(receipt: unknown): string[] {
  const items = receiptSchema.safeParse(receipt).data?.items ?? [];
  return items.flatMap((item) => hostManifestSchema.safeParse(item).data?.path ?? []);
}
