import { z } from "zod";
import { generateTests } from "../analysis/generate-tests.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, openCapture, refArgument } from "./open.js";

/** What stands in the answer beside the code. */
const fieldsTokens = 120;

/** A test file for a captured page. */
export const generateTestsTool = defineTool({
  name: "generate_tests",
  title: "Generate tests",
  description: "A Playwright test file that passes on the captured page. Save code without delimiters.",
  input: { capture: captureArgument, framework: z.enum(["playwright"]).optional().describe("Runner"), ref: refArgument },
  effect: "reads",
  paging: "none",
  async run(context, { capture: name, ref }, { maxTokens, tokensOf }) {
    const { filename, reader } = await openCapture(context, name);
    const within = ref === undefined ? undefined : elementAt(reader, ref);
    const { code, covered, controls } = generateTests(reader, { within, maxCost: maxTokens - fieldsTokens, costOf: tokensOf });
    return {
      fields: {
        capture: filename,
        framework: "playwright",
        code: page(code, Number.MAX_SAFE_INTEGER),
        ...(covered < controls ? { truncated: { shown: covered, total: controls } } : { controls }),
      },
    };
  },
});
