import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Presence } from "../../host/contract/presence.js";
import type { Project } from "../../host/contract/user-state.js";
import { listPresences } from "../../host/store/user/presence.js";
import { dropReceipts } from "../../host/store/user/receipts.js";
import { openRegistry } from "../../host/store/user/registry.js";
import type { Terminal } from "../cli/terminal.js";
import { withInitLock } from "../init/init-lock.js";
import { hasStore } from "../init/project.js";
import type { Item } from "../init/receipt.js";
import { type Command, initContextOf } from "../init/run.js";
import type { InitContext } from "../init/step.js";
import { removeEmptyFolders } from "../init/text-files.js";
import { undoOf } from "./undo.js";

/** Undoes what the receipt lists. Returns the exit code. */
export async function runUninstall(command: Command): Promise<number> {
  const { values, terminal } = command;
  const context = await initContextOf(command);
  const plan = (now: InitContext) => planUninstall(now, values.all === true, values["delete-data"] === true);
  const first = await plan(context);
  const { undos, leaving } = first;
  const isNothing = undos.length === 0 && leaving.length === 0;
  const isDry = values["dry-run"] === true;
  if (!isDry && !isNothing && !(await terminal.confirm("Do this?", undoLines(terminal, first, true)))) {
    terminal.print("Nothing was changed.");
    return 1;
  }
  const last =
    isDry || isNothing
      ? first
      : await withInitLock(context, async (now) => {
          const again = await plan(now);
          await takeBack(now, again, terminal.print);
          return again;
        });
  report(terminal, isDry, last, isNothing);
  return 0;
}

/** What is undone, the newest first, and the projects that leave; `isLast`: none is left after them. */
async function planUninstall({ stateFolder, root, machine, receipt }: InitContext, all: boolean, deleteData: boolean) {
  const projects = await openRegistry(stateFolder).list();
  const leaving = projects.filter((project) => all || project.root === root);
  const isLast = leaving.length === projects.length;
  const items = receipt.items.filter((item) => isConcerned(item, leaving, isLast)).toReversed();
  const undos = await Promise.all(items.map(async (item) => ({ item, undo: await undoOf(machine, stateFolder, item, deleteData) })));
  return { undos, leaving, isLast };
}

type UninstallPlan = Awaited<ReturnType<typeof planUninstall>>;

async function takeBack(context: InitContext, { undos, leaving, isLast }: UninstallPlan, print: (line: string) => void): Promise<void> {
  const servers = await stopServers(context.stateFolder, leaving);
  for (const { item, undo } of undos) {
    await undo.apply();
    // What stays is still ours to take back, once the user has changed it back.
    if (undo.outcome !== "kept") context.receipt.drop(item);
  }
  const registry = openRegistry(context.stateFolder);
  for (const { id, root } of leaving) {
    await registry.unregister(id);
    await dropReceipts(context.stateFolder, id, hasStore({ root }));
  }
  for (const server of servers) print(`stopped  the HTTP server on port ${server.port}`);
  if (isLast) await removeState(context, print);
}

/** What serves one project goes with it; what serves all goes with the last. */
function isConcerned(item: Item, leaving: readonly Project[], isLast: boolean): boolean {
  const project = item.kind === "store" ? item.root : item.kind === "file" ? item.project : undefined;
  return project === undefined ? isLast : isLast || leaving.some(({ root }) => root === project);
}

const stopTimeoutMs = 5_000;

/** The projects' own HTTP servers would write into what is being taken away; they are asked to end, and nothing else ever is. */
async function stopServers(stateFolder: string, leaving: readonly Project[]): Promise<readonly Presence[]> {
  const running = async () => {
    const servers = await listPresences(stateFolder, { kind: "http" });
    return servers.filter(({ projectRoot }) => leaving.some(({ root }) => root === projectRoot));
  };
  const servers = await running();
  for (const { pid } of servers) askToEnd(pid);
  for (const until = Date.now() + stopTimeoutMs; Date.now() < until && (await running()).length > 0; ) await wait(50);
  return servers;
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    // It ended by itself meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** The state folder goes with the last project, unless something stays, the receipt does not know it or a process still lives in it. */
async function removeState({ stateFolder, receipt }: InitContext, print: (line: string) => void): Promise<void> {
  const living = await listPresences(stateFolder);
  const pids = living.map(({ pid }) => pid).join(", ");
  const reason =
    receipt.items.length > 0 || receipt.stateFolders.at(-1) !== stateFolder || existsSync(join(stateFolder, "receipts"))
      ? "knows what else stays"
      : pids !== "" && `used by process ${pids}; run this again when your agent has ended`;
  if (reason !== false) return print(`kept  ${stateFolder}  (${reason})`);
  const folders = receipt.stateFolders;
  rmSync(stateFolder, { recursive: true, force: true });
  removeEmptyFolders(folders.slice(0, -1));
}

function report(terminal: Terminal, isDry: boolean, plan: UninstallPlan, isNothing: boolean): void {
  const { leaving, undos } = plan;
  terminal.json({
    ok: true,
    dryRun: isDry,
    changed: !isDry && !isNothing,
    projects: leaving.map(({ id, name, root }) => ({ id, name, root })),
    actions: undos.map(({ undo: { target, outcome, why } }) => ({ target, outcome, why })),
  });
  if (isNothing) terminal.print("nothing to do");
  for (const line of undoLines(terminal, plan, isDry)) terminal.print(line);
  if (plan.isLast && leaving.length > 0) terminal.print("The extension stays in your browsers until you remove it there.");
}

function undoLines({ paint }: Terminal, { undos, leaving }: UninstallPlan, isAhead: boolean): string[] {
  const will = isAhead ? "would be " : "";
  return [
    ...undos.map(({ undo: { target, outcome, why } }) => {
      const about = why === undefined ? "" : paint("dim", `  (${why})`);
      return `${paint(outcome === "kept" ? "yellow" : "green", will + outcome)}  ${target}${about}`;
    }),
    ...leaving.map(({ root }) => `${paint("green", `${will}unregistered`)}  ${root}`),
  ];
}
