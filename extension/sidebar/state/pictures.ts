import type { AnnotationTarget, Box } from "../../../host/contract/annotation.js";
import { makeSerial } from "../../../host/contract/serial.js";
import { boxAround } from "../../../host/contract/targets.js";
import type { NotePicture } from "../../export/report.js";
import type { Stage } from "../../page-api.js";
import { randomId } from "../../random-id.js";
import type { Lines } from "../connect.js";
import type { Note } from "./annotations.js";

/** What stands around a note's place in its picture, in CSS pixels. */
const margin = 80;
/** Width of the frame around the place itself, in CSS pixels. */
const markWidth = 2;
/** Longest picture that the browser stores for a note, in characters of base64. A larger one is drawn smaller, down to so many pixels across. */
const storedMaxChars = 500_000;
const smallestPixels = 64;

/** From one picture to the next, in milliseconds: Chromium takes two in a second, and between them the sidebar shows how far it is. */
const pauseMs = 550;

/** The page is on one stage at a time. */
const inTurn = makeSerial();

/** The visible part of the page without the sidebar, what is typed into fields painted over: PNG in base64. */
export function windowPicture(lines: Lines): Promise<string> {
  return onStage(lines, async () => {
    const stage = await lines.page.stage([], false);
    return base64(await pngOf(part(await windowNow(lines), stage, [], [0, 0, stage.width, stage.height])));
  });
}

/** Takes and stores a picture of what was just picked; returns its id. Rejects, in words, where none could be taken. */
export function storePicture(lines: Lines, target: AnnotationTarget): Promise<string> {
  return onStage(lines, async () => {
    const stage = await lines.page.stage([target], false);
    const [boxes = []] = stage.boxes;
    if (boxes.length === 0) throw new Error("It had left the page by then.");
    const place = placeOf(await windowNow(lines), stage, boxes);
    let png = await pngOf(place);
    for (let scale = 0.7; png.length * (4 / 3) > storedMaxChars && place.width * scale > smallestPixels; scale *= 0.7)
      png = await pngOf(scaled(place, scale));
    const id = randomId();
    await lines.ask("picture:store", { id, png: base64(png) });
    return id;
  });
}

/** A picture of each note's place in device pixels, as picked or else of now. Those in view share one; the page scrolls for others. */
export async function notePictures(
  lines: Lines,
  notes: readonly Pick<Note, "id" | "target" | "taken">[],
  say: (words: string) => void,
): Promise<readonly NotePicture[]> {
  if (notes.length === 0) return [];
  return onStage(lines, async () => {
    const pictures = new Map<string, Promise<Uint8Array>>();
    for (const { id, taken } of notes) {
      const stored = taken === undefined ? "" : await lines.ask("picture:stored", { id: taken });
      if (stored !== "") pictures.set(id, Promise.resolve(bytesOf(stored)));
    }
    let left = notes.filter(({ id }) => !pictures.has(id));
    while (left.length > 0) {
      const targets = left.map(({ target }) => target);
      const stage = await lines.page.stage(targets, true);
      const first = stage.boxes.findIndex((boxes) => boxes.length > 0);
      if (first < 0) break;
      const pause = new Promise((resolve) => setTimeout(resolve, pauseMs));
      const shown = await windowNow(lines);
      left = left.filter(({ id }, index) => {
        const boxes = stage.boxes[index] ?? [];
        // Chromium waits up to a second for an idle moment to make a PNG: all wait together.
        if (boxes.length > 0) pictures.set(id, pngOf(placeOf(shown, stage, boxes)));
        return index > first && boxes.length === 0;
      });
      if (left.length === 0) break;
      say(`Picture ${notes.length - left.length} of ${notes.length}…`);
      await pause;
    }
    return Promise.all([...pictures].map(async ([noteId, png]) => ({ noteId, png: await png })));
  });
}

async function onStage<T>(lines: Lines, act: () => Promise<T>): Promise<T> {
  return inTurn(async () => {
    try {
      return await act();
    } finally {
      await lines.page.unstage();
    }
  });
}

type WindowNow = Awaited<ReturnType<typeof windowNow>>;

async function windowNow({ ask, page }: Lines) {
  const url = await ask("page:picture", {});
  const masks = await page.masks();
  return { picture: await bitmapOf(bytesOf(url.slice(url.indexOf(",") + 1))), masks };
}

function placeOf(shown: WindowNow, stage: Stage, boxes: readonly Box[]): OffscreenCanvas {
  const [x, y, width, height] = boxAround(boxes);
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  const [right, bottom] = [Math.min(stage.width, x + width + margin), Math.min(stage.height, y + height + margin)];
  return part(shown, stage, boxes, [left, top, right - left, bottom - top]);
}

export function bitmapOf(png: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([png], { type: "image/png" }));
}

/** A part of the window: what must not be shown is painted over, and the target framed. All in CSS pixels of the window. */
function part({ picture, masks }: WindowNow, stage: Stage, boxes: readonly Box[], [x, y, width, height]: Box): OffscreenCanvas {
  const scale = picture.width / stage.width;
  // In whole device pixels: between them the picture would blur.
  const [left, top] = [Math.floor(x * scale), Math.floor(y * scale)];
  const [right, bottom] = [Math.ceil((x + width) * scale), Math.ceil((y + height) * scale)];
  const { canvas, context } = drawing(right - left, bottom - top);
  context.drawImage(picture, -left, -top);
  context.setTransform(scale, 0, 0, scale, -left, -top);
  context.fillStyle = "#9aa1ad";
  for (const mask of masks) context.fillRect(...mask);
  context.strokeStyle = "#d97706";
  context.lineWidth = markWidth;
  for (const [x, y, width, height] of boxes) {
    context.strokeRect(x - markWidth, y - markWidth, width + 2 * markWidth, height + 2 * markWidth);
  }
  return canvas;
}

function scaled(part: OffscreenCanvas, scale: number): OffscreenCanvas {
  const { canvas, context } = drawing(Math.round(part.width * scale), Math.round(part.height * scale));
  context.drawImage(part, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function drawing(width: number, height: number) {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws no pictures here.");
  return { canvas, context };
}

async function pngOf(part: OffscreenCanvas): Promise<Uint8Array> {
  return new Uint8Array(await (await part.convertToBlob({ type: "image/png" })).arrayBuffer());
}

export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += chunk) binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return btoa(binary);
}

export function bytesOf(base64Text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64Text), (character) => character.charCodeAt(0));
}

/** As many arguments as every engine takes in one call. */
const chunk = 0x8000;
