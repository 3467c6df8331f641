import { dirname, resolve } from "node:path";
import { version } from "../../host/contract/version.js";
import { findBrowsers } from "../browsers/find.js";
import type { Paint, Terminal } from "../cli/terminal.js";
import { type Command, initContextOf } from "../init/run.js";
import type { InitContext } from "../init/step.js";
import { manifestPlaces } from "../native/places.js";
import { browser, extension, manifest, nativeHost, node, wrapper } from "./browser-checks.js";
import type { Check, CheckResult, CheckState } from "./check.js";
import { agentConfig, hearing, mcp, ports, project, store, versions } from "./project-checks.js";

/** In the order in which they are tried: later ones use what earlier ones found, and starting things comes last. */
const checks: Readonly<Record<string, Check>> = {
  browser,
  "host manifest": manifest,
  wrapper,
  "node and program": node,
  project,
  ".svc": store,
  extension,
  "native host": nativeHost,
  "MCP server": mcp,
  ports,
  "agent config": agentConfig,
  hearing,
  versions,
};

type Result = CheckResult & { readonly name: string };

/** Tries every hop and reports which is broken. Exit code 1 when one is. */
export async function runDoctor(command: Command): Promise<number> {
  const { values, terminal } = command;
  const context = await initContextOf(command);
  const folders = [...(values["host-manifest-dir"] ?? []).map((folder) => resolve(folder)), ...writtenFolders(context)];
  const state: CheckState = {
    ...context,
    browsers: findBrowsers(context.machine),
    // The folders of browsers that are here, and those that svc-init wrote to, whoever reads them.
    places: manifestPlaces(context.machine, undefined, folders).places,
    wrappers: new Set(),
    versions: new Map(),
    isRegistered: false,
  };
  const results: Result[] = [];
  for (const [name, check] of Object.entries(checks)) results.push({ name, ...(await tried(check, state)) });
  const isHealthy = results.every(({ status }) => status !== "fail");
  terminal.json({ ok: isHealthy, version, project: context.root, checks: results });
  terminal.print(verdict(results), 0);
  for (const result of results) printResult(terminal, result);
  return isHealthy ? 0 : 1;
}

/** Whether all works; else the first hop that is broken, as later ones may only follow from it, and what to do. */
function verdict(results: readonly Result[]): string {
  const broken = results.find(({ status }) => status === "fail");
  if (broken === undefined) return "Works: every hop that could be tested.";
  const { name, mend } = broken;
  return `Broken: ${name}. ${mend === undefined ? "See below what to do" : `Do this: ${mend}`}; then run \`svc-init doctor\` again.`;
}

function writtenFolders({ receipt, stateFolder }: InitContext): string[] {
  return receipt.items.flatMap((item) =>
    item.kind === "file" && item.purpose === "host-manifest" && !item.path.startsWith(stateFolder) ? [dirname(item.path)] : [],
  );
}

/** A check that breaks is a broken hop, not the end of the examination. */
async function tried(check: Check, state: CheckState): Promise<CheckResult> {
  try {
    return await check(state);
  } catch (error) {
    return { status: "fail", detail: error instanceof Error ? error.message : String(error), mend: "svc-init" };
  }
}

const marks = { pass: ["green", "pass"], fail: ["red", "FAIL"], untested: ["dim", "not tested"] } as const satisfies Record<
  CheckResult["status"],
  readonly [Parameters<Paint>[0], string]
>;

function printResult({ print, paint }: Terminal, { name, status, detail, mend }: Result): void {
  const [colour, word] = marks[status];
  print(`${paint(colour, word.padEnd(10))}  ${name.padEnd(16)}  ${detail}`, 30);
  if (mend !== undefined) print(`${" ".repeat(12)}${paint("bold", `→ ${mend}`)}`, 14);
}
