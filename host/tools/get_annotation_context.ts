import { z } from "zod";
import { auditAccessibility } from "../analysis/accessibility/audit.js";
import { authoredStyles, neighboursOf } from "../analysis/element-facts.js";
import { auditLayout } from "../analysis/layout/audit.js";
import { makeLocatorOf, quote } from "../analysis/locators.js";
import { outOfReach } from "../analysis/out-of-reach.js";
import type { SourceCandidate } from "../analysis/source/rank.js";
import { roomsMeant } from "../analysis/spacing.js";
import { isAbout, isAboutPaint, isAboutSpace, sideWords } from "../analysis/styles/explained.js";
import { ServiceError } from "../contract/errors.js";
import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { type Annotated, openAnnotated } from "./annotated.js";
import { annotationFields, foreignHint, historyFields, targetOf, wordsOf } from "./annotation-rows.js";
import { findRuleFirst, findShownText, isRewritten } from "./annotation-source.js";
import { type Image, page, plain, type Row, type Table, tableBy, tableOf, term, unlessEmpty, type Value, withoutNulls } from "./answer.js";
import type { SourceFiles, ToolContext } from "./context.js";
import { defineTool } from "./define.js";
import { pictureOf } from "./get_picture.js";
import { annotationArgument, openCapture } from "./open.js";
import { markRead } from "./read-words.js";
import { rulesAround } from "./rules-around.js";
import { codeAround, leftOut, pageWorldHint } from "./source-search.js";
import { stalenessOf } from "./staleness.js";
import { lineOf, placedStyles } from "./style-rows.js";

export const getAnnotationContext = defineTool({
  title: "Context",
  description: "All about one annotation: thread, element, styles, rules, findings, code. Marks it as in work.",
  input: { annotation: annotationArgument, picture: z.boolean().optional().describe("Adds its image") },
  effect: "reads",
  paging: "none",
  usualTokens: 2_000,
  async run(context, { annotation: id, picture }) {
    const placed = await context.annotations.find(id);
    await markRead(context, [placed], "working");
    const { image, noPicture } = picture === true ? await pictureFields(context, placed) : {};
    const annotation = { ...foreignHint([placed]), ...annotationFields(placed), ...historyFields(placed.annotation) };
    const annotated = await openAnnotated(context, placed);
    if (annotated === undefined) {
      const { capture } = await openCapture(context, placed.capture);
      return { image, fields: { annotation, noPicture, pageTitle: page(capture.metadata.title, 200) } };
    }
    const { element, picked, others, isPick, absent } = annotated;
    const { reader } = annotated.opened;
    const words = wordsOf(placed.annotation);
    const isText = (placed.annotation.wanted ?? []).length === 0 && isRewritten(annotated) && !isAboutSpace(words);
    const findings = isPick ? noFindings : findingsOn(reader, element);
    const locator = isPick ? undefined : locatorOf(reader, element, targetOf(placed.annotation)?.selector);
    const { codeShown, ...source } = await sourceFields(context.sources, annotated);
    return {
      image,
      fields: {
        // A locator names it in fewer words.
        annotation: { ...annotation, ...(locator === undefined || element !== picked ? {} : { selector: undefined }) },
        absent,
        noPicture,
        element: {
          ...elementFields(element, isPick),
          locator: page(locator, 500),
          outOfReach: isPick ? undefined : outOfReach(reader, element),
        },
        picked: element === picked ? undefined : pickedFields(picked),
        ...source,
        declarations: isText ? undefined : await declarationsOf(context.sources, reader, element, words),
        also: isText || isPick ? undefined : await rulesAround(context.sources, reader, around(reader, element, picked, words), codeShown),
        styles: isText ? undefined : { columns: ["property", "value"], rows: authoredStyles(reader, element), cellMaxChars: 48 },
        gaps: isText || isPick || isAboutPaint(words) ? undefined : gapsOf(reader, element, words),
        findings: unlessEmpty(findings),
        attributes: unlessEmpty(attributesOf(element)),
        ancestors: places(
          reader
            .ancestors(element.index)
            .slice(0, 4)
            .map((index) => reader.element(index)),
          isPick,
        ),
        neighbours: unlessEmpty(places(neighboursOf(reader, element), isPick)),
        alsoAbout: unlessEmpty(places(others, isPick)),
      },
    };
  },
});

/** Distances to what stands around an element, and the declarations that make them. */
function gapsOf(reader: CaptureReader, element: CapturedElement, words: string): Table | undefined {
  const rooms = roomsMeant(reader, element, (side) => sideWords[side].test(words));
  return unlessEmpty(
    tableBy(rooms, { side: ({ side }) => side, to: ({ ref }) => ref || null, px: ({ px }) => px, madeBy: ({ madeBy }) => madeBy }),
  );
}

/** What makes the room or the faintness that words mean, an element, the part of it that was picked, and what they stand in. */
function around(reader: CaptureReader, element: CapturedElement, picked: CapturedElement, words: string): CapturedElement[] {
  const rooms = isAboutSpace(words) ? roomsMeant(reader, element, (side) => sideWords[side].test(words)) : [];
  const isSheer = (index: number) => Number(reader.style(index, "opacity")) < 1;
  const indices = [
    ...(isAbout(words, "opacity") ? reader.ancestors(element.index).filter(isSheer) : []),
    ...rooms.flatMap(({ parts }) => parts.map(({ of }) => of.index)),
    element.index,
    picked.index,
    ...reader.ancestors(element.index).slice(0, 2),
    ...reader.ancestors(picked.index).slice(0, 2),
  ];
  return [...new Set(indices)].map((index) => reader.element(index));
}

/** The image, or why there is none: an agent that asked for one goes on without it. */
async function pictureFields(context: ToolContext, placed: PlacedAnnotation): Promise<{ image?: Image; noPicture?: string }> {
  try {
    return { image: (await pictureOf(context, placed)).image };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not-found") return { noPicture: error.message };
    throw error;
  }
}

/** How tests find an element, where that is more than its `selector`. */
function locatorOf(reader: CaptureReader, element: CapturedElement, selector = ""): string | undefined {
  const locator = makeLocatorOf(reader)(element);
  return locator === `locator(${quote(selector)})` ? undefined : locator || undefined;
}

function elementFields(element: CapturedElement, isPick: boolean): { readonly [field: string]: Value | undefined } {
  const { ref, tag, role, name, text, box, states, component, visible } = element;
  return {
    ref: isPick ? undefined : ref,
    tag: term(tag),
    role: term(role),
    name: page(name, 200),
    text: page((text !== name && text) || undefined, 300),
    box,
    visible,
    states: plain(
      Object.entries(states)
        .map((pair) => pair.join("="))
        .join(" "),
    ),
    component: page(component.split(" < ").slice(0, nearestComponents).join(" < ") || undefined, 200),
  };
}

const nearestComponents = 5;

/** Without names of XML languages, which say nothing of an element. */
function attributesOf({ attributes }: CapturedElement): Table {
  const rows = Object.entries(attributes).filter(([name]) => !name.startsWith("xmlns"));
  return { columns: ["attribute", "value"], rows, cellMaxChars: 120 };
}

function pickedFields({ ref, tag, text }: CapturedElement): Value {
  return { ref, tag: term(tag), text: page(text || undefined, 120), hint: "A part of the control above." };
}

const mostDeclarations = 5;

/** The declarations that the annotation is most likely about, with their places in the sources. */
async function declarationsOf(
  sources: SourceFiles,
  reader: CaptureReader,
  element: CapturedElement,
  about: string,
): Promise<Table | undefined> {
  const styles = (await placedStyles(sources, reader, element, { about, most: mostDeclarations })) ?? [];
  const table = tableBy(styles, {
    property: ({ row }) => row.property,
    value: ({ row, value }) => value ?? (row.unknownBecause === "" ? row.computed : `cannot tell: ${row.unknownBecause}`),
    selector: ({ selector }) => selector,
    place: ({ place }) => lineOf(place),
    variables: ({ variables }) => variables || null,
    matches: ({ matches }) => matches,
  });
  return unlessEmpty({ ...withoutNulls(table, ["variables"]), cellMaxChars: 120 });
}

/** Each with its name or, of what has none, its own words. */
function places(elements: readonly CapturedElement[], isPick: boolean): Table {
  const cells = { tag: ({ tag }: CapturedElement) => tag, name: ({ name, text }: CapturedElement) => name || text || null };
  // No capture has the refs of a pick.
  if (isPick) return tableBy(elements, { ...cells, class: ({ attributes }) => attributes["class"] });
  const table = tableBy(elements, { ref: ({ ref }) => ref, role: ({ role }) => role || null, ...cells });
  return { ...withoutNulls(table, ["role", "name"]), cellMaxChars: 60 };
}

/** Of an element without its page nothing is judged. */
const noFindings: Table = { columns: [], rows: [] };

function findingsOn(reader: CaptureReader, element: CapturedElement): Table {
  const { findings: found } = auditAccessibility(reader, { within: element });
  // What stands in no landmark is a matter of the page.
  const accessibility = found
    .filter(({ rule }) => rule !== "region")
    .map(({ impact, ...finding }) => ({
      ...finding,
      severity: impact,
    }));
  const findings = [...accessibility, ...auditLayout(reader, element)].map((finding) => ({ ...finding, ref: finding.element?.ref }));
  return tableOf(["rule", "severity", "ref", "message"], findings);
}

const candidatesWithCode = 2;
/** Lines of code before and after a place: what an element holds stands below its tag; the other lines of a rule are in `also`. */
const linesAround = { use: [2, 5], definition: [2, 3], data: [1, 2] } as const;

/** Places with their code, and as `codeShown` each line of it (`file:line`). */
async function sourceFields(sources: SourceFiles, annotated: Annotated) {
  const { element, opened } = annotated;
  const candidates = (await findRuleFirst(sources, annotated)).slice(0, candidatesWithCode);
  const rowOf = async (one: SourceCandidate, place: number): Promise<Row> => {
    const code = await codeAround(sources, one, linesAround[one.is], place === 0 ? element.text : "");
    return [one.file, one.line, one.is, one.score, one.evidence, code];
  };
  const rows = await Promise.all(candidates.map(rowOf));
  const text = await findShownText(sources, annotated, candidates[0], rows.map((row) => row.at(-1)).join("\n"));
  const linesShown = () =>
    new Set(rows.flatMap(([file, , , , , code]) => Array.from(String(code).matchAll(/^(\d+): /gm), ([, line]) => `${file}:${line}`)));
  if (text !== undefined && !linesShown().has(`${text.file}:${text.line}`)) rows.push(await rowOf(text, candidatesWithCode));
  const stale = await stalenessOf(sources, opened.capture, candidates);
  return {
    codeShown: linesShown(),
    stale,
    source: { columns: ["file", "line", "is", "score", "evidence", "code"], rows, exact: ["file"], cellMaxChars: 700 },
    leftOut: await leftOut(sources),
    sourceHint:
      rows.length > 0
        ? pageWorldHint(opened.capture, candidates)
        : "No file that was searched fits: try find_source with a text or a component.",
  };
}
