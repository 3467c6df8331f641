import { cropMarked } from "../analysis/picture.js";
import type { Annotation, Box } from "../contract/annotation.js";
import { ServiceError } from "../contract/errors.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { openAnnotated } from "./annotated.js";
import type { Image, Value } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { annotationArgument, captureArgument, elementAt, openCapture, refArgument } from "./open.js";

export const getPicture = defineTool({
  title: "Picture",
  description: "Marked image of an annotation's or ref's element, if stored.",
  input: { annotation: annotationArgument.optional(), ref: refArgument, capture: captureArgument },
  effect: "reads",
  paging: "none",
  async run(context, { annotation, ref, capture: name }) {
    if ((annotation === undefined) === (ref === undefined))
      throw new ServiceError("invalid-input", "Name what to show: annotation or ref, one of them.");
    const placed = annotation === undefined ? undefined : await context.annotations.find(annotation);
    if (placed !== undefined) return pictureAnswer(await pictureOf(context, placed));
    const { filename, reader } = await openCapture(context, name);
    return pictureAnswer(await windowPart(context, filename, [elementAt(reader, ref ?? "").box]));
  },
});

interface Shown {
  readonly image: Image;
  readonly capture: string;
  /** What is marked, in CSS pixels of the document; empty where the whole picture is of the annotation. */
  readonly boxes: readonly Box[];
}

function pictureAnswer({ image, capture, boxes }: Shown) {
  const { width, height } = image;
  return {
    image,
    restsOn: [capture],
    fields: { capture, boxes: boxes.map((box): Value => [...box]), pixels: { width, height }, hint: "The marked part is the element." },
  };
}

/** The picture of an annotation's place. Throws ServiceError `not-found`, in words, where none was stored or it does not show the place. */
export async function pictureOf(context: ToolContext, placed: PlacedAnnotation): Promise<Shown> {
  const { annotation, capture } = placed;
  const { picture } = annotation;
  const boxes = boxesOf(annotation);
  const own = picture === undefined ? undefined : await context.snapshots.read(picture);
  if (own !== undefined) {
    const size = sizeOf(own);
    const image = cropped(own, size, [[0, 0, size.width, size.height]]);
    if (image !== undefined) return { image, capture, boxes };
  }
  // The window's picture shows it where it was when that was taken, and else something else in its place.
  const annotated = await openAnnotated(context, placed);
  if (annotated === undefined) return windowPart(context, capture, boxes);
  const { opened, picked, others, isPick } = annotated;
  if (!isPick)
    return windowPart(
      context,
      opened.filename,
      [picked, ...others].map(({ box }) => box),
    );
  const why = "It had left the page when it was sent, and no picture was taken when it was picked.";
  throw new ServiceError("not-found", `${why} The user can turn on “Add screenshot” in the note's form for further ones.`);
}

/** What an annotation is about, in CSS pixels of the document; empty for the page. */
export function boxesOf({ target }: Pick<Annotation, "target">): readonly Box[] {
  return target.type === "page" ? [] : target.type === "region" ? [target.box] : target.elements.map(({ box }) => box);
}

/** The part of a capture's picture with these boxes, marked. Throws ServiceError `not-found`, in words, where there is none. */
export async function windowPart(context: ToolContext, filename: string, boxes: readonly Box[]): Promise<Shown> {
  const png = await context.snapshots.read(filename.replace(/\.json$/, ".png"));
  if (png === undefined)
    throw new ServiceError(
      "not-found",
      "No picture was stored with this capture. The user can switch on pictures in the sidebar's settings (includeScreenshot) and send the page again.",
    );
  const { viewport, scroll } = (await openCapture(context, filename)).capture.metadata;
  const whole: Box = [0, 0, viewport.width, viewport.height];
  const marks = boxes.length === 0 ? [whole] : boxes.map(([x, y, width, height]): Box => [x - scroll.x, y - scroll.y, width, height]);
  const image = cropped(png, viewport, marks);
  if (image !== undefined) return { image, capture: filename, boxes };
  throw new ServiceError(
    "not-found",
    "The picture shows the window, and this element was outside of it. Ask the user to scroll to it and send the page again (request_capture with guidance).",
  );
}

function cropped(png: Uint8Array, window: { readonly width: number; readonly height: number }, marks: readonly Box[]): Image | undefined {
  try {
    return cropMarked({ png, window, marks });
  } catch (error) {
    if (error instanceof RangeError)
      throw new ServiceError("not-found", "The stored picture cannot be read. Ask the user to send the page again.", { cause: error });
    throw error;
  }
}

/** Width and height of the IHDR chunk. */
function sizeOf(png: Uint8Array): { readonly width: number; readonly height: number } {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return png.byteLength < 24 ? { width: 1, height: 1 } : { width: header.getUint32(16), height: header.getUint32(20) };
}
