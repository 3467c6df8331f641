import { z } from "zod";
import { contrastOf } from "../analysis/accessibility/contrast.js";
import { makeShortSelectorOf } from "../analysis/short-selectors.js";
import { ServiceError } from "../contract/errors.js";
import type { CapturedElement } from "../contract/reader.js";
import { openAnnotatedElement, placeFields } from "./annotated.js";
import { type Answer, page, tableBy, withoutNulls } from "./answer.js";
import type { ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { captureArgument, elementAt, elementOfSelector, type OpenedCapture, openCapture, refArgument } from "./open.js";
import { stalenessOf } from "./staleness.js";
import { needsColumn, type PlacedStyle, placedStyles } from "./style-rows.js";

const text = z.string().min(1).max(1_000).optional();

export const explainStyles = defineTool({
  title: "Styles",
  description: "Declarations that style an element: which wins, file, line, how many elements each touches.",
  input: {
    ref: refArgument,
    selector: text.describe("CSS"),
    annotation: text.describe("Its id"),
    property: text.describe("Like color"),
    capture: captureArgument,
  },
  effect: "reads",
  paging: "none",
  async run(context, { property, ...asked }) {
    const { opened, element, fields } = await lookUp(context, asked);
    const { capture, reader } = opened;
    const styles = await placedStyles(context.sources, reader, element, { property: property?.trim().toLowerCase() });
    const contrast = property?.trim().toLowerCase() === "color" ? contrastOf(reader, element) : undefined;
    if (styles === undefined) return { fields: { ...fields, contrast, hint: page(howToAsk(opened, element), 1_200) } };
    const places = styles.flatMap(({ place }) => place ?? []);
    const stale = await stalenessOf(context.sources, capture, places);
    const hint = styles.length > 0 ? undefined : nothingFound(capture.rules?.complete === true, property?.trim() ?? "");
    return {
      fields: { ...fields, stale, hint, contrast },
      list: {
        ...withoutNulls(
          tableBy(styles, {
            property: ({ row }) => row.property,
            value: declaredValue,
            computed: ({ row }) => row.computed || null,
            selector: ({ selector }) => selector || null,
            file: ({ place }) => place?.file,
            line: ({ place }) => place?.line,
            column: ({ place }) => (place !== undefined && needsColumn(place) ? place.column : null),
            conditions: ({ conditions }) => conditions || null,
            variables: ({ variables }) => variables || null,
            overridden: ({ overridden }) => overridden || null,
            matches: ({ matches }) => matches,
            score: ({ place }) => place?.score,
            evidence: ({ place }) => place?.evidence,
          }),
          ["column"],
        ),
        exact: ["file"],
        cellMaxChars: 300,
      },
    };
  },
});

function nothingFound(isComplete: boolean, property: string): string {
  if (property.startsWith("--")) return "No value of this element goes through this custom property; where it is set was not looked at.";
  if (!isComplete)
    return "Not among the properties that this capture looked at; whether anything declares it is not known. A new capture looks at all.";
  return "Nothing in the page's style sheets declares this: it is the browser's default, inherited from one, or the browser does not know this property.";
}

/** As declared; with the name where a shorthand declares one longhand. */
function declaredValue({ row: { property, winner }, value }: PlacedStyle): string | null {
  if (winner === undefined || value === undefined) return null;
  return property === winner.name ? value : `${winner.name}: ${value}`;
}

function howToAsk({ reader }: OpenedCapture, element: CapturedElement): string {
  // To look for a short one for one element takes as long as for all.
  const selector = element.selector || makeShortSelectorOf(reader)(element);
  return `This capture holds declarations of annotated elements only, and this is none. Call request_capture with the guidance: explain \`${selector}\` – then ask again with that capture and this selector.`;
}

type Asked = { readonly [argument in "ref" | "selector" | "annotation" | "capture"]?: string | undefined };

async function lookUp(
  context: ToolContext,
  { ref, selector, annotation, capture }: Asked,
): Promise<{ readonly opened: OpenedCapture; readonly element: CapturedElement; readonly fields: Answer["fields"] }> {
  const count = [ref, selector, annotation].filter((one) => one !== undefined).length;
  if (count !== 1) throw new ServiceError("invalid-input", `Give exactly one of ref, selector, annotation; ${count} were given.`);
  if (annotation !== undefined) {
    const annotated = await openAnnotatedElement(context, annotation);
    const { opened, element } = annotated;
    return { opened, element, fields: placeFields(annotated) };
  }
  const opened = await openCapture(context, capture);
  const { reader } = opened;
  const element = ref === undefined ? elementOfSelector(reader, selector ?? "") : elementAt(reader, ref);
  return { opened, element, fields: { capture: opened.filename, ref: element.ref } };
}
