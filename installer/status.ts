import type { Listening } from "../host/contract/operations.js";
import type { Hello, Presence } from "../host/contract/presence.js";
import { explainEnd } from "../host/store/failures.js";
import { whenRead } from "../host/store/project/news.js";
import { openPairings } from "../host/store/user/pairings.js";
import { lastHello, listPresences } from "../host/store/user/presence.js";
import { openRegistry } from "../host/store/user/registry.js";
import { changedSinceInit } from "./agents/changed.js";
import { withStore } from "./init/project.js";
import { type Command, initContextOf } from "./init/run.js";
import { isWsl } from "./machine.js";

/** Shows the registered projects, the processes that live for them and the extension's last call. */
export async function runStatus(command: Command): Promise<number> {
  const { terminal } = command;
  const context = await initContextOf(command);
  const { stateFolder, root } = context;
  const projects = await openRegistry(stateFolder).list();
  const processes = await listPresences(stateFolder);
  const hello = await lastHello(stateFolder);
  const pairings = openPairings(stateFolder, isWsl(command.machine));
  const rows = await Promise.all(
    projects.map(async (project) => {
      const facts = await withStore({ root: project.root, stateFolder }, async (store) => ({
        urlPatterns: (await store.config.get()).urlPatterns,
        captures: await store.captures.count(),
        unresolved: (await store.annotations.unresolved()).length,
        proposal: (await store.proposals.get()) ?? null,
        listening: whenRead(
          processes.filter(({ kind, projectRoot }) => kind === "mcp" && projectRoot === project.root),
          store.hooks(),
        ),
      })).catch((error: unknown) => ({ problem: explainEnd(error) }));
      const { id, name, root: folder } = project;
      return {
        id,
        name,
        root: folder,
        isHere: folder === root,
        changed: changedSinceInit({ ...context, root: folder }),
        ...facts,
        httpCalls: pairings.isSignedOnly(id) ? ("signed" as const) : ("unsigned allowed" as const),
        // A native host serves every project.
        processes: processes.filter(({ kind, projectRoot }) => kind === "native" || projectRoot === folder).map(brief),
      };
    }),
  );
  const opened = rows.flatMap((row) => ("problem" in row ? [] : [row]));
  terminal.json({ ok: true, projects: rows, lastHello: hello ?? null });
  if (rows.length === 0) terminal.print("No project is set up. Run `svc-init` in one.");
  else terminal.print(verdict(opened, hello));
  for (const row of rows) {
    terminal.print(`${terminal.paint("bold", row.name)}${row.isHere ? " (here)" : ""}  ${row.root}`);
    if ("problem" in row) {
      terminal.print(`  broken    ${row.problem}`);
      continue;
    }
    terminal.print(`  pages     ${row.urlPatterns.join(", ") || "none yet: the first localhost page teaches it"}`);
    terminal.print(`  captures  ${row.captures}`);
    terminal.print(`  notes     ${row.unresolved} open`);
    terminal.print(`  reads     ${listeningWords[row.listening]}`);
    if (row.proposal?.left === false)
      terminal.print("  proposed  settings that do not count yet: `svc-init trust` in its folder shows them");
    if (row.httpCalls === "signed") terminal.print("  HTTP      signed calls only (`svc-init pair --unsigned` undoes it)");
    for (const what of row.changed) terminal.print(`  changed   ${what}`);
    for (const one of row.processes) terminal.print(`  running   ${one.what}, pid ${one.pid}`);
  }
  return 0;
}

/** The first line: whether browsers reach this machine's projects, and what waits there. */
function verdict(rows: readonly { readonly unresolved: number }[], hello: Hello | undefined): string {
  const open = rows.reduce((sum, { unresolved }) => sum + unresolved, 0);
  const waiting = `${open} open ${open === 1 ? "note" : "notes"} in ${rows.length} ${rows.length === 1 ? "project" : "projects"}`;
  if (hello === undefined) return `Not connected yet: no browser has called. Click the extension's icon on a page. ${waiting}.`;
  return `Connected: a browser last called ${new Date(hello.at).toLocaleString("en-GB")} (${hello.transport}). ${waiting}.`;
}

const listeningWords: Readonly<Record<Listening, string>> = {
  now: "at once: an agent waits for notes",
  "after-turn": "an agent reads notes after its turn",
  "next-prompt": "an agent reads notes when you next write to it",
  no: "no agent reads notes by itself: ask yours to look at svc",
};

function brief({ kind, pid, port, agent, startedAt }: Presence) {
  const titles = {
    native: "native host",
    mcp: `MCP server${agent === undefined ? "" : ` for ${agent}`}`,
    http: `HTTP server on port ${port}`,
  };
  return { kind, pid, port, agent, startedAt, what: titles[kind] };
}
