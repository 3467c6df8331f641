import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { chromeExtensionId, firefoxExtensionId, nativeHostName } from "../../host/contract/names.js";
import type { Family } from "../browsers/browsers.js";
import type { ExtensionIds } from "./manifest.js";

const manifestSchema = z.object({
  name: z.string(),
  path: z.string(),
  type: z.string(),
  allowed_origins: z.array(z.string()).default([]),
  allowed_extensions: z.array(z.string()).default([]),
});
type Manifest = z.infer<typeof manifestSchema>;

/** The extensions requested now and those that an earlier run let in through the same wrapper: a run takes nobody's access away. */
export function idsInManifest(text: string | undefined, wrapper: string, requested: ExtensionIds): ExtensionIds {
  const manifest = readManifest(text);
  if (manifest?.path !== wrapper) return requested;
  const ids = manifest.allowed_origins.map((origin) => /^chrome-extension:\/\/([a-p]{32})\/$/.exec(origin)?.[1]);
  return {
    chromium: [...ids.filter((id) => id !== undefined), ...requested.chromium],
    firefox: [...manifest.allowed_extensions, ...requested.firefox],
  };
}

/** Checks a manifest as a browser would. Returns the wrapper it names, or its problem. */
export function judgeManifest(text: string, family: Family): { readonly wrapper: string } | { readonly problem: string } {
  const manifest = readManifest(text);
  if (manifest === undefined) return { problem: "is no host manifest" };
  if (manifest.name !== nativeHostName) return { problem: `names another host, ${manifest.name}` };
  if (manifest.type !== "stdio") return { problem: `has the type ${manifest.type}; only stdio is known` };
  const isLetIn =
    family === "chromium"
      ? manifest.allowed_origins.includes(`chrome-extension://${chromeExtensionId}/`)
      : manifest.allowed_extensions.includes(firefoxExtensionId);
  return isLetIn ? { wrapper: manifest.path } : { problem: "does not let our extension in" };
}

function readManifest(text: string | undefined): Manifest | undefined {
  // Somebody else's damaged file is as good as none.
  return manifestSchema.safeParse(parseJson(text ?? "")).data;
}
