import type { Capture } from "../../host/contract/capture.js";

export interface EngineReading {
  readonly capture: Capture;
  readonly elements: readonly Element[];
}

export function readDocument(host: Element): EngineReading {
  const elements = [...document.querySelectorAll("*")].filter((element) => element !== host);
  const capture: Capture = {
    format: "svc-capture",
    version: 1,
    metadata: {
      id: "stub",
      url: location.href,
      title: document.title,
      capturedAt: new Date().toISOString(),
      viewport: { width: innerWidth, height: innerHeight },
      scroll: { x: scrollX, y: scrollY },
      document: { width: 0, height: 0 },
      devicePixelRatio,
      colorScheme: "light",
      language: "en",
      trust: "untrusted",
      frameworks: [],
      components: "off",
      browser: "",
      extension: "",
      timings: {},
    },
    nodes: {
      count: 0,
      strings: [""],
      depth: [],
      tag: [],
      role: [],
      name: [],
      text: [],
      attributes: [],
      attributeSets: [[]],
      box: [],
      style: [],
      flags: [],
      step: [],
      from: [],
      keys: "",
      roots: [{ kind: "document", host: -1 }],
      rootRuns: [],
      states: [],
      before: [],
      after: [],
      component: [],
      source: [],
    },
    styles: { properties: [], values: [], sets: [[]], tokens: {} },
    holes: [],
    removed: { comments: 2 },
    console: [],
    network: [],
    accessibility: { status: "not-run", findings: [] },
    annotations: [],
  };
  return { capture, elements };
}
