import { type Capture, captureSchema } from "../../../host/contract/capture.js";

/** What a browser itself reports of one element of the composed tree. */
export interface TruthElement {
  /** The same element keeps it while the page changes. */
  readonly id: number;
  /** Position of the composed parent; -1 for the first. */
  readonly parent: number;
  readonly tag: string;
  /** A few words that help to find it in a report. */
  readonly label: string;
  /** Position of its root in `Truth.roots`. */
  readonly root: number;
  /** Its place among its root's elements, in tree order. */
  readonly place: number;
  /** `[x, y, width, height]` in CSS pixels of the top document. */
  readonly box: readonly [number, number, number, number];
  /** It stands below a shadow host and no slot takes it: no part of the composed tree, though a capture may hold it. */
  readonly optional: boolean;
  /** Has boxes, and is not skipped by the browser as folded away or `content-visibility: hidden`. */
  readonly rendered: boolean;
  /** Its own text nodes as rendered, joined. */
  readonly text: string;
  /** Equal for elements whose markup is the same, whatever stands around them. */
  readonly markup: number;
  /** Undefined where the accessibility tree does not know the element. */
  accessible?: AccessibleTruth | undefined;
}

export interface AccessibleTruth {
  readonly ignored: boolean;
  /** Why it is ignored, in the browser's words. */
  readonly reasons: readonly string[];
  /** In the browser's words; `expectedRole` translates. */
  readonly role: string;
  readonly name: string;
  readonly states: Readonly<Record<string, string>>;
}

export interface Truth {
  /** In document order of the composed tree. */
  readonly elements: readonly TruthElement[];
  /** The element whose shadow root or frame document each root is; -1 for the document. */
  readonly roots: readonly { readonly host: number }[];
}

/** Runs a function body beside the page, where its scripts have changed nothing. Values travel as JSON. */
export type Beside = <T>(body: string, ...values: unknown[]) => Promise<T>;

/** One open page. */
export interface FidelityPage {
  /** Runs the capture engine in it. */
  capture(engine: string): Promise<Capture>;
  truth(): Promise<Truth>;
  readonly beside: Beside;
  close(): Promise<void>;
}

export interface SelectorPair {
  readonly element: number;
  readonly selector: string;
}

/** A browser that can say what is on a page by other means than ours. */
export interface FidelityBrowser {
  open(url: string): Promise<FidelityPage>;
  close(): Promise<void>;
}

/** Reads what the engine made. Throws where it is no valid capture. */
export function parseCapture(text: unknown): Capture {
  const { data, error } = captureSchema.safeParse(JSON.parse(String(text)));
  if (data === undefined) throw new Error(`the capture is not valid: ${error.message.slice(0, 500)}`);
  return data;
}
