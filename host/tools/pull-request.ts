import { causeLines } from "../analysis/proof/causes.js";
import { threadOf, verdictNow } from "../contract/annotation-state.js";
import { checkWords } from "../contract/check-kinds.js";
import type { Verdict } from "../contract/checks.js";
import { undefinedIfMissing } from "../contract/errors.js";
import { code, plain, quote } from "../contract/markdown-text.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { targetOf } from "./annotation-rows.js";
import type { ToolContext } from "./context.js";
import { boxesOf, pictureOf, windowPart } from "./get_picture.js";

/** Characters; GitHub refuses a pull request's body of more than 65,536. */
const bodyMaxChars = 65_000;

/** For a pull request's body: the user's annotations that were resolved since (unix ms), with their files. Pictures are PNG, by name. */
export async function pullRequestText(context: ToolContext, since = 0, hasPictures = false) {
  const dated = (await context.annotations.resolved()).map((placed) => ({ placed, at: resolvedAt(placed) }));
  const resolved = dated.filter(({ placed, at }) => placed.origin === "here" && at > since).sort((one, other) => one.at - other.at);
  const passed = resolved.filter(({ placed }) => verdictNow(placed.annotation)?.status === "pass").length;
  let markdown = `## ${resolved.length} note${resolved.length === 1 ? "" : "s"} resolved, ${passed} shown by the page\n`;
  const pictures = new Map<string, Uint8Array>();
  for (const [place, { placed }] of resolved.entries()) {
    const { id } = placed.annotation;
    const shown = hasPictures ? await picturesOf(context, placed) : [];
    const images = shown.map(([when]) => `${when}: ![${when}](${id}-${when}.png)`);
    const part = [`### ${place + 1}.`, quote(shownAsWritten(placed.annotation.comment)), ...images, linesOf(placed).join("\n")].join(
      "\n\n",
    );
    if (markdown.length + part.length > bodyMaxChars) return { markdown: `${markdown}\nand ${resolved.length - place} more\n`, pictures };
    markdown += `\n${part}\n`;
    for (const [when, png] of shown) pictures.set(`${id}-${when}.png`, png);
  }
  return { markdown, pictures };
}

/** The user's words keep their markup; what would vanish as HTML or call somebody does neither. */
function shownAsWritten(words: string): string {
  return words.replace(/<(?=[a-z/!?])/gi, "\\<").replace(/(^|\s)@(?=\w)/g, "$1@\u200b");
}

function resolvedAt({ annotation }: PlacedAnnotation): number {
  const accepted = threadOf(annotation).findLast(({ kind }) => kind === "accept");
  return Date.parse(annotation.resolution?.resolvedAt ?? accepted?.at ?? annotation.createdAt);
}

const stateWords: Readonly<Record<string, string>> = { wontfix: "won't fix", duplicate: "a duplicate", invalid: "not valid" };

function linesOf({ annotation, state, url }: PlacedAnnotation): readonly string[] {
  const { action = "fixed", summary = "", files = [] } = annotation.resolution ?? {};
  const target = targetOf(annotation);
  const verdict = verdictNow(annotation);
  const stated = `${state === "accepted" ? ", accepted" : ""}${summary === "" ? "" : `: ${plain(summary)}`}`;
  return [
    `- ${code(target?.label ?? target?.selector ?? "the page")} on ${code(url)}: ${stateWords[action] ?? action}${stated}`,
    ...(verdict === undefined ? ["- The page was not read again."] : verdictLines(verdict)),
    ...(files.length === 0 ? [] : [`- Files: ${files.map(code).join(", ")}`]),
  ];
}

const signs: Readonly<Record<string, string>> = { pass: "✅", fail: "❌" };
const statusWords: Readonly<Record<string, string>> = { pass: "As asked", fail: "Not as asked" };
const signOf = (status: string) => signs[status] ?? "❔";

function verdictLines(verdict: Verdict): readonly string[] {
  const { status, reason, at, checks, alsoChanged, alsoChangedTotal } = verdict;
  const more = (alsoChangedTotal ?? 0) - alsoChanged.length;
  const others = [...causeLines(alsoChanged).map(plain), ...(more > 0 ? [`and ${more} more`] : [])];
  const none =
    alsoChangedTotal === undefined ? "- What else changed is not known: there was nothing to compare with." : "- Nothing else changed.";
  return [
    `- ${signOf(status)} ${statusWords[status] ?? "Cannot tell"}, read at ${at}${reason === undefined ? "" : `: ${plain(reason)}`}`,
    ...checks.map((check) => `  - ${signOf(check.status)} ${plain(checkWords(check))}`),
    others.length === 0 ? none : ["- Else changed:", ...others].join("\n  - "),
  ];
}

/** How the annotation's place looked when it was made, and looks in the newest capture that shows it, as far as pictures were stored. */
async function picturesOf(context: ToolContext, { annotation: { id } }: PlacedAnnotation) {
  const first = await context.annotations.first(id);
  const last = await context.annotations.lastShown(id);
  const before = await pictureOf(context, first).catch(undefinedIfMissing);
  const isLater = last !== undefined && last.capture !== first.capture;
  const after = isLater ? await windowPart(context, last.capture, boxesOf(last.annotation)).catch(undefinedIfMissing) : undefined;
  return Object.entries({ before, after }).flatMap(([when, shown]) => (shown === undefined ? [] : [[when, shown.image.png] as const]));
}
