import { z } from "zod";
import { isTable } from "../agents/format.js";
import type { ExtensionIds } from "../native/manifest.js";

const manifestSchema = z.object({
  path: z.string(),
  allowed_origins: z.array(z.string()).default([]),
  allowed_extensions: z.array(z.string()).default([]),
});

/** The extensions wished for now and those that an earlier run let in through the same wrapper: a run takes nobody's access away. */
export function idsInManifest(text: string | undefined, wrapper: string, wished: ExtensionIds): ExtensionIds {
  const manifest = manifestSchema.safeParse(jsonOf(text));
  if (!manifest.success || manifest.data.path !== wrapper) return wished;
  const { allowed_origins: origins, allowed_extensions: extensions } = manifest.data;
  const ids = origins.map((origin) => /^chrome-extension:\/\/([a-p]{32})\/$/.exec(origin)?.[1]).filter((id) => id !== undefined);
  return { chromium: [...ids, ...wished.chromium], firefox: [...extensions, ...wished.firefox] };
}

/** The wrapper that a manifest names; undefined when the text is no manifest. */
export function wrapperInManifest(text: string | undefined): string | undefined {
  const manifest = manifestSchema.safeParse(jsonOf(text));
  return manifest.success ? manifest.data.path : undefined;
}

function jsonOf(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isTable(value) ? value : undefined;
  } catch (error) {
    // Somebody else's damaged file is as good as none.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
