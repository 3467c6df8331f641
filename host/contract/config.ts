import { z } from "zod";
import { parsePattern, parseUrl } from "./hosts.js";
import { limits } from "./limits.js";

/** No control characters, nor invisible ones that change how the rest is read: patterns are shown to the person who decides on them. */
const patternText = z
  .string()
  .max(limits.patternMaxChars)
  .refine((text) => !/\p{C}/u.test(text), { message: "holds control or invisible characters: leave them out" });

const pattern = patternText.refine((text) => parsePattern(text) !== undefined || parseUrl(text)?.protocol === "file:", {
  message: "is no URL pattern: write a host (`example.com`), a host and port (`localhost:5173`) or a file:// folder",
});

const trustedPattern = patternText.refine((text) => parsePattern(text) !== undefined, {
  message: "is no host: write `example.com` or `example.com:8443`",
});

/** What `.svc/config.json` may hold through the service; keys that users add by hand are retained and ignored. */
export const configSchema = z.strictObject({
  urlPatterns: z
    .array(pattern)
    .max(limits.patternsMax)
    .default([])
    .describe(
      "Pages of this project: `host`, `host:port`, or a file:// folder; of a port of this machine, on Linux, those whose server runs in its folder first",
    ),
  trustedPatterns: z.array(trustedPattern).max(limits.patternsMax).default([]).describe("Hosts whose pages may be sent without asking"),
  componentNames: z
    .boolean()
    .default(false)
    .describe("Show file and line of elements: asks the page's framework in the page's world (Chrome)"),
  autoAnswerRequests: z.boolean().default(false).describe("Answer an agent's capture request on trusted pages without asking"),
  includeSnapshot: z.boolean().default(false).describe("Store an HTML snapshot with each capture"),
  includeScreenshot: z.boolean().default(false).describe("Store a picture of the visible part with each capture"),
  auditOnCapture: z.boolean().default(false).describe("Run axe-core on the page with each capture"),
  archiveAfterDays: z
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(30)
    .describe("Days after which captures without an unresolved annotation move to the archive, but for the newest two of each page"),
});

export type Config = z.infer<typeof configSchema>;

/** The keys that a client may write: the one list of both transports. */
export const ALLOWED_CONFIG_KEYS = Object.keys(configSchema.shape) as readonly (keyof Config)[];

/**
 * A change of the configuration: any of the allowed keys, none with a default. It is the user's word: what it sets of the guarded keys counts
 * from then on. To accept what `config:get` proposes, send the proposed values (of a list, behind those that hold). To leave a proposal, send
 * what holds now for every proposed key: nothing changes, and the proposal counts as left until it changes.
 */
export const configChangeSchema = z.strictObject({
  urlPatterns: configSchema.shape.urlPatterns.unwrap().optional(),
  trustedPatterns: configSchema.shape.trustedPatterns.unwrap().optional(),
  componentNames: z.boolean().optional(),
  autoAnswerRequests: z.boolean().optional(),
  includeSnapshot: z.boolean().optional(),
  includeScreenshot: z.boolean().optional(),
  auditOnCapture: z.boolean().optional(),
  archiveAfterDays: configSchema.shape.archiveAfterDays.unwrap().optional(),
});

export type ConfigChange = z.infer<typeof configChangeSchema>;

const bareAddress = /^(?:https?:\/\/)?[^/?#]*\/?$/i;

/** What is newly set: patterns hold no path and no query, which would be stored with what is secret in them and never compared. */
export const configUpdateSchema = configChangeSchema.refine(
  ({ urlPatterns = [], trustedPatterns = [] }) =>
    [...urlPatterns, ...trustedPatterns].every((text) => bareAddress.test(text.trim()) || parseUrl(text)?.protocol === "file:"),
  { message: "holds a path or a query: write the host (`example.com`) or the host and its port (`localhost:5173`) alone" },
);

/** What decides what is captured, trusted or sent unasked: from `.svc/config.json` it counts only as far as this user made or accepted it. */
export const guardedSettingsSchema = configChangeSchema.pick({
  trustedPatterns: true,
  urlPatterns: true,
  autoAnswerRequests: true,
  includeSnapshot: true,
  includeScreenshot: true,
  componentNames: true,
});
export type GuardedSettings = z.infer<typeof guardedSettingsSchema>;
export type GuardedKey = keyof GuardedSettings;
export const guardedKeys = Object.keys(guardedSettingsSchema.shape) as readonly GuardedKey[];
