import type { Annotation, AnnotationTarget, Box } from "../../host/contract/annotation.js";
import type { NotePicture } from "../export/report.js";
import { boxAround } from "../sidebar/element-targets.js";

/** What stands around a note's place in its picture, in CSS pixels. */
const margin = 80;
/** Browsers take two pictures of a tab in a second. */
const pauseMs = 550;

export interface PictureSources {
  readonly host: HTMLElement;
  /** A PNG of the window as a data URL. */
  takePicture(): Promise<string>;
  boxes(target: AnnotationTarget): readonly Box[];
  /** Brings a target's place into view; `calm`: at once. */
  reveal(target: AnnotationTarget, calm: boolean): void;
}

/** A picture of each note's place in device pixels. The page is scrolled for those out of view, and back in the end. */
export async function takePictures(sources: PictureSources, notes: readonly Annotation[]): Promise<readonly NotePicture[]> {
  const placed = notes.filter((note) => sources.boxes(note.target).length > 0);
  const [left, top] = [scrollX, scrollY];
  const pictures: NotePicture[] = [];
  sources.host.style.setProperty("visibility", "hidden", "important");
  try {
    for (const note of placed) {
      if (pictures.length > 0) await pause(pauseMs);
      pictures.push({ noteId: note.id, png: await takeOne(sources, note) });
    }
  } finally {
    sources.host.style.setProperty("visibility", "visible", "important");
    if (scrollX !== left || scrollY !== top) scrollTo({ left, top, behavior: "instant" });
  }
  return pictures;
}

async function takeOne(sources: PictureSources, note: Annotation): Promise<Uint8Array> {
  if (!isInWindow(boxAround(sources.boxes(note.target)))) sources.reveal(note.target, true);
  await painted();
  const [x, y, width, height] = boxAround(sources.boxes(note.target));
  const picture = await createImageBitmap(blobOf(await sources.takePicture()));
  const scale = picture.width / innerWidth;
  // In whole device pixels: between them the picture would blur.
  const [left, top] = [Math.floor(Math.max(0, x - margin) * scale), Math.floor(Math.max(0, y - margin) * scale)];
  const right = Math.ceil(Math.min(innerWidth, x + width + margin) * scale);
  const bottom = Math.ceil(Math.min(innerHeight, y + height + margin) * scale);
  const canvas = new OffscreenCanvas(Math.max(1, right - left), Math.max(1, bottom - top));
  canvas.getContext("2d")?.drawImage(picture, -left, -top);
  return new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
}

function isInWindow([x, y, width, height]: Box): boolean {
  return x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
}

/** Fetching a data URL is up to the page's policy; decoding it here is not. */
function blobOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: "image/png" });
}

/** Two frames later what was hidden and scrolled is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
