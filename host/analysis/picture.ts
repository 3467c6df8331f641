import { decode, encode } from "fast-png";
import { Unzlib } from "fflate";
import type { Box } from "../contract/annotation.js";
import { limits } from "../contract/limits.js";
import { intersection } from "./geometry.js";

/** A PNG with what it costs a model that is billed by area. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  /** The whole window: PNG bytes and its width and height in CSS pixels. */
  readonly png: Uint8Array;
  readonly window: { readonly width: number; readonly height: number };
  /** What to mark, in CSS pixels of the window. */
  readonly marks: readonly Box[];
}

/** Around the marked boxes, CSS pixels: enough to see what they stand beside. */
const margin = 40;
/** Anthropic's formula, width × height / 750, which is the dearest of the usual ones, at 1,600 tokens. */
const areaMax = 1_600 * 750;
/** Models scale longer sides down themselves. */
const sideMax = 1_568;
const markColor = [255, 0, 170] as const;

/** Cuts the marked boxes with a margin out of a picture, at most 1,600 tokens; undefined where none is in it. Throws RangeError for a bad PNG. */
export function cropMarked({ png, window, marks }: Crop): Picture | undefined {
  const image = pixelsOf(png);
  const scale = image.width / window.width;
  const inWindow = marks.map((box) => intersection(box, [0, 0, window.width, image.height / scale])).filter((box) => box !== undefined);
  if (inWindow.length === 0) return undefined;
  const left = Math.max(0, Math.min(...inWindow.map(([x]) => x)) - margin);
  const top = Math.max(0, Math.min(...inWindow.map(([, y]) => y)) - margin);
  const right = Math.min(window.width, Math.max(...inWindow.map(([x, , width]) => x + width)) + margin);
  const bottom = Math.min(image.height / scale, Math.max(...inWindow.map(([, y, , height]) => y + height)) + margin);
  const [wide, high] = [(right - left) * scale, (bottom - top) * scale];
  const shrink = Math.min(1, Math.sqrt(areaMax / (wide * high)), sideMax / wide, sideMax / high);
  const width = Math.max(1, Math.floor(wide * shrink));
  const height = Math.max(1, Math.floor(high * shrink));
  const data = resample(image, [left * scale, top * scale, wide, high], width, height);
  const toPart = width / (right - left);
  for (const [x, y, w, h] of inWindow) outline(data, width, height, [(x - left) * toPart, (y - top) * toPart, w * toPart, h * toPart]);
  return { png: encode({ width, height, data, channels: 3, depth: 8 }), width, height };
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; transparent parts over white. */
  readonly rgb: Uint8Array;
}

function pixelsOf(png: Uint8Array): Pixels {
  const { width, height, data, channels } = decodeSafely(png);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = channels === 4 ? (data[pixel * 4 + 3] ?? 255) : 255;
    for (let channel = 0; channel < 3; channel++)
      rgb[pixel * 3 + channel] = Math.round(((data[pixel * channels + channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
  }
  return { width, height, rgb };
}

const signatureBytes = 8;
/** Deflate packs at most 1,032 bytes into one: a piece becomes 4 MB at most before it is counted. */
const pieceBytes = 4 * 1024;

/** The picture without needless chunks. Throws RangeError for one over `limits.picturePixelsMax`, not of 8 bits, or of other size than its data. */
function withinBounds(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.byteLength < 33) throw new RangeError("the picture is damaged");
  const [width, height, depth, colors] = [view.getUint32(16), view.getUint32(20), view.getUint8(24), view.getUint8(25)];
  if (width * height > limits.picturePixelsMax) throw new RangeError("the picture is too large");
  if (depth !== 8 || (colors !== 2 && colors !== 6)) throw new RangeError("the picture is not of the kind that browsers take");
  // Interlaced, each of seven passes has rows of its own.
  let room = 7 * height + width * height * (colors === 2 ? 3 : 4);
  const data = new Unzlib((part) => {
    room -= part.length;
    if (room < 0) throw new RangeError("the picture unpacks to more than it claims");
  });
  const needed: Uint8Array[] = [png.subarray(0, signatureBytes)];
  for (let at = signatureBytes; at + 12 <= png.byteLength; at += 12 + view.getUint32(at)) {
    const end = at + 12 + view.getUint32(at);
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (end > png.byteLength) break;
    if (type === "IDAT")
      for (let from = at + 8; from < end - 4; from += pieceBytes) data.push(png.subarray(from, Math.min(end - 4, from + pieceBytes)));
    if (["IHDR", "IDAT", "IEND"].includes(type)) needed.push(png.subarray(at, end));
  }
  return concat(needed);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function decodeSafely(png: Uint8Array) {
  try {
    return decode(withinBounds(png));
  } catch (error) {
    throw error instanceof RangeError ? error : new RangeError("the picture is damaged", { cause: error });
  }
}

/** Scales a part of a picture by averaging what each pixel covers. */
function resample(
  { width: rowPixels, height: rows, rgb }: Pixels,
  [left, top, wide, high]: Box,
  width: number,
  height: number,
): Uint8Array {
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const [fromY, toY] = span(top, high / height, y, rows);
    for (let x = 0; x < width; x++) {
      const [fromX, toX] = span(left, wide / width, x, rowPixels);
      const sums = [0, 0, 0];
      for (let sy = fromY; sy < toY; sy++)
        for (let sx = fromX; sx < toX; sx++)
          for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (rgb[(sy * rowPixels + sx) * 3 + c] ?? 0);
      const count = (toX - fromX) * (toY - fromY);
      for (let c = 0; c < 3; c++) out[(y * width + x) * 3 + c] = Math.round((sums[c] ?? 0) / count);
    }
  }
  return out;
}

/** The pixels that one of the scaled ones covers, at least one. */
function span(start: number, step: number, at: number, most: number): readonly [from: number, to: number] {
  const from = Math.min(most - 1, Math.floor(start + at * step));
  return [from, Math.min(most, Math.max(from + 1, Math.floor(start + (at + 1) * step)))];
}

const lineWidth = 2;

/** Just outside of the box, so that its own border stays visible. */
function outline(data: Uint8Array, width: number, height: number, [x, y, w, h]: Box): void {
  const [left, top, right, bottom] = [Math.floor(x), Math.floor(y), Math.ceil(x + w), Math.ceil(y + h)];
  for (let py = top - lineWidth; py < bottom + lineWidth; py++) {
    for (let px = left - lineWidth; px < right + lineWidth; px++) {
      const isLine = px < left || px >= right || py < top || py >= bottom;
      if (!isLine || px < 0 || py < 0 || px >= width || py >= height) continue;
      data.set(markColor, (py * width + px) * 3);
    }
  }
}
