import { z } from "zod";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { missingTestIds } from "../analysis/suggest-test-id.js";
import { testIdAttributes } from "../contract/test-ids.js";
import { tableBy } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, openCapture } from "./open.js";

/** Controls that a test can find only by their place or text. */
export const findMissingTestids = defineTool({
  title: "Test ids",
  description: "Controls without test id, with unique suggestions.",
  input: {
    capture: captureArgument,
    attribute: z
      .string()
      .regex(/^data-[a-z0-9-]{1,50}$/)
      .optional()
      .describe("Like data-testid"),
  },
  effect: "reads",
  paging: "rows",
  async run(context, { capture: name, attribute }) {
    const { filename, reader } = await openCapture(context, name);
    const selectorOf = makeShortSelectorOf(reader);
    const missing = missingTestIds(reader, attribute === undefined ? testIdAttributes : [attribute]);
    return {
      fields: { capture: filename, missing: missing.length },
      list: tableBy(missing, {
        ref: ({ element }) => element.ref,
        role: ({ element }) => element.role,
        name: ({ element }) => element.name,
        selector: ({ element }) => selectorOf(element),
        suggestion: ({ suggestion }) => suggestion,
      }),
    };
  },
});
