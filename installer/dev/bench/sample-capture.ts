import type { Capture } from "../../../host/contract/capture.js";
import { sampleCapture } from "../../../host/contract/sample-capture.js";

export const samplePage = "http://localhost:5173/shop";

const sampleId = "sample";

/** A valid capture of about so many bytes as JSON, a little less: a long list, as a feed or a table is. */
export function captureOfBytes(bytes: number, id = sampleId): Capture {
  const capture = (wanted: number) => sampleCapture({ id, url: samplePage, capturedAt: "2025-01-01T00:00:00.000Z", bytes: wanted });
  // Indices grow with the page: the last tenth is left out, so that the bound is never passed.
  return capture((bytes * bytes * 0.9) / JSON.stringify(capture(bytes)).length);
}

/** Yields the text of a message, each time about another capture: one that was sent before would not be stored anew. */
export function freshTexts(message: object): () => string {
  const [before, after] = JSON.stringify(message).split(JSON.stringify(sampleId), 2);
  if (before === undefined || after === undefined) throw new Error("the message holds no sample capture");
  let sent = 0;
  return () => `${before}"${sampleId}-${++sent}"${after}`;
}
