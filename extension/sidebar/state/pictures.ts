import type { Annotation, Box } from "../../../host/contract/annotation.js";
import { boxAround } from "../../../host/contract/targets.js";
import type { NotePicture } from "../../export/report.js";
import type { Stage } from "../../page-api.js";
import type { Lines } from "../connect.js";

/** What stands around a note's place in its picture, in CSS pixels. */
const margin = 80;
/** Width of the frame around the place itself, in CSS pixels. */
const markWidth = 2;
/** Browsers take two pictures of a tab in a second. */
const pauseMs = 550;

/** The visible part of the page without the sidebar, what is typed into fields painted over: PNG in base64. */
export async function windowPicture(lines: Lines): Promise<string> {
  try {
    const stage = await lines.page.stage();
    return base64(await crop(lines, stage, [0, 0, stage.width, stage.height]));
  } finally {
    await lines.page.unstage();
  }
}

/** A picture of each annotation's place in device pixels. The page is scrolled for those out of view, and back in the end. */
export async function notePictures(lines: Lines, annotations: readonly Annotation[]): Promise<readonly NotePicture[]> {
  const pictures: NotePicture[] = [];
  try {
    for (const { id, target } of annotations) {
      if (target.type === "page") continue;
      const stage = await lines.page.stage(target);
      // The target is gone.
      if (stage.boxes.length === 0) continue;
      if (pictures.length > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const [x, y, width, height] = boxAround(stage.boxes);
      const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
      const [right, bottom] = [Math.min(stage.width, x + width + margin), Math.min(stage.height, y + height + margin)];
      pictures.push({ noteId: id, png: await crop(lines, stage, [left, top, right - left, bottom - top]) });
    }
  } finally {
    await lines.page.unstage();
  }
  return pictures;
}

async function pictureOf({ ask }: Lines): Promise<ImageBitmap> {
  const url = await ask("page:picture", {});
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: "image/png" }));
}

/** A part of the window as PNG: what must not be shown is painted over, and the target framed. All in CSS pixels of the window. */
async function crop(lines: Lines, { boxes, width: windowWidth }: Stage, [x, y, width, height]: Box): Promise<Uint8Array> {
  const picture = await pictureOf(lines);
  const masks = await lines.page.masks();
  const scale = picture.width / windowWidth;
  // In whole device pixels: between them the picture would blur.
  const [left, top] = [Math.floor(x * scale), Math.floor(y * scale)];
  const [right, bottom] = [Math.ceil((x + width) * scale), Math.ceil((y + height) * scale)];
  const canvas = new OffscreenCanvas(Math.max(1, right - left), Math.max(1, bottom - top));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures here.");
  context.drawImage(picture, -left, -top);
  context.setTransform(scale, 0, 0, scale, -left, -top);
  context.fillStyle = "#9aa1ad";
  for (const mask of masks) context.fillRect(...mask);
  context.strokeStyle = "#d97706";
  context.lineWidth = markWidth;
  for (const [x, y, width, height] of boxes) {
    context.strokeRect(x - markWidth, y - markWidth, width + 2 * markWidth, height + 2 * markWidth);
  }
  const png = await canvas.convertToBlob({ type: "image/png" });
  return new Uint8Array(await png.arrayBuffer());
}

export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunk) binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return btoa(binary);
}

/** As many arguments as every engine takes in one call. */
const chunk = 0x8000;
