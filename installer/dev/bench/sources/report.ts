import type { App } from "./app.js";
import type { Judged, JudgedNote } from "./judge.js";
import { kinds } from "./sample.js";

/** Tables by app, by kind of element and by score. `misses`: also each element whose first answer is wrong. */
export function report(judged: readonly Judged[], misses: boolean): string {
  const lines: string[] = [];
  for (const mode of ["off", "on"] as const) {
    const mine = judged.filter((one) => one.mode === mode);
    lines.push("", ...headOf(mode, "app"));
    for (const app of new Set(mine.map((one) => one.app))) lines.push(line(app.name, app.half, mine, (one) => one.app === app));
    lines.push(...byHalf(mine), line("all", "", mine));
    for (const kind of kinds) lines.push(line(`  ${kind}`, "", mine, ({ question }) => question.kind === kind));
    lines.push("", row("score", "", "n", "right"));
    for (const half of halvesOf(mine))
      for (const [place, from] of scores.entries()) {
        const to = scores[place - 1] ?? Number.POSITIVE_INFINITY;
        const there = mine.filter(
          ({ rows: [first], app }) => app.half === half && first !== undefined && first.score >= from && first.score < to,
        );
        const right = there.filter(({ rank }) => rank === 1).length;
        lines.push(row(`${from}–${Math.min(to, 1)}`, half, there.length, share(right, there.length)));
      }
  }
  if (misses)
    for (const { app, mode, question, rows, rank } of judged.filter((one) => one.rank !== 1)) {
      const { element, sites, kind } = question;
      lines.push(
        `\n${app.name} ${question.page.url} ${mode} rank ${rank}: ${kind} ${element.ref} <${element.tag}> “${(element.text || element.name).slice(0, 50)}” .${(element.attributes["class"] ?? "").slice(0, 80)}`,
        `  right: ${sites.map(({ file, line: at }) => `${file}:${at}`).join(" | ")}`,
        ...rows
          .slice(0, 3)
          .map((one) => `  ${one.isRight ? "*" : " "} ${one.score} ${one.is} ${one.file}:${one.line} ${one.evidence.slice(0, 150)}`),
      );
    }
  return lines.join("\n");
}

/** The tables' lines for the halves alone. */
export function reportHalves(judged: readonly Judged[]): string {
  return (["off", "on"] as const).flatMap((mode) => [...headOf(mode, ""), ...byHalf(judged.filter((one) => one.mode === mode))]).join("\n");
}

function headOf(mode: Judged["mode"], title: string): string[] {
  return [`Page's world ${mode === "on" ? "allowed" : "not asked"}`, row(title, "half", "n", "top-1", "or data", "top-5", "none")];
}

/** Where the ranges of scores begin. */
const scores = [0.9, 0.8, 0.6, 0.4, 0.2, 0];

/** With the share of right ones among the answers with a high score. */
function byHalf(judged: readonly Judged[]): string[] {
  return halvesOf(judged).flatMap((half) => {
    const mine = judged.filter((one) => one.app.half === half);
    const sure = mine.filter(({ rows }) => (rows[0]?.score ?? 0) >= sureScore);
    const right = sure.filter(({ rank }) => rank === 1).length;
    return [
      line(`all of ${half}`, half, mine),
      `  of ${half} with a score from ${sureScore} on: ${right} of ${sure.length} right, ${((right / Math.max(1, sure.length)) * 100).toFixed(1)} %`,
    ];
  });
}

const sureScore = 0.8;

function halvesOf(judged: readonly { readonly app: App }[]): string[] {
  return [...new Set(judged.map(({ app }) => app.half))].sort();
}

/** How often the file to edit comes first, by half and mode, and each note for which it does not. */
export function reportNotes(judged: readonly JudgedNote[]): string {
  const lines = [row("file to edit", "half", "n", "first", "any")];
  for (const half of halvesOf(judged))
    for (const mode of ["off", "on"]) {
      const mine = judged.filter((one) => one.app.half === half && one.mode === mode);
      const at = (one: JudgedNote) => one.files.indexOf(one.note.edit);
      const first = mine.filter((one) => at(one) === 0).length;
      const any = mine.filter((one) => at(one) >= 0).length;
      lines.push(
        row(mode === "on" ? "page's world allowed" : "not asked", half, mine.length, share(first, mine.length), share(any, mine.length)),
      );
    }
  for (const { app, mode, note, files } of judged.filter((one) => one.files[0] !== one.note.edit))
    lines.push(`${app.name} ${mode} <${note.tag}> “${note.shown}”: ${note.comment} → ${note.edit}, not ${files.join(", ") || "nothing"}`);
  return lines.join("\n");
}

function line(name: string, half: string, all: readonly Judged[], isMeant: (one: Judged) => boolean = () => true): string {
  const judged = all.filter(isMeant);
  const shares = [
    judged.filter(({ rank }) => rank === 1),
    judged.filter(({ isUseful }) => isUseful),
    judged.filter(({ rank }) => rank > 0),
    judged.filter(({ rows }) => rows.length === 0),
  ].map(({ length }) => share(length, judged.length));
  return row(name, half, judged.length, ...shares);
}

function share(part: number, all: number): string {
  return all === 0 ? "–" : `${((part / all) * 100).toFixed(0)} %`;
}

function row(...cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => (index === 0 ? String(cell).padEnd(30) : String(cell).padStart(7))).join(" ");
}
