import { styleText } from "node:util";
import { mcpServerName } from "../../../host/contract/names.js";
import { distPath } from "../../../host/testing/paths.js";
import type { Facts } from "./facts.js";
import type { Stage } from "./stage.js";

const shownMax = 8;

/** Prints what the agent read: short enough for one screen. */
export function showFacts(facts: Facts, transport: string, seconds: number): void {
  const rows = facts.controls
    .slice(0, shownMax)
    .map(({ role, name, locator }) => `    ${role.padEnd(10)} ${short(name, 32).padEnd(32)} ${dim(locator)}`);
  const more = facts.controls.length - shownMax;
  print([
    "",
    bold("What your agent reads about the page"),
    `  ${facts.title}`,
    `  ${dim(facts.url)}`,
    `  ${facts.elements} elements, ${facts.controls.length} controls, ${facts.exactSelectors} with a selector that finds just them in the live page`,
    `  headings  ${facts.headings.map((heading) => short(heading, 40)).join(" · ")}`,
    ...(facts.failedRequests.length === 0 ? [] : [`  failed    ${facts.failedRequests.join("  ")}`]),
    "  controls",
    ...rows,
    ...(more > 0 ? [dim(`    and ${more} more`)] : []),
    "",
    `Icon click → ${transport.replace(/\s*[:,(].*$/, "")} → .svc/captures → MCP client: the agent reads what the page shows. ${seconds.toFixed(1)} s.`,
  ]);
}

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

function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
