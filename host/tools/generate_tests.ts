import { z } from "zod";
import { generateTests } from "../analysis/generate-tests.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, openCapture, refArgument } from "./open.js";

/** What an estimate of tokens allows code to be long, at the least. */
const charsPerToken = 2;
const fieldsTokens = 150;

/** A test file for a captured page. */
export const generateTestsTool = defineTool({
  name: "generate_tests",
  title: "Generate tests",
  description: "A Playwright test file that passes on the captured page. Save code without delimiters.",
  input: { capture: captureArgument, framework: z.enum(["playwright"]).optional().describe("Runner"), ref: refArgument },
  effect: "reads",
  paging: "none",
  async run(context, { capture: name, ref }, { maxTokens }) {
    const { filename, reader } = await openCapture(context, name);
    const within = ref === undefined ? undefined : elementAt(reader, ref);
    const { code, covered, controls } = generateTests(reader, { within, maxChars: (maxTokens - fieldsTokens) * charsPerToken });
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
