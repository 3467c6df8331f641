import { connectAgent } from "../../../extension/e2e/mcp-client.js";
import { capturePage } from "./capture-page.js";
import { readFacts } from "./facts.js";
import { atHop } from "./hop.js";
import { showConfig, showFacts } from "./show.js";
import type { Stage } from "./stage.js";

/** Does the whole main job without a window and prints what the agent read. */
export async function runHeadless(stage: Stage): Promise<void> {
  const started = performance.now();
  const captured = await capturePage(stage);
  try {
    const agent = await atHop("MCP server", () => connectAgent(stage));
    try {
      const facts = await atHop("reading back", () => readFacts(agent, captured));
      showFacts(facts, captured.transport, (performance.now() - started) / 1_000);
    } finally {
      await agent.close();
    }
    showConfig(stage, { isOver: stage.isDemo });
  } finally {
    await captured.browser.close();
  }
}
