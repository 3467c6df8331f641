import type { Files } from "../../testing/write-files.js";
import type { SourceFiles } from "../context.js";

/** Files as a project's sources, none of which was written a moment ago. */
export function sourcesOf(files: Files): SourceFiles {
  return {
    list: async () => Object.keys(files),
    read: async (path) => files[path],
    writtenAfter: async () => [],
    changesSince: () => Promise.reject(new Error("not asked")),
  };
}
