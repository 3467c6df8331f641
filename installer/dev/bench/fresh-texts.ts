import { sampleCapture } from "../../../host/contract/testing/sample.js";

export const samplePage = "http://localhost:5173/shop";

const sampleId = "sample-of-the-bench";

/** As large as a capture may be, a little less: a long list, as a table or a feed is. */
export const largeCapture = sampleCapture({ id: sampleId, url: samplePage, bytes: 5 * 1024 * 1024 });

/** Returns the text of a message that holds `largeCapture`, each time with another id: one that was sent before would not be stored anew. */
export function freshTexts(message: object): () => string {
  const [before, after] = JSON.stringify(message).split(JSON.stringify(sampleId), 2);
  if (before === undefined || after === undefined) throw new Error("the message does not hold largeCapture");
  let sent = 0;
  return () => `${before}"${sampleId}-${++sent}"${after}`;
}
