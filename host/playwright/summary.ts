import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { groupBy } from "../contract/group-by.js";
import { plain } from "../contract/markdown-text.js";
import { failureType } from "./failure.js";

/**
 * Playwright reporter: a run in Markdown, with what svc's matchers reported of each test that failed or was flaky. It goes to the summary of a GitHub
 * job where there is one, and to `outputFile`, where that is given; nothing is sent.
 */
export default class Summary implements Reporter {
  #outputFile: string | undefined;
  #tests: () => readonly TestCase[] = () => [];

  constructor({ outputFile }: { readonly outputFile?: string } = {}) {
    this.#outputFile = outputFile;
  }

  onBegin({ rootDir, configFile }: FullConfig, suite: Suite): void {
    this.#outputFile &&= resolve(configFile === undefined ? rootDir : dirname(configFile), this.#outputFile);
    this.#tests = () => suite.allTests();
  }

  onEnd(): void {
    const text = summaryOf(this.#tests());
    const { GITHUB_STEP_SUMMARY: job } = process.env;
    if (job) appendFileSync(job, text);
    if (this.#outputFile === undefined) return;
    mkdirSync(dirname(this.#outputFile), { recursive: true });
    writeFileSync(this.#outputFile, text);
  }

  printsToStdio(): boolean {
    return false;
  }
}

const words = { expected: "passed", unexpected: "failed", flaky: "flaky", skipped: "skipped" } as const;

function summaryOf(tests: readonly TestCase[]): string {
  const outcomes = groupBy(tests, (one) => words[one.outcome()]);
  const counts = Object.values(words).flatMap((word) => (outcomes.has(word) ? [`${outcomes.get(word)?.length} ${word}`] : []));
  const failed = tests.filter((one) => one.outcome() === "unexpected" || one.outcome() === "flaky");
  return [`## svc: ${counts.join(", ") || "no tests"}`, ...failed.map(testText), ""].join("\n\n");
}

function testText(one: TestCase): string {
  const attachments = one.results.flatMap((result) => result.attachments).filter(({ contentType }) => contentType === failureType);
  const reports = new Set(attachments.flatMap(({ body }) => body?.toString("utf8").trim() || []));
  const title = one.titlePath().flatMap((part) => (part === "" ? [] : plain(part)));
  return [`### ${words[one.outcome()]}: ${title.join(" › ")}`, ...reports].join("\n\n");
}
