import type { Capture } from "../contract/capture.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { areaOf } from "./geometry.js";
import { makeLocatorOf } from "./locators.js";

/** Parts of the score, each measured on this capture, from 0 to 1. */
interface FidelityParts {
  /** Share of the document's area that no hole covers. */
  readonly area: number;
  /** Share of the elements that the walk reached before it had to stop; 1 when it did not stop. */
  readonly elements: number;
  /** Share of the controls whose selector names no other element of the capture. */
  readonly selectors: number;
  /** Share of the controls with a locator that outlives a change of layout: test id, id, or role and name. */
  readonly locators: number;
  /** Share of the controls that have a name. */
  readonly names: number;
}

interface Fidelity {
  readonly parts: FidelityParts;
  /** Mean of the parts. */
  readonly score: number;
  readonly controls: number;
  /** How the controls are found: count by kind of locator. */
  readonly locatorKinds: Readonly<Record<"test id" | "role and name" | "id" | "structure", number>>;
}

/** Measures how much of the page a capture holds and how surely its controls can be found again. */
export function fidelityOf(reader: CaptureReader): Fidelity {
  const controls = [...reader.elements()].filter(({ interactive, visible }) => interactive && visible);
  const locatorOf = makeLocatorOf(reader);
  const locatorKinds = { "test id": 0, "role and name": 0, id: 0, structure: 0 };
  for (const control of controls) locatorKinds[kindOf(control, locatorOf(control))]++;
  const share = (count: number) => (controls.length === 0 ? 1 : count / controls.length);
  const parts = {
    area: areaPart(reader),
    elements: elementsPart(reader),
    selectors: share(uniqueSelectors(reader, controls)),
    locators: share(controls.length - locatorKinds.structure),
    names: share(controls.filter(({ name, withheld }) => name !== "" || withheld).length),
  };
  const values = Object.values(parts);
  return { parts, score: values.reduce((sum, part) => sum + part, 0) / values.length, controls: controls.length, locatorKinds };
}

function kindOf({ selector }: CapturedElement, locator: string): keyof Fidelity["locatorKinds"] {
  if (/getByTestId\([^)]*\)$/.test(locator)) return "test id";
  if (locator.includes("getByRole(")) return "role and name";
  return / |:nth/.test(selector.split(" >>> ").at(-1) ?? "") ? "structure" : "id";
}

function uniqueSelectors(reader: CaptureReader, controls: readonly CapturedElement[]): number {
  const counts = new Map<string, number>();
  for (const { selector } of reader.elements()) counts.set(selector, (counts.get(selector) ?? 0) + 1);
  return controls.filter(({ selector }) => counts.get(selector) === 1).length;
}

function areaPart(reader: CaptureReader): number {
  const { document, viewport } = reader.capture.metadata;
  const whole = Math.max(document.width * document.height, viewport.width * viewport.height, 1);
  const lost = reader.capture.holes.filter(({ kind }) => kind !== "truncated").reduce((sum, { box }) => sum + areaOf(box), 0);
  return Math.max(0, 1 - lost / whole);
}

/** A truncation's detail begins with the number of elements left out, where it is known. */
function elementsPart(reader: CaptureReader): number {
  const left = reader.capture.holes
    .filter(({ kind }) => kind === "truncated")
    .reduce((sum, { detail }) => sum + Number(/\d+/.exec(detail.replaceAll(",", ""))?.[0] ?? 1), 0);
  return reader.count / Math.max(1, reader.count + left);
}

/** Lists of a capture that may be empty, or short, because they could not be read. */
type UnreadPart = "console" | "network" | "components";

/** What a capture does not contain, a sentence for each part: an empty list there is no proof that nothing happened. */
export function unreadOf({ metadata, network }: Capture): Readonly<Partial<Record<UnreadPart, string>>> {
  const { observed, components } = metadata;
  const unknown = network.filter(({ status }) => status === "unknown").length;
  return {
    console: consoleTexts[observed?.console ?? ""] ?? unsaidText,
    ...(unknown === 0 ? {} : { network: `The browser tells no status of ${unknown} resources (other origins): they may have failed.` }),
    ...(components === "page-world" || components === "xray" ? {} : { components: componentsText }),
  };
}

const consoleTexts: Readonly<Record<string, string>> = {
  page: "Only what the page said while the sidebar was open.",
  uncaught: "Only uncaught errors while the sidebar was open: console.error is not readable here.",
  nothing: `Not readable here: an empty list says nothing. "Show file and line" in the sidebar makes errors readable too, from then on.`,
};
const unsaidText = "This capture does not say whether anybody listened: an empty list says nothing.";

const componentsText = `Only markers in the DOM were read. "Show file and line" in the sidebar adds the names and source files that the framework knows.`;
