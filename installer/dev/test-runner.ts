import { type RunnerTask, TestRunner } from "vitest";

/** Repeats tests in `extension/e2e` alone: a browser that is starved for seconds on a busy machine may lose a click or a frame. The run reports it. */
export default class Runner extends TestRunner {
  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    if (test.file.filepath.includes("/extension/e2e/")) test.retry = 2;
    await super.onBeforeRunTask(test);
  }
}
