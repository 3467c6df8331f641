import { z } from "zod";
import { generateTests } from "../analysis/generate-tests.js";
import { ServiceError } from "../contract/errors.js";
import { casesName, caseText } from "../contract/note-cases.js";
import { page } from "./answer.js";
import { defineTool } from "./define.js";
import { annotationArgument, captureArgument, elementAt, openCapture, refArgument } from "./open.js";

/** What stands in the answer beside the code. */
const fieldsTokens = 180;

export const generateTestsTool = defineTool({
  title: "Tests",
  description: "A Playwright test that passes on the captured page, or an accepted annotation's case. Save it without delimiters.",
  input: {
    ...{ capture: captureArgument, framework: z.enum(["playwright"]).optional().describe("Runner"), ref: refArgument },
    annotation: annotationArgument.optional(),
  },
  effect: "reads",
  paging: "own",
  async run(context, { capture: name, ref, annotation }, { maxTokens, tokensOf, cursor }) {
    if (annotation !== undefined) {
      const code = caseText(annotation, await context.noteCase(annotation));
      return { fields: { file: casesName, code: page(code, Number.MAX_SAFE_INTEGER), hint: caseHint } };
    }
    const place = placeOf(cursor);
    const { filename, reader } = await openCapture(context, place?.filename ?? name);
    const within = ref === undefined ? undefined : elementAt(reader, ref);
    const { code, skipped, covered, controls } = generateTests(reader, {
      within,
      skip: place?.skip ?? 0,
      maxCost: maxTokens - fieldsTokens,
      costOf: tokensOf,
    });
    const shown = skipped + covered;
    const truncated = { shown, total: controls, ...(covered === 0 ? {} : { nextCursor: `${shown}/${filename}` }) };
    return {
      fields: {
        capture: filename,
        framework: "playwright",
        code: page(code, Number.MAX_SAFE_INTEGER),
        ...(shown < controls ? { truncated } : { controls }),
      },
    };
  },
});

const caseHint =
  'svc-init keep writes it there; by hand it goes before the last line, "svc-notes": 1, with a comma. import { testNotes } from "svc-capture/playwright"; testNotes(); runs all of them.';

/** How many controls earlier files cover, and of which capture. */
function placeOf(cursor: string | undefined): { skip: number; filename: string } | undefined {
  if (cursor === undefined) return undefined;
  const [, skip = "", filename = ""] = /^(\d{1,6})\/(.+)$/.exec(cursor) ?? [];
  if (filename === "") throw new ServiceError("invalid-input", "cursor: pass the nextCursor of an answer of this tool, as it was given.");
  return { skip: Number(skip), filename };
}
