import { writeFileSync } from "node:fs";
import { DefaultReporter, type TestCase, type TestModule } from "vitest/node";

export type TestCounts = Readonly<Record<"passed" | "failed" | "skipped" | "retried", number>>;

/** Vitest's own reporter, with why a test that was repeated failed at first; writes the run's counts into the file that `SVC_TEST_COUNTS` names. */
export default class TestReporter extends DefaultReporter {
  override printTestModule(module: TestModule): void {
    super.printTestModule(module);
    for (const test of [...module.children.allTests()].filter(wasRetried))
      this.log(`    retried: ${test.fullName}\n        ${firstErrorOf(test)}`);
  }

  override onTestRunEnd(...[modules, errors, reason]: Parameters<DefaultReporter["onTestRunEnd"]>): void {
    super.onTestRunEnd(modules, errors, reason);
    for (const [why, count] of skipReasons(modules)) this.log(`${count} skipped: ${why}`);
    const file = process.env["SVC_TEST_COUNTS"];
    // Of a run that was ended nothing counts: its last files have tests that did not run.
    if (file !== undefined && reason !== "interrupted") writeFileSync(file, JSON.stringify(countsOf(modules)));
  }
}

/** A file that cannot be loaded, or whose hooks fail, has no failed test in it, and is a failure all the same. */
function countsOf(modules: readonly TestModule[]): TestCounts {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state).length;
  const hasFailed = (module: TestModule) => [...module.children.allTests("failed")].length > 0;
  const broken = modules.filter((module) => module.state() === "failed" && !hasFailed(module)).length;
  return {
    passed: inState("passed"),
    failed: inState("failed") + broken,
    skipped: inState("skipped"),
    retried: tests.filter(wasRetried).length,
  };
}

/** Why tests were skipped, where they say so, to how many. */
function skipReasons(modules: readonly TestModule[]): ReadonlyMap<string, number> {
  const reasons = new Map<string, number>();
  for (const test of modules.flatMap((module) => [...module.children.allTests("skipped")])) {
    const result = test.result();
    const why = (result.state === "skipped" ? result.note : undefined) ?? "not in this run, or not on this system (see the test)";
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  return reasons;
}

/** As much as the sidebar's outline takes. */
const errorChars = 4_000;

function firstErrorOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return error?.message.slice(0, errorChars).replaceAll("\n", " | ") ?? "no error recorded";
}

function wasRetried(test: TestCase): boolean {
  return (test.diagnostic()?.retryCount ?? 0) > 0;
}
