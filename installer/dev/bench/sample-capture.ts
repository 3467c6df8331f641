import { type Capture, captureFormat, captureSchema, captureVersion } from "../../../host/contract/capture.js";

export const samplePage = "http://localhost:5173/shop";

/** A valid capture of about so many bytes as JSON, a little less: a long list of paragraphs, as a table or a feed is. */
export function sampleCapture(bytes: number): Capture {
  const empty = JSON.stringify(captureOf(0)).length;
  const perElement = (JSON.stringify(captureOf(1_000)).length - empty) / 1_000;
  // Indices grow with the page: the last tenth is left out, so that the bound is never passed.
  return captureSchema.parse(captureOf(Math.floor(((bytes - empty) / perElement) * 0.9)));
}

/** Gives the text of a message again and again, each time about another capture: one that was sent before would not be stored anew. */
export function freshTexts(message: object): () => string {
  const [before, after] = JSON.stringify(message).split(JSON.stringify(sampleId), 2);
  if (before === undefined || after === undefined) throw new Error("the message holds no sample capture");
  let sent = 0;
  return () => `${before}"${sampleId}-${++sent}"${after}`;
}

const sampleId = "sample";

function captureOf(count: number) {
  const column = (entry: (index: number) => number) => Array.from({ length: count }, (_, index) => entry(index));
  const texts = column((index) => index).map((index) => `Paragraph ${index} of the sample page, with a sentence in it.`);
  return {
    format: captureFormat,
    version: captureVersion,
    metadata: metadata(),
    nodes: {
      count,
      strings: ["", "p", "paragraph", ...texts],
      depth: column((index) => Math.min(index, 1)),
      tag: column(() => 1),
      role: column(() => 2),
      name: column(() => 0),
      text: column((index) => index + 3),
      attributes: column(() => 0),
      attributeSets: [[]],
      box: column((index) => index).flatMap((index) => [0, index * 80, 5_120, 80]),
      style: column(() => 1),
      flags: column(() => 19),
      step: column(() => 1),
      from: column((index) => Math.min(index, 1)),
      roots: [{ kind: "document", host: -1 }],
      rootRuns: count === 0 ? [] : [0, 0],
      states: [],
      before: [],
      after: [],
      component: [],
      source: [],
    },
    styles: { properties: ["color"], values: ["rgb(0, 0, 0)"], sets: [[], [0]], tokens: {} },
    holes: [],
    removed: {},
    console: [],
    network: [],
    accessibility: { status: "not-run", findings: [] },
    annotations: [],
  };
}

function metadata() {
  return {
    id: sampleId,
    url: samplePage,
    title: "Sample",
    capturedAt: "2025-01-01T00:00:00.000Z",
    viewport: { width: 1_280, height: 720 },
    scroll: { x: 0, y: 0 },
    document: { width: 1_280, height: 10_000 },
    devicePixelRatio: 1,
    colorScheme: "light",
    language: "en",
    trust: "trusted",
    frameworks: [],
    components: "off",
    browser: "bench",
    extension: "0",
    timings: {},
  };
}
