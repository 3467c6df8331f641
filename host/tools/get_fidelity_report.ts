import { fidelityOf, unreadOf } from "../analysis/fidelity.js";
import { removedKinds, timingKinds } from "../contract/capture.js";
import { tableOf } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

export const getFidelityReport = defineTool({
  title: "Fidelity",
  description: "How far to trust a capture: what was read, missed, removed.",
  input: { capture: captureArgument },
  effect: "reads",
  paging: "rows",
  async run(context, input) {
    const { filename, capture, reader } = await openCapture(context, input.capture);
    const { parts, score, controls, locatorKinds } = fidelityOf(reader);
    const { components, timings } = capture.metadata;
    const elements = [...reader.elements()];
    return {
      fields: {
        capture: filename,
        score: hundredths(score),
        parts: Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, hundredths(value)])),
        read: {
          elements: reader.count,
          rendered: elements.filter(({ rendered }) => rendered).length,
          visible: elements.filter(({ visible }) => visible).length,
          controls,
          styleProperties: capture.styles.properties.length,
          withheld: elements.filter(({ withheld }) => withheld).length,
          shadowRootsAndFrames: capture.nodes.roots.length - 1,
          components,
        },
        notReadable: unreadOf(capture),
        locators: locatorKinds,
        removed: numbersUnder(removedKinds, capture.removed),
        timings: numbersUnder(timingKinds, timings),
        holes: tableOf(["kind", "ref", "box", "detail"], capture.holes),
      },
    };
  },
});

/** Keys of a capture's objects are whatever its maker wrote: known ones are shown as they are. */
function numbersUnder(known: readonly string[], counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([key]) => known.includes(key)));
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
