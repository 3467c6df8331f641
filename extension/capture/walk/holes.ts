import type { Hole } from "../../../host/contract/capture.js";
import { parseUrl } from "../../../host/contract/hosts.js";
import * as nodeFlags from "../../../host/contract/node-flags.js";
import { at } from "../at.js";
import { cleanedValue } from "../attributes/attribute-table.js";
import type { WalkState } from "./state.js";

const plugin = { kind: "plugin", detail: "content of another type" } as const;
const media: Readonly<Record<string, { kind: Hole["kind"]; detail: string }>> = {
  canvas: { kind: "canvas", detail: "what is drawn on a canvas is pixels only" },
  video: { kind: "media", detail: "the picture of a video is not read" },
  audio: { kind: "media", detail: "sound is not read" },
  object: plugin,
  embed: plugin,
};
const maxHoles = 10_000;

export function addMediaHole(walk: WalkState, index: number, tag: string): void {
  const hole = media[tag];
  if (hole !== undefined) walk.holes.push({ ...hole, index });
}

/** Takes back the hole of an `<object>` whose document is read. */
export function removeMediaHole(walk: WalkState, index: number): void {
  if (walk.holes.at(-1)?.index === index) walk.holes.pop();
}

export function addClosedRootHole(walk: WalkState, index: number): void {
  if (walk.holes.some((hole) => hole.index === index && hole.kind === "closed-shadow-root")) return;
  walk.holes.push({ kind: "closed-shadow-root", index, detail: "it is not read" });
}

export function addFrameHole(walk: WalkState, index: number, base: string): void {
  const record = at(walk.records, index);
  const source = cleanedValue(record, "src") ?? cleanedValue(record, "data") ?? "";
  const own = new URL(base).origin;
  const origin = parseUrl(source, base)?.origin ?? own;
  const isSandboxed = record.kind.names.includes("sandbox") && !/\ballow-same-origin\b/i.test(cleanedValue(record, "sandbox") ?? "");
  const isForeign = origin !== own;
  walk.holes.push({
    index,
    kind: isForeign || isSandboxed ? "cross-origin-frame" : "unreadable-frame",
    detail: isForeign ? `a document of ${origin}` : isSandboxed ? "a sandboxed document" : "a document that may not be read",
  });
}

/** Returns the holes as the capture has them, with boxes in CSS pixels of the page's document. */
export function holesOf(walk: WalkState): Hole[] {
  return walk.holes.slice(0, maxHoles).map(({ kind, index, detail }) => ({ kind, ref: `e${index}`, box: boxOf(walk, index), detail }));
}

function boxOf({ columns: { box, flags }, places }: WalkState, index: number): Hole["box"] {
  if (((flags[index] ?? 0) & nodeFlags.rendered) === 0) return [0, 0, 0, 0];
  const [left = 0, top = 0] = places.slice(index * 2, index * 2 + 2);
  const [width = 0, height = 0] = box.slice(index * 4 + 2, index * 4 + 4);
  return [left / 4, top / 4, width / 4, height / 4];
}
