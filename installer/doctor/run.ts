import { dirname, resolve } from "node:path";
import { version } from "../../host/contract/version.js";
import { findBrowsers } from "../browsers/find.js";
import { isOn, textsOf } from "../cli/arguments.js";
import type { Paint, Terminal } from "../cli/terminal.js";
import { type Command, surroundingsOf } from "../init/run.js";
import type { Surroundings } from "../init/step.js";
import { type ManifestPlace, manifestPlaces } from "../native/places.js";
import { isOfBridge } from "../wsl/bridge.js";
import type { Chart, Check, Finding } from "./check.js";
import { network } from "./checks/network.js";
import { checks } from "./checks/record.js";

type Result = Finding & { readonly name: string };

/** Tries every hop and says which is broken. Exit code 1 when one is. */
export async function runDoctor(command: Command): Promise<number> {
  const { values, terminal } = command;
  const here = await surroundingsOf(command);
  const folders = [...textsOf(values, "host-manifest-dir").map((folder) => resolve(folder)), ...writtenFolders(here)];
  const chart: Chart = {
    here,
    browsers: findBrowsers(here.machine),
    places: placesFor(here, folders),
    wrappers: new Set(),
    versions: new Map(),
    isRegistered: false,
  };
  const results: Result[] = [];
  for (const check of isOn(values, "network") ? [...checks, network] : checks)
    results.push({ name: check.name, ...(await tried(check, chart)) });
  const isHealthy = results.every(({ status }) => status !== "fail");
  terminal.json({ ok: isHealthy, version, project: here.root, checks: results });
  for (const result of results) sayResult(terminal, result);
  terminal.say(isHealthy ? "Every hop that could be tested works." : "Mend the first failed hop, then run `svc-init doctor` again.", 0);
  return isHealthy ? 0 : 1;
}

/** The folders of browsers that are here, and those that svc-init wrote to, whoever reads them. */
function placesFor({ machine }: Surroundings, folders: readonly string[]): readonly ManifestPlace[] {
  return manifestPlaces(machine, undefined, folders).places;
}

function writtenFolders({ receipt, stateFolder }: Surroundings): string[] {
  return receipt.items.flatMap((item) =>
    item.kind === "file" && item.purpose === "host-manifest" && !item.path.startsWith(stateFolder) && !isOfBridge(item.path)
      ? [dirname(item.path)]
      : [],
  );
}

/** A check that breaks is a broken hop, not the end of the examination. */
async function tried(check: Check, chart: Chart): Promise<Finding> {
  try {
    return await check.run(chart);
  } catch (error) {
    return { status: "fail", detail: error instanceof Error ? error.message : String(error), mend: "svc-init" };
  }
}

const marks = { pass: ["green", "pass"], fail: ["red", "FAIL"], untested: ["dim", "not tested"] } as const satisfies Record<
  Finding["status"],
  readonly [Parameters<Paint>[0], string]
>;

function sayResult({ say, paint }: Terminal, { name, status, detail, mend }: Result): void {
  const [colour, word] = marks[status];
  say(`${paint(colour, word.padEnd(10))}  ${name.padEnd(16)}  ${detail}`, 30);
  if (mend !== undefined) say(`${" ".repeat(12)}${paint("bold", `→ ${mend}`)}`, 14);
}
