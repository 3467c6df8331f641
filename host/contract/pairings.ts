import { z } from "zod";
import { serverInfoSchema } from "./operations.js";
import { clientSchema } from "./presence.js";

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

/** What a browser remembers of the projects whose keys it knows: enough to tell their pages. */
export const pairedProjectsSchema = z.array(
  serverInfoSchema.pick({ id: true, name: true, projectRoot: true, urlPatterns: true, trustedPatterns: true }),
);
export type PairedProject = z.infer<typeof pairedProjectsSchema>[number];

/** The session keys (64 hex digits) that a browser knows; `project`: ServerInfo.id, once it is known which one a key opens. */
export const knownKeysSchema = z.array(z.object({ key: z.string(), project: z.string().optional() }));
export type KnownKey = z.infer<typeof knownKeysSchema>[number];
