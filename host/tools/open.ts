import { z } from "zod";
import { buildErrorOf } from "../analysis/build-error.js";
import { judgedElements } from "../analysis/judged.js";
import { selectAll } from "../analysis/select.js";
import type { Capture } from "../contract/capture.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { weaklyMemoized } from "../contract/memoized.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../contract/reader.js";
import { nearestPage } from "../contract/routing.js";
import { page, type Value } from "./answer.js";
import type { ToolContext } from "./context.js";

/** Arguments that many tools share. */
export const captureArgument = z.string().min(1).max(300).optional().describe("File");
export const annotationArgument = z.string().min(1).max(64).describe("Its id");
export const refArgument = z.string().min(1).max(20).optional().describe("Like e12");
export const urlArgument = z.string().min(1).max(limits.urlMaxChars).optional().describe("URL prefix");

export interface OpenedCapture {
  readonly filename: string;
  readonly capture: Capture;
  readonly reader: CaptureReader;
}

/** Opens a capture by filename, or the newest one: of a page, else of those below it. Throws ServiceError `not-found`, with advice. */
export async function openCapture(context: ToolContext, name = "latest", url?: string): Promise<OpenedCapture> {
  const filename = name === "latest" ? await latest(context, url) : name;
  const capture = await context.captures.read(filename);
  return {
    ...{ filename, capture },
    get reader() {
      return readerOf(capture);
    },
  };
}

const readerOf = weaklyMemoized((capture: Capture) => judgedElements(readCapture(capture)));

async function latest(context: ToolContext, url: string | undefined): Promise<string> {
  const entries = await context.captures.entries({ url });
  const first = (url === undefined ? undefined : nearestPage(url, entries)) ?? entries[0];
  if (first !== undefined) return first.filename;
  const which = url === undefined ? "There is no capture yet" : "There is no capture of this page";
  const others = (await context.captures.allEntries({ url })).length;
  const foreign = others === 0 ? "" : ` that this user made (${others} came with the repository or a report: list_captures names them)`;
  throw new ServiceError("not-found", `${which}${foreign}. Ask the user to open it and click the svc icon, or call request_capture.`);
}

/** The first element that a selector finds: as a tool gave it, or any CSS. Throws ServiceError `not-found`, `invalid-input`. */
export function elementOfSelector(reader: CaptureReader, selector: string): CapturedElement {
  for (const element of reader.elements()) if (element.selector === selector) return element;
  const [first] = selectAll(reader, selector);
  if (first !== undefined) return first;
  throw new ServiceError(
    "not-found",
    "This selector finds no element of this capture. Pass another, with >>> where a shadow root is crossed, or a ref.",
  );
}

/** The error overlay of a development server that a page shows in place of the app; undefined where there is none. */
export function buildErrorOn(reader: CaptureReader): Value | undefined {
  const error = buildErrorOf(reader);
  return error && { tool: error.tool, ref: error.element.ref, text: page(error.text, 1_000) };
}

/** The element that a ref names. Throws ServiceError `not-found`. */
export function elementAt(reader: CaptureReader, ref: string): CapturedElement {
  const element = reader.byRef(ref);
  if (element !== undefined) return element;
  throw new ServiceError(
    "not-found",
    `This capture has no element ${JSON.stringify(ref)}. Its elements are e0 to e${reader.count - 1}; refs hold within one capture only.`,
  );
}
