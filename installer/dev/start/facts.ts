import type { Page } from "puppeteer-core";
import type { Agent } from "../../../extension/e2e/mcp-client.js";
import { rowsOf } from "../../../host/testing/rows.js";
import type { CapturedPage } from "./capture-page.js";
import { HopError } from "./hop.js";

/** What the agent read about the page, checked against the page itself. */
export interface Facts {
  readonly url: string;
  readonly title: string;
  readonly elements: number;
  readonly headings: readonly string[];
  readonly controls: readonly { readonly role: string; readonly name: string; readonly locator: string }[];
  /** How many of the selectors find exactly one element in the live page. */
  readonly exactSelectors: number;
  readonly failedRequests: readonly string[];
}

/** Reads the capture back as an agent does. Throws HopError when the answer differs from the page. */
export async function readFacts(agent: Agent, { page, filename }: CapturedPage): Promise<Facts> {
  const ask = async (tool: string, input?: Record<string, unknown>) => {
    const answer = await agent.call(tool, input);
    if ("error" in answer) throw new HopError(`${tool}: ${JSON.stringify(answer["error"])}`);
    return answer;
  };
  const captures = rowsOf(await ask("list_captures"));
  const row = captures.find((one) => one["filename"] === filename);
  if (row === undefined) throw new HopError(`list_captures does not know ${filename}.`);
  const summary = await ask("get_page_summary", { capture: filename });
  const controls = rowsOf(await ask("get_interactive_elements", { capture: filename, maxTokens: 20_000 }));
  const title = plain(summary["title"]);
  if (title !== (await page.title())) throw new HopError(`The agent reads the title "${title}", the page's is "${await page.title()}".`);
  const selectors = controls.map(({ selector }) => String(selector));
  return {
    url: plain(summary["url"]),
    title,
    elements: Number(row["elements"]),
    headings: rowsOf(summary["headings"]).map(({ name }) => String(name)),
    controls: controls.map(({ role, name, locator }) => ({
      role: String(role),
      name: String(name),
      locator: String(locator),
    })),
    exactSelectors: await countExact(page, selectors),
    failedRequests: failedOf(summary["network"]),
  };
}

/** Text from the page stands between delimiters. */
function plain(value: unknown): string {
  return String(value).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
}

function failedOf(network: unknown): string[] {
  if (typeof network !== "object" || network === null || !("failed" in network)) return [];
  return rowsOf(network.failed).map(({ url }) => String(url));
}

/** Counted in the page; selectors that cross a root or a frame are followed by the browser's own rules in other places. */
async function countExact(page: Page, selectors: readonly string[]): Promise<number> {
  return await page.evaluate(
    (list) => list.filter((selector) => !selector.includes(" >>> ") && document.querySelectorAll(selector).length === 1).length,
    [...selectors],
  );
}
