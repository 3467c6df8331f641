import { rankPlaces, type SourceCandidate } from "../../../../host/analysis/source/rank.js";
import { pointsOf, weights } from "../../../../host/analysis/source/weights.js";
import { type Example, modes } from "./examples.js";
import { kinds } from "./sample.js";

/** A question with the rows of its answer. */
export interface Judged extends Example {
  readonly rows: readonly SourceCandidate[];
  /** Of the first row that is right, from 1; 0 when none is. */
  readonly rank: number;
}

export type Table = Readonly<Record<keyof typeof weights, number>>;

/** The answers under a table of weights. */
export function judge(examples: readonly Example[], table: Table = weights): Judged[] {
  return examples.map((example) => {
    const places = example.places.map((place) => ({ ...place, points: pointsOf(place.features, table) }));
    const rows = rankPlaces(places, table.none);
    return { ...example, rows, rank: rows.findIndex(example.isRight) + 1 };
  });
}

/** How often the first row and one of five is right, by app and kind of element, and the first with a high score. `misses`: those whose first row is wrong. */
export function report(judged: readonly Judged[], misses: boolean): string {
  const lines = modes.flatMap((mode) => {
    const mine = judged.filter((one) => one.mode === mode);
    const names = [...new Set(mine.map(({ app }) => app.name))];
    const halves = [...new Set(mine.map(({ app }) => app.half))];
    const line = (name: string, isMeant: (one: Judged) => boolean) => rateLine(name, mine.filter(isMeant));
    return [
      `${mode.padEnd(20)}    n  top-1  top-5  from ${sureScore} on right`,
      ...names.map((name) => line(name, ({ app }) => app.name === name)),
      ...halves.map((half) => line(`all of ${half}`, ({ app }) => app.half === half)),
      ...kinds.map((kind) => line(`  ${kind}`, ({ question }) => question.kind === kind)),
    ];
  });
  return [...lines, ...(misses ? judged.filter(({ rank }) => rank !== 1).map(missOf) : [])].join("\n");
}

const sureScore = 0.8;

export function rateLine(name: string, judged: readonly Judged[]): string {
  const share = (isMeant: (one: Judged) => boolean) => percent(judged.filter(isMeant).length / judged.length).padStart(6);
  const sure = judged.filter(({ rows }) => (rows[0]?.score ?? 0) >= sureScore);
  const right = `${sure.filter(({ rank }) => rank === 1).length} of ${sure.length}`;
  return `${name.padEnd(20)} ${String(judged.length).padStart(4)} ${share(({ rank }) => rank === 1)} ${share(({ rank }) => rank > 0)}  ${right}`;
}

export function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function missOf({ app, mode, question: { element, page, sites, kind }, rows, rank }: Judged): string {
  const shown = `<${element.tag}> “${(element.text || element.name).slice(0, 50)}” .${(element.attributes["class"] ?? "").slice(0, 80)}`;
  const answers = rows
    .slice(0, 3)
    .map(({ score, is, file, line, evidence }) => `  ${score} ${is} ${file}:${line} ${evidence.slice(0, 150)}`);
  const right = `  right: ${sites.map(({ file, line }) => `${file}:${line}`).join(" | ")}`;
  return [`\n${app.name} ${page.url} ${mode} rank ${rank}: ${kind} ${element.ref} ${shown}`, right, ...answers].join("\n");
}
