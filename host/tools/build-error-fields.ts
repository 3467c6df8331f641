import { buildErrorOf } from "../analysis/build-error.js";
import type { CaptureReader } from "../contract/reader.js";
import { page, type Value } from "./answer.js";

/** The error overlay of a development server that a page shows in place of the app; no field where there is none. */
export function buildErrorFields(reader: CaptureReader): { readonly buildError?: Value } {
  const error = buildErrorOf(reader);
  if (error === undefined) return {};
  return { buildError: { tool: error.tool, ref: error.element.ref, text: page(error.text, 1_000) } };
}
