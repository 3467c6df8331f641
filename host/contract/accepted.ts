import { z } from "zod";
import { guardedSettingsSchema } from "./config.js";
import { requestIdSchema } from "./request.js";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What this user made or accepted of one project: `$SVC_HOME/receipts/<project id>/accepted.json`. `settings`: the values that count where
 * the project's configuration has them too. `sessionKey`: hash of the key. `requests`: by id, hash of what was asked and when the store
 * wrote it (Unix ms). `baselines`: hash of the file by filename. `left`: hash of the proposal that the user left as it is.
 */
export const acceptedSchema = z.object({
  version: z.literal(1),
  settings: guardedSettingsSchema.default({}),
  sessionKey: sha256.optional(),
  requests: z.record(requestIdSchema, z.object({ sha256, at: z.number() })).default({}),
  baselines: z.record(z.string().max(300), sha256).default({}),
  left: sha256.optional(),
});
export type Accepted = z.infer<typeof acceptedSchema>;
