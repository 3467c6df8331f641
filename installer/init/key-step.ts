import { isSameValue, readKey, writeKey } from "../native/registry-keys.js";
import type { InitContext, Step } from "./step.js";

/** The step that makes a registry key name a manifest file. */
export async function keyStep({ machine, receipt }: InitContext, key: string, value: string, detail: string): Promise<Step> {
  const current = await readKey(machine, key);
  return {
    kind: "registry-key",
    target: key,
    changed: !isSameValue(current, value),
    detail,
    diff: current === undefined ? `+ ${value}` : `- ${current}\n+ ${value}`,
    apply: async () => {
      await writeKey(machine, key, value);
      // The first value found is the user's; a later one is our own.
      const before = receipt.key(key)?.before ?? (receipt.key(key) === undefined ? (current ?? null) : null);
      receipt.put({ kind: "registry-key", key, value, before });
    },
  };
}
