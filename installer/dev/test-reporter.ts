import { writeFileSync } from "node:fs";
import { DefaultReporter, type TestCase, type TestModule, type TestSpecification } from "vitest/node";

export type TestCounts = Readonly<Record<"passed" | "failed" | "skipped" | "retried", number>>;

/** Prints a line for each test file that has ended, with its place among all of them; writes the run's counts into the file that `SVC_TEST_COUNTS` names. */
export default class TestReporter extends DefaultReporter {
  private files = 0;
  private ended = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.files = specifications.length;
    super.onTestRunStart(specifications);
  }

  override printTestModule(module: TestModule): void {
    this.ended += 1;
    const tests = [...module.children.allTests()];
    const failed = tests.filter((test) => test.result().state === "failed");
    const mark = module.state() === "failed" ? "✗" : "✓";
    const place = `[${String(this.ended).padStart(String(this.files).length)}/${this.files}]`;
    const seconds = (module.diagnostic().duration / 1_000).toFixed(1);
    this.log(`${place} ${mark} ${module.relativeModuleId}: ${tests.length} tests, ${seconds} s`);
    for (const test of failed) this.log(`    ✗ ${test.fullName}`);
    // Hooks belong to no test.
    const errors = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
    for (const { message } of errors) this.log(`    ✗ ${message.split("\n", 1)[0]}`);
    for (const test of tests.filter(wasRetried)) this.log(`    retried: ${test.fullName}\n        ${firstErrorOf(test)}`);
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

/** Why its first try failed: the beginning of the message, and the place in the test. */
function firstErrorOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const place = error?.stacks?.find(({ file }) => file.endsWith(".test.ts"));
  return [
    error?.message.slice(0, errorChars).replaceAll("\n", " | ") ?? "no error recorded",
    ...(place === undefined ? [] : [`line ${place.line}`]),
  ].join(", ");
}

function wasRetried(test: TestCase): boolean {
  return (test.diagnostic()?.retryCount ?? 0) > 0;
}
