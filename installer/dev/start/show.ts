import { styleText } from "node:util";
import { mcpServerName } from "../../../host/contract/names.js";
import { distPath } from "../../../host/testing/paths.js";
import type { Stage } from "./stage.js";

/** Prints what to paste into an agent's config. A demo that is over by then is left out: the entry serves the agent's own project. */
export function showConfig({ root, env, isDemo }: Stage, { isOver }: { isOver: boolean }): void {
  const args = [distPath("server.js"), ...(isOver ? [] : ["--project", root])];
  // The demo's agent shares the demo's state, and leaves none in the user's.
  const own = isDemo && !isOver ? { env: { SVC_HOME: env["SVC_HOME"] } } : {};
  const entry = { mcpServers: { [mcpServerName]: { command: process.execPath, args, ...own } } };
  print(["", bold("For your agent"), JSON.stringify(entry, null, 1).replace(/\n\s*/g, " ")]);
  if (isOver) print([dim(`In a project of yours, this writes it: node ${distPath("init.js")}`)]);
}

export function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

export const bold = (text: string) => styleText("bold", text);
export const dim = (text: string) => styleText("dim", text);
