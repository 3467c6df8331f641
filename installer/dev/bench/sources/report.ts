import type { Judged } from "./judge.js";
import { kinds } from "./sample.js";

/** Tables by app and by kind of element. `misses`: also each element whose first answer is wrong. */
export function report(judged: readonly Judged[], misses: boolean): string {
  const lines: string[] = [];
  for (const mode of ["off", "on"] as const) {
    const mine = judged.filter((one) => one.mode === mode);
    lines.push("", ...headOf(mode));
    for (const app of new Set(mine.map((one) => one.app))) lines.push(line(app.name, app.half, mine, (one) => one.app === app));
    lines.push(...byHalf(mine), line("all", "", mine));
    for (const kind of kinds) lines.push(line(`  ${kind}`, "", mine, ({ question }) => question.kind === kind));
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

function headOf(mode: Judged["mode"]): string[] {
  return [`Page's world ${mode === "on" ? "allowed" : "not asked"}`, row("app", "half", "n", "top-1", "top-5", "none")];
}

/** With the share of right ones among the answers with a high score. */
function byHalf(judged: readonly Judged[]): string[] {
  return ["tuning", "report"].flatMap((half) => {
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

function line(name: string, half: string, all: readonly Judged[], isMeant: (one: Judged) => boolean = () => true): string {
  const judged = all.filter(isMeant);
  const shares = [
    judged.filter(({ rank }) => rank === 1),
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
