import type { Annotation } from "../annotation.js";
import { type Capture, type CaptureMetadata, captureFormat, captureSchema, captureVersion } from "../capture.js";

type SampleOptions = Partial<Pick<CaptureMetadata, "id" | "url" | "title" | "capturedAt" | "requestId">> & {
  readonly annotations?: readonly Annotation[];
  readonly bytes?: number;
};

/** Returns a small valid capture of a list, for benchmarks and tests. `bytes`: elements are added until it has about so many. */
export function sampleCapture({
  id = `sample-${Math.random().toString(36).slice(2)}`,
  url = "http://localhost:5173/shop",
  title = "Shop",
  capturedAt = new Date().toISOString(),
  requestId,
  annotations = [],
  bytes = 0,
}: SampleOptions = {}): Capture {
  const count = 3 + Math.floor(bytes / 100);
  const column = (entry: (index: number) => number) => Array.from({ length: count }, (_, index) => entry(index));
  return captureSchema.parse({
    format: captureFormat,
    version: captureVersion,
    metadata: {
      ...{ id, url, title, capturedAt, ...(requestId === undefined ? {} : { requestId }) },
      viewport: { width: 1280, height: 720 },
      scroll: { x: 0, y: 0 },
      document: { width: 1280, height: 2000 },
      devicePixelRatio: 1,
      colorScheme: "light",
      language: "en",
      trust: "trusted",
      frameworks: [],
      components: "markers",
      browser: "Chromium",
      extension: "0.1.0",
      timings: {},
    },
    nodes: {
      count,
      strings: ["", "li", "listitem", ...column((index) => index).map((index) => `Line ${index} of a list that is long enough`)],
      depth: column((index) => Math.min(index, 1)),
      tag: column(() => 1),
      role: column(() => 2),
      name: column(() => 0),
      text: column((index) => index + 3),
      attributes: column(() => 0),
      attributeSets: [[]],
      box: column((index) => index).flatMap((index) => [0, index * 80, 5120, 80]),
      style: column(() => 0),
      flags: column(() => 19),
      step: column(() => 1),
      from: column((index) => Math.min(index, 1)),
      roots: [{ kind: "document", host: -1 }],
      rootRuns: [0, 0],
      ...{ states: [], before: [], after: [], component: [], source: [] },
    },
    styles: { properties: [], values: [], sets: [[]], tokens: {} },
    holes: [],
    removed: {},
    console: [],
    network: [],
    accessibility: { status: "not-run", findings: [] },
    annotations,
  });
}

export function sampleAnnotation(id: string, change: Partial<Annotation> = {}): Annotation {
  return {
    id,
    target: { type: "page" },
    comment: `Comment ${id}`,
    kind: "bug",
    severity: "medium",
    status: "unresolved",
    createdAt: "2025-03-14T09:15:00.000Z",
    ...change,
  };
}
