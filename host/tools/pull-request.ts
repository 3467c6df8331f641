import { type Group, groupsOf, groupWords } from "../analysis/proof/causes.js";
import { checkWords } from "../analysis/proof/words.js";
import { threadOf } from "../contract/annotation-state.js";
import { ServiceError } from "../contract/errors.js";
import { code, plain, quote } from "../contract/markdown-text.js";
import type { PlacedAnnotation } from "../store/project/annotations.js";
import { targetOf } from "./annotation-rows.js";
import type { ToolContext } from "./context.js";
import { boxesOf, pictureOf, windowPart } from "./get_picture.js";

/** What was done about the user's annotations, for the body of a pull request. */
export interface PullRequestText {
  readonly markdown: string;
  /** PNG by the name under which the text refers to it. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

interface Options {
  /** Only what was resolved after this moment, unix ms. */
  readonly since?: number;
  /** Address of a picture by its name; without it there are none. */
  readonly addressOf?: (name: string) => string;
}

/** Per resolved annotation of the user's: the words, how it looked and looks, what the page shows of its checks, what else changed, which files. */
export async function pullRequestText(context: ToolContext, { since = 0, addressOf }: Options = {}): Promise<PullRequestText> {
  const resolvedAt = ({ annotation }: PlacedAnnotation) =>
    Date.parse(
      annotation.resolution?.resolvedAt ?? threadOf(annotation).findLast(({ kind }) => kind === "accept")?.at ?? annotation.createdAt,
    );
  const resolved = (await context.annotations.resolved()).filter((one) => one.origin === "here" && resolvedAt(one) > since);
  resolved.sort((one, other) => resolvedAt(one) - resolvedAt(other));
  const pictures = new Map<string, Uint8Array>();
  const parts: string[] = [];
  for (const [place, one] of resolved.entries()) {
    const shown = addressOf === undefined ? new Map<string, Uint8Array>() : await picturesOf(context, one);
    for (const [name, png] of shown) pictures.set(name, png);
    parts.push(
      noteText(
        one,
        place + 1,
        [...shown.keys()].map((name) => [name, addressOf?.(name) ?? ""]),
      ),
    );
  }
  const passed = resolved.filter(({ annotation }) => annotation.verdict?.status === "pass").length;
  const head = `## ${resolved.length} note${resolved.length === 1 ? "" : "s"} resolved, ${passed} shown by the page`;
  return { markdown: `${[head, ...parts].join("\n\n")}\n`, pictures };
}

const stateWords = { fixed: "fixed", wontfix: "won't fix", duplicate: "a duplicate", invalid: "not valid" } as const;

function noteText(
  { annotation, state, url }: PlacedAnnotation,
  number: number,
  pictures: readonly (readonly [name: string, address: string])[],
): string {
  const { resolution, verdict } = annotation;
  const target = targetOf(annotation);
  const outcome = stateWords[resolution?.action ?? "fixed"];
  const label = target?.label ?? target?.selector ?? "the page";
  const table =
    pictures.length === 0
      ? []
      : [
          `| ${pictures.map(([name]) => (name.endsWith("before.png") ? "before" : "after")).join(" | ")} |`,
          `|${" --- |".repeat(pictures.length)}`,
          `| ${pictures.map(([name, address]) => `![${name}](${address})`).join(" | ")} |`,
        ];
  const lines = [
    `- ${code(label)} on ${code(url)}: ${outcome}${state === "accepted" ? ", accepted" : ""}${resolution === undefined ? "" : `: ${plain(resolution.summary)}`}`,
    ...(verdict === undefined ? ["- The page was not read again."] : verdictLines(verdict)),
    ...((resolution?.files.length ?? 0) === 0 ? [] : [`- Files: ${resolution?.files.map(code).join(", ")}`]),
  ];
  return [`### ${number}.`, quote(annotation.comment), ...(table.length === 0 ? [] : [table.join("\n")]), lines.join("\n")].join("\n\n");
}

const signs = { pass: "✅", fail: "❌", "cannot-tell": "❔" } as const;

function verdictLines({
  status,
  reason,
  at,
  checks,
  alsoChanged,
  alsoChangedTotal = alsoChanged.length,
}: NonNullable<PlacedAnnotation["annotation"]["verdict"]>): string[] {
  const groups = groupsOf(alsoChanged).map((group: Group) => `  - ${plain(groupWords(group))}`);
  const more = alsoChangedTotal - alsoChanged.length;
  return [
    `- ${signs[status]} ${{ pass: "As asked", fail: "Not as asked", "cannot-tell": "Cannot tell" }[status]}, read at ${at}${reason === undefined ? "" : `: ${plain(reason)}`}`,
    ...checks.map((check) => `  - ${signs[check.status]} ${plain(checkWords(check))}`),
    ...(groups.length === 0 ? ["- Nothing else changed."] : [`- Else changed:`, ...groups, ...(more > 0 ? [`  - and ${more} more`] : [])]),
  ];
}

/** How the annotation's place looked when it was made, and looks in the newest capture that shows it, as far as pictures were stored. */
async function picturesOf(context: ToolContext, { annotation }: PlacedAnnotation): Promise<Map<string, Uint8Array>> {
  const { id } = annotation;
  const first = await context.annotations.first(id);
  const last = await context.annotations.lastShown(id);
  const before = await unlessMissing(() => pictureOf(context, first));
  const after =
    last === undefined || last.capture === first.capture
      ? undefined
      : await unlessMissing(() => windowPart(context, last.capture, boxesOf(last.annotation)));
  return new Map([
    ...(before === undefined ? [] : [[`${id}-before.png`, before.image.png] as const]),
    ...(after === undefined ? [] : [[`${id}-after.png`, after.image.png] as const]),
  ]);
}

async function unlessMissing<T>(take: () => Promise<T>): Promise<T | undefined> {
  try {
    return await take();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not-found") return undefined;
    throw error;
  }
}
