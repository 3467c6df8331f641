import { z } from "zod";
import { parsePattern, parseUrl } from "./hosts.js";
import { limits } from "./limits.js";

const pattern = z
  .string()
  .max(limits.patternMaxChars)
  .refine((text) => parsePattern(text) !== undefined || parseUrl(text)?.protocol === "file:", {
    message: "is no URL pattern: write a host (`example.com`), a host and port (`localhost:5173`) or a file:// folder",
  });

const trustedPattern = z
  .string()
  .max(limits.patternMaxChars)
  .refine((text) => parsePattern(text) !== undefined, { message: "is no host: write `example.com` or `example.com:8443`" });

/** What `.svc/config.json` may hold through the service; keys that users add by hand are kept and ignored. */
export const configSchema = z.strictObject({
  urlPatterns: z
    .array(pattern)
    .max(limits.patternsMax)
    .default([])
    .describe("Pages of this project: `host`, `host:port`, or a file:// folder"),
  trustedPatterns: z.array(trustedPattern).max(limits.patternsMax).default([]).describe("Hosts whose pages may be sent without asking"),
  componentNames: z.boolean().default(false).describe("Read component names in the page's world (Chrome)"),
  autoAnswerRequests: z.boolean().default(false).describe("Answer an agent's capture request on trusted pages without asking"),
  includeSnapshot: z.boolean().default(false).describe("Store an HTML snapshot with each capture"),
  includeScreenshot: z.boolean().default(false).describe("Store a picture of the visible part with each capture"),
  auditOnCapture: z.boolean().default(false).describe("Run axe-core on the page with each capture"),
  archiveAfterDays: z.number().int().min(1).max(3_650).default(30).describe("Days after which resolved captures move to the archive"),
});

export type Config = z.infer<typeof configSchema>;

/** The keys that a client may write: the one list of both transports. */
export const ALLOWED_CONFIG_KEYS = Object.keys(configSchema.shape) as readonly (keyof Config)[];

/** A change of the configuration: any of the allowed keys, none with a default. */
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
