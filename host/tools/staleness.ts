import { isTemplateFile } from "../analysis/source/files.js";
import type { Capture } from "../contract/capture.js";
import { page, plain, type Value } from "./answer.js";
import type { SourceFiles } from "./context.js";
import { isDataFile } from "./written-text.js";

/** Files that are examined: each costs some calls of git. */
const mostFiles = 3;

/** Files that a page is made of: templates, styles, texts. */
function isShown(path: string): boolean {
  return isTemplateFile(path) || isDataFile(path) || /\.(css|scss|less|pcss)$/i.test(path);
}

/** States that files were changed after a capture, those that are not committed by their time; undefined when none was. */
export async function stalenessOf(
  sources: SourceFiles,
  capture: Capture | undefined,
  places: readonly { readonly file: string }[],
): Promise<Value | undefined> {
  const files = new Set(places.map(({ file }) => file));
  if (capture === undefined) return undefined;
  const capturedAt = Date.parse(capture.metadata.capturedAt);
  const revision = capture.provenance?.gitHead ?? "";
  const reported: string[] = [];
  for (const file of [...files].slice(0, mostFiles)) {
    const { commits, changed, writtenAt = 0 } = await sources.changesSince(revision, file);
    if (commits > 0) reported.push(`${commits} commit${commits === 1 ? "" : "s"} since, touching ${file}`);
    if (changed !== false && writtenAt > capturedAt)
      reported.push(`${file} was changed since${changed === true ? " and is not committed" : ""}`);
  }
  // The file that made the element may fit no longer, now that it was changed: then it is none of those found.
  const others = (await sources.writtenAfter(capturedAt, isShown)).flatMap(({ path }) => (files.has(path) ? [] : [path]));
  if (others.length > 0)
    reported.push(
      `changed since: ${others.slice(0, mostFiles).join(", ")}${others.length > mostFiles ? ` and ${others.length - mostFiles} more` : ""}`,
    );
  if (reported.length === 0) return undefined;
  const words = `The capture is older than the code: ${reported.join("; ")}. request_capture gets a fresh one.`;
  // A name of several words may give orders.
  return [...files, ...others].some((file) => /[^\w.@/+$()[\]-]/.test(file)) ? page(words) : words;
}

/** What an answer states of its captures, in any order: the repository's state then and, of the newest, whether the code has changed since. */
export async function provenanceFields(
  sources: SourceFiles,
  captures: readonly Capture[],
): Promise<{ readonly stale?: Value | undefined; readonly commit?: Value | undefined }> {
  const [newest, ...others] = [...captures].sort((a, b) => Date.parse(b.metadata.capturedAt) - Date.parse(a.metadata.capturedAt));
  if (newest === undefined) return {};
  const states = [...new Set([newest, ...others].flatMap((capture) => stateOfCode(capture) ?? []))];
  const commit = states.length === 0 ? {} : { commit: plain(states.slice(0, mostStates).join("; before: ")) };
  return { stale: await stalenessOf(sources, newest, []), ...commit };
}

const mostStates = 2;

/** `6f3a1c2 on main, uncommitted changes`; undefined where nobody looked, or could see anything. */
export function stateOfCode({ provenance }: Capture): string | undefined {
  if (provenance === undefined) return undefined;
  const { gitHead, branch, dirty } = provenance;
  if (gitHead === "" && dirty === "unknown") return undefined;
  const changes = dirty === "unknown" ? "changes unknown" : dirty ? "uncommitted changes" : "clean";
  return `${gitHead === "" ? "no commit" : gitHead.slice(0, 7)}${branch === "" ? "" : ` on ${branch}`}, ${changes}`;
}
