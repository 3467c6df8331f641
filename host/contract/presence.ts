import { z } from "zod";
import { limits } from "./limits.js";

/** Which process, beyond doubt: ids are used again by later processes, start times are not. */
export const processIdentitySchema = z.object({
  pid: z.number().int().positive(),
  /** In the platform's own unit; empty where it cannot be asked for. */
  startTime: z.string().regex(/^\d{0,20}$/),
  /** The machine, its boot and the pid namespace: a pid means nothing outside of them. */
  machine: z.string().max(200),
  nonce: z.string().max(100),
});
/** The same, in a record of what a process does: once it has ended that is over. */
export const makerSchema = processIdentitySchema.omit({ nonce: true });
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

/** A living process of this program, as it announces itself to the others. Dates are ISO 8601 UTC. */
export const presenceSchema = processIdentitySchema.extend({
  kind: z.enum(["native", "mcp", "http"]),
  startedAt: z.iso.datetime(),
  version: z.string().max(50).default(""),
  /** Absent for a process that serves every project. */
  projectRoot: z.string().optional(),
  agent: z.string().max(limits.agentMaxChars).optional(),
  /** When it last answered a call of the extension. */
  lastAnsweredAt: z.iso.datetime().optional(),
  port: z.number().int().optional(),
  /** Until when one of its tool calls waits for a person. */
  waitingUntil: z.iso.datetime().optional(),
});
export type Presence = z.infer<typeof presenceSchema>;
export type PresenceKind = Presence["kind"];

/** How the extension identifies itself, once a native connection and with each handshake. */
export const clientSchema = z.object({
  /** `chrome-extension://<id>` or `moz-extension://<id>`. */
  origin: z.string().regex(/^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[\w-]{1,64})$/),
  version: z.string().max(50),
  /** The browser's user agent. */
  browser: z.string().transform((text) => text.slice(0, 200)),
});
export type Client = z.infer<typeof clientSchema>;

/** A browser's last call on this machine, whatever it asked. */
export const helloSchema = z.object({
  at: z.iso.datetime(),
  transport: z.enum(["native", "signed", "unsigned"]),
  /** The extension's origin; empty when it is unknown. */
  origin: z.string().max(100).default(""),
  /** The extension's version; empty when it is unknown. */
  extension: z.string().max(50).default(""),
  browser: z.string().max(200).default(""),
});
export type Hello = z.infer<typeof helloSchema>;

/** The last call of each browser, the newest first. */
export const browsersSchema = z.array(helloSchema);
export type HelloInput = Omit<z.input<typeof helloSchema>, "at">;
