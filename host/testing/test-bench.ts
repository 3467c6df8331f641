import { onTestFinished } from "vitest";
import { openToolBench, type ToolBench } from "./tool-bench.js";

/** As `openToolBench`, closed when the running test ends. */
export async function testBench(...project: Parameters<typeof openToolBench>): Promise<ToolBench> {
  const bench = await openToolBench(...project);
  onTestFinished(() => bench.close());
  return bench;
}
