import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { launchWithExtension } from "../../../extension/e2e/browser.js";
import { type Agent, connectAgent } from "../../../extension/e2e/mcp-client.js";
import { storeFolderName } from "../../../host/contract/names.js";
import { rowsOf } from "../../../host/testing/rows.js";
import { waitUntil } from "../../../host/testing/wait-until.js";
import { atHop, HopError } from "./hop.js";
import { bold, dim, print, showConfig } from "./show.js";
import type { Stage } from "./stage.js";

/** Does the whole main job without a window, the user's part by real clicks, and prints what the agent read. */
export async function runHeadless(stage: Stage): Promise<void> {
  const started = performance.now();
  const before = captureNames(stage.root);
  // A real page may need other hosts; the demo needs none.
  const args = stage.isDemo ? [] : ["--host-resolver-rules="];
  // The permission's prompt is the browser's own window, which nobody can answer here: this copy of the build has it granted.
  const browser = await atHop("browser", () => launchWithExtension(stage, { nativeAllowed: true, args }));
  try {
    const { page, sidebar } = await atHop("page and icon click", () => browser.openSidebar(stage.pageUrl));
    const transport = await atHop("native messaging", () => sidebar.waitForText(/^Native/));
    await atHop("Send to Agent", () => sidebar.press("Send to Agent"));
    const landed = () => captureNames(stage.root).find((name) => !before.includes(name));
    const filename = await atHop("capture file", () => waitUntil("the capture's file", landed, 30_000));
    const agent = await atHop("MCP server", () => connectAgent(stage));
    const facts = await atHop("reading back", () => readBack(agent, page, filename)).finally(() => agent.close());
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    const way = `Icon click → ${transport.replace(/\s*[:,(].*$/, "")} → .svc/captures → MCP client`;
    print(["", bold("What your agent reads about the page"), ...facts, "", `${way}: the agent reads what the page shows. ${seconds} s.`]);
    showConfig(stage, { isOver: stage.isDemo });
  } finally {
    await browser.close();
  }
}

function captureNames(root: string): readonly string[] {
  const folder = join(root, storeFolderName, "captures");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
}

const shownMax = 8;

/** Reads the capture back as an agent does, in lines for one screen. Throws HopError when an answer differs from the page. */
async function readBack(agent: Agent, page: Page, filename: string): Promise<string[]> {
  const ask = async (tool: string, input?: Record<string, unknown>) => {
    const answer = await agent.call(tool, input);
    if ("error" in answer) throw new HopError(`${tool}: ${JSON.stringify(answer["error"])}`);
    return answer;
  };
  const row = rowsOf(await ask("list_captures")).find((one) => one["filename"] === filename);
  if (row === undefined) throw new HopError(`list_captures does not know ${filename}.`);
  const summary = await ask("get_page_summary", { capture: filename });
  const controls = rowsOf(await ask("get_interactive_elements", { capture: filename, maxTokens: 20_000 }));
  const title = plain(summary["title"]);
  if (title !== (await page.title())) throw new HopError(`The agent reads the title "${title}", the page's is "${await page.title()}".`);
  const exact = await page.evaluate(
    countExact,
    controls.map(({ selector }) => String(selector)),
  );
  const failed = failedOf(summary["network"]);
  return [
    `  ${title}`,
    `  ${dim(plain(summary["url"]))}`,
    `  ${row["elements"]} elements, ${controls.length} controls, ${exact} with a selector that finds just them in the live page`,
    `  headings  ${rowsOf(summary["headings"])
      .map(({ name }) => short(name, 40))
      .join(" · ")}`,
    ...(failed.length === 0 ? [] : [`  failed    ${failed.join("  ")}`]),
    "  controls",
    ...controls
      .slice(0, shownMax)
      .map(({ role, name, locator }) => `    ${String(role).padEnd(10)} ${short(name, 32).padEnd(32)} ${dim(String(locator))}`),
    ...(controls.length > shownMax ? [dim(`    and ${controls.length - shownMax} more`)] : []),
  ];
}

/** Text from the page stands between delimiters. */
function plain(value: unknown): string {
  return String(value).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
}

function failedOf(network: unknown): string[] {
  if (typeof network !== "object" || network === null || !("failed" in network)) return [];
  return rowsOf(network.failed).map(({ url }) => String(url));
}

/**
 * Runs in the page, where the sidebar's element stands beside the body. Selectors that cross a root or a frame are followed by the browser's own
 * rules in other places.
 */
function countExact(selectors: string[]): number {
  return selectors.filter((selector) => !selector.includes(" >>> ") && document.body.querySelectorAll(selector).length === 1).length;
}

function short(value: unknown, length: number): string {
  const text = String(value);
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
