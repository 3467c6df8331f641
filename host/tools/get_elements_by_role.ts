import { z } from "zod";
import { isInViewport } from "../analysis/geometry.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { page, tableBy } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

export const getElementsByRole = defineTool({
  title: "By role",
  description: "Elements of an ARIA role, hidden ones too. Controls: get_interactive_elements.",
  input: {
    role: z.string().min(1).max(50).describe("ARIA role"),
    name: z.string().min(1).max(500).optional().describe("Part of it"),
    capture: captureArgument,
  },
  effect: "reads",
  paging: "rows",
  async run(context, input) {
    const { filename, capture, reader } = await openCapture(context, input.capture);
    const selectorOf = makeShortSelectorOf(reader);
    const role = input.role.trim().toLowerCase();
    const name = input.name?.toLowerCase();
    const found = [...reader.elements()].filter(
      (element) => element.role === role && (name === undefined || element.name.toLowerCase().includes(name)),
    );
    const others = new Set([...reader.elements()].flatMap(({ role: one }) => (one === "" ? [] : [one])));
    return {
      fields: { capture: filename, ...(found.length > 0 || others.has(role) ? {} : { rolesOnPage: page([...others].sort().join(", ")) }) },
      list: tableBy(found, {
        ref: ({ ref }) => ref,
        role: (element) => element.role,
        name: (element) => element.name,
        tag: ({ tag }) => tag,
        text: ({ text }) => text,
        selector: selectorOf,
        box: ({ box }) => box,
        visible: ({ visible, unseen }) => visible && unseen === "",
        inViewport: ({ box }) => isInViewport(box, capture.metadata),
        // Unknown to screen readers.
        ...(found.every(({ accessible }) => accessible) ? {} : { outsideTree: ({ accessible }) => !accessible }),
      }),
    };
  },
});
