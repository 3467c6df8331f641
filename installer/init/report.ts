import { join } from "node:path";
import { ServiceError, toErrorBody } from "../../host/contract/errors.js";
import { version } from "../../host/contract/version.js";
import { hasCode } from "../../host/store/failures.js";
import type { Paint, Terminal } from "../cli/terminal.js";
import { type Plan, type Step, stepWords } from "./step.js";

/** Applies the changed steps in order, until one fails. Returns those done, and the failure. */
export async function applyPlan({ steps }: Plan): Promise<{ done: readonly Step[]; failure?: string }> {
  const todo = steps.filter(({ changed }) => changed);
  const done: Step[] = [];
  try {
    for (const step of todo) {
      await step.apply();
      done.push(step);
    }
    return { done };
  } catch (error) {
    return { done, failure: failureText(todo[done.length], error) };
  }
}

export interface Reported {
  /** What was done; on a dry run what would be. */
  readonly done: readonly Step[];
  readonly isDry: boolean;
  readonly project: { readonly id: string; readonly name: string; readonly root: string };
  readonly port: number | undefined;
  /** Folder with the extension's builds, while no browser of this user has called yet. */
  readonly extension: string | undefined;
  /** Lines with links by which editors install the server. */
  readonly links: readonly string[];
}

export function reportPlan(terminal: Terminal, plan: Plan, { done, isDry, project, port, extension, links }: Reported): void {
  const { steps, notes, errors } = plan;
  const isNothing = steps.every(({ changed }) => !changed);
  terminal.json({
    ok: errors.length === 0,
    version,
    dryRun: isDry,
    changed: done.length > 0,
    project,
    port: port ?? null,
    actions: steps.map((step) => {
      const { kind, target, detail, diff } = step;
      const changed = done.includes(step);
      return { kind, target, changed, detail, ...(isDry && changed ? { diff } : {}) };
    }),
    notes,
    links,
    errors,
  });
  if (!isNothing && errors.length === 0 && !isDry) terminal.print("Done: the project is set up.", 0);
  for (const step of done) printStep(terminal, step, isDry);
  if (isNothing && errors.length === 0) terminal.print("nothing to do");
  for (const note of notes) {
    const [first = "", ...more] = note.split("\n");
    terminal.print(`${terminal.paint("yellow", "note")}  ${first}`, 6);
    for (const line of more) terminal.print(line);
  }
  for (const error of errors) terminal.printError(error);
  if (isNothing || errors.length > 0 || isDry) return;
  for (const link of links) terminal.print(link);
  for (const line of nextSteps(extension)) terminal.print(line, 0);
}

function nextSteps(extension: string | undefined): readonly string[] {
  const last = "Start your agent in this project, then click the extension's icon on a page of it. `svc-init doctor` checks each hop.";
  if (extension === undefined) return [last];
  return [
    "Load the extension, once in each browser:",
    `  Chrome and its kin: chrome://extensions, Developer mode, Load unpacked: ${join(extension, "chrome")}`,
    `  Firefox: about:debugging, This Firefox, Load Temporary Add-on: ${join(extension, "firefox", "manifest.json")}`,
    last,
  ];
}

export function planLines(steps: readonly Step[], paint: Paint): string[] {
  return steps.map(({ kind, target, detail }) => `${paint("green", stepWords[kind][1])}  ${target}${aboutText(detail, paint)}`);
}

function aboutText(detail: string | undefined, paint: Paint): string {
  return detail === undefined ? "" : paint("dim", `  (${detail})`);
}

function printStep({ print, paint }: Terminal, { kind, target, detail, diff }: Step, isDry: boolean): void {
  const [done, requested] = stepWords[kind];
  print(`${paint("green", isDry ? `would ${requested}` : done)}  ${target}${aboutText(detail, paint)}`);
  if (isDry && diff !== undefined && diff !== "") for (const line of diff.split("\n")) print(`    ${line}`);
}

function failureText(step: Step | undefined, error: unknown): string {
  const where = step === undefined ? "" : ` (${step.kind}, ${step.target})`;
  if (error instanceof ServiceError) return `${toErrorBody(error).error.message}${where}`;
  const [, cause] = causes.find(([codes]) => hasCode(error, ...codes)) ?? [];
  if (cause !== undefined) return `Not written: ${cause}, then run svc-init again${where}.`;
  return `${error instanceof Error ? error.message : String(error)}${where}`;
}

/** What the system's codes mean to the user of a step whose place is named beside. */
const causes: readonly (readonly [codes: readonly string[], cause: string])[] = [
  [["ENOSPC", "EDQUOT"], "the disk is full. Free some space"],
  [["EROFS", "EACCES", "EPERM"], "this user may not write there. Make the place writable"],
  [["ENOTDIR", "EEXIST", "EISDIR"], "a file and a folder are in each other's place. Move the one that is there away"],
];
