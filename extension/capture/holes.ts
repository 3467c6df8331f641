import type { Hole } from "../../host/contract/capture.js";
import { type AttributeRecord, keptValue } from "./attributes.js";
import type { WalkState } from "./walk-state.js";

const media: Readonly<Record<string, { kind: Hole["kind"]; detail: string }>> = {
  canvas: { kind: "canvas", detail: "what is drawn on a canvas is pixels only" },
  video: { kind: "media", detail: "the picture of a video is not read" },
  audio: { kind: "media", detail: "sound is not read" },
  object: { kind: "plugin", detail: "content of another type" },
  embed: { kind: "plugin", detail: "content of another type" },
};

/** Notes a rendered element whose content is no elements. */
export function mediaHole(walk: WalkState, index: number, tag: string): void {
  const hole = Object.hasOwn(media, tag) ? media[tag] : undefined;
  if (hole !== undefined) walk.holes.push({ ...hole, index });
}

/** Notes an element whose closed shadow root could not be opened. */
export function closedRootHole(walk: WalkState, index: number): void {
  if (walk.holes.some((hole) => hole.index === index && hole.kind === "closed-shadow-root")) return;
  walk.holes.push({ kind: "closed-shadow-root", index, detail: "what stands in a closed shadow root is not read" });
}

/** Notes a frame whose document may not be read. */
export function frameHole(walk: WalkState, index: number, record: AttributeRecord, base: string): void {
  const source = keptValue(record, "src") ?? keptValue(record, "data") ?? "";
  const target = originOf(source, base);
  const sandboxed = record.kind.names.includes("sandbox") && !/\ballow-same-origin\b/i.test(keptValue(record, "sandbox") ?? "");
  if (target !== undefined && target !== originOf(base, base))
    walk.holes.push({ kind: "cross-origin-frame", index, detail: `a document of ${target}` });
  else if (sandboxed) walk.holes.push({ kind: "cross-origin-frame", index, detail: "a sandboxed document" });
  else walk.holes.push({ kind: "unreadable-frame", index, detail: "a document that may not be read" });
}

function originOf(url: string, base: string): string | undefined {
  if (url === "" || !URL.canParse(url, base)) return undefined;
  return new URL(url, base).origin;
}
