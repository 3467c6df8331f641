import { makeLocatorOf } from "../analysis/locators.js";
import { testIdOf } from "../analysis/test-ids.js";
import { isInViewport } from "../analysis/viewport.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

/** Everything on a page that can be operated, with a way to find each in a test. */
export const getInteractiveElements = defineTool({
  name: "get_interactive_elements",
  title: "List controls",
  description: "Links, buttons, fields, each with selector and Playwright locator.",
  input: { capture: captureArgument },
  effect: "reads",
  paging: "rows",
  async run(context, input) {
    const { filename, capture, reader } = await openCapture(context, input.capture);
    const locatorOf = makeLocatorOf(reader);
    const elements = [...reader.elements()].filter(
      ({ interactive, visible, focusable, rendered }) => interactive && rendered && (visible || focusable),
    );
    return {
      capture: filename,
      fields: { capture: filename, url: page(capture.metadata.url, 300) },
      list: {
        columns: ["ref", "role", "name", "tag", "selector", "locator", "states", "box", "inViewport", "testid"],
        rows: elements.map((element) => [
          element.ref,
          element.role,
          element.name,
          element.tag,
          element.selector,
          locatorOf(element),
          Object.entries(element.states)
            .map(([state, value]) => (value === "true" ? state : `${state}=${value}`))
            .join(" "),
          element.box,
          isInViewport(element.box, capture.metadata),
          testIdOf(element)?.value ?? null,
        ]),
      },
    };
  },
});
