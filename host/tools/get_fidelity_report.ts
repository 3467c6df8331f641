import { fidelityOf } from "../analysis/fidelity.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

/** How far a capture can be trusted. */
export const getFidelityReport = defineTool({
  name: "get_fidelity_report",
  title: "Fidelity report",
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
      capture: filename,
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
        locators: locatorKinds,
        // What was removed is counted by names of our own.
        removed: capture.removed,
        timings,
        holes: {
          columns: ["kind", "ref", "box", "detail"],
          rows: capture.holes.map(({ kind, ref, box, detail }) => [kind, ref, box, detail]),
        },
      },
    };
  },
});

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
