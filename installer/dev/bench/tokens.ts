import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readCapture } from "../../../host/contract/reader.js";
import { openStudio, type Studio } from "../../../host/testing/captures.js";
import { chromiumPath, launchChromium, offline } from "../../../host/testing/chromium.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { sharedPageNames, sharedPages } from "../../../host/testing/shared-pages.js";
import { annotated, openToolBench } from "../../../host/testing/tool-bench.js";
import type { ToolName } from "../../../host/tools/names.js";
import { type BenchRow, median, toRow } from "./rows.js";

/** What the questions ask about: names within one page's project. */
interface AskedPage {
  readonly before: string;
  readonly after: string;
  /** Ref of a control in `after`. */
  readonly ref: string;
}

/** An everyday question of an agent, and the one call that answers it. */
interface Question {
  readonly question: string;
  readonly tool: ToolName;
  readonly args: (page: AskedPage) => Readonly<Record<string, unknown>>;
}

const questions: readonly Question[] = [
  { question: "what is on the page", tool: "get_page_summary", args: ({ after }) => ({ capture: after }) },
  { question: "what can be operated", tool: "get_interactive_elements", args: ({ after }) => ({ capture: after }) },
  { question: "what can be operated, in brief", tool: "get_interactive_elements", args: ({ after }) => ({ capture: after, brief: true }) },
  { question: "how is the page built", tool: "get_capture", args: ({ after }) => ({ capture: after, detail: "outline" }) },
  { question: "which buttons have no name", tool: "audit_accessibility", args: ({ after }) => ({ capture: after, rule: "button-name" }) },
  { question: "what changed", tool: "compare_captures", args: ({ before, after }) => ({ before, after }) },
  { question: "where is this element made", tool: "find_source", args: ({ after, ref }) => ({ capture: after, ref }) },
  { question: "what did the user ask for", tool: "get_unresolved", args: () => ({}) },
  { question: "which fields does the form have", tool: "get_page_summary", args: ({ after }) => ({ capture: after, part: "forms" }) },
  { question: "what failed on the network", tool: "get_page_summary", args: ({ after }) => ({ capture: after, part: "network" }) },
  { question: "is anything cut off or overlapping", tool: "audit_layout", args: ({ after }) => ({ capture: after }) },
  { question: "which controls lack a test id", tool: "find_missing_testids", args: ({ after }) => ({ capture: after }) },
  { question: "what headings has the page", tool: "get_page_summary", args: ({ after }) => ({ capture: after, part: "headings" }) },
  { question: "give me a test for this page", tool: "generate_tests", args: ({ after }) => ({ capture: after }) },
];

/**
 * Asks everyday questions about real pages (else the fixture pages) and counts the tokens (o200k) of the answers beside Playwright's snapshots for
 * agents of the same pages. A row for each question: medians over the pages.
 */
export async function benchTokens(): Promise<BenchRow[]> {
  const shared = sharedPageNames();
  const folder = shared.length > 0 ? sharedPages : join(projectRoot, "extension/fixtures");
  const names = shared.length > 0 ? shared : ["forms.html", "layout.html", "tables.html", "text.html"];
  const studio = await openStudio(folder, launchChromium);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", offline] });
  try {
    const answers: (readonly number[])[] = [];
    const snapshots: number[] = [];
    for (const name of names) {
      answers.push(await askAbout(studio, folder, name));
      snapshots.push(await snapshotTokens(browser, studio.server.url(name)));
    }
    return questions.map(({ question, tool }, place) => {
      const ours = answers.map((page) => page[place] ?? Number.NaN);
      const row = toRow({ name: `${question} (${tool})`, unit: "tokens", ours, bare: snapshots });
      return { ...row, ratio: median(ours.map((tokens, page) => tokens / (snapshots[page] ?? Number.NaN))) };
    });
  } finally {
    await browser.close();
    await studio.close();
  }
}

/** What was changed before the second capture: one control more, another heading, another colour. */
const change = `document.body.append(Object.assign(document.createElement("button"), { textContent: "Added later" }));
  for (const heading of [...document.querySelectorAll("h1, h2, h3")].slice(0, 1)) heading.textContent += " (new)";
  for (const link of [...document.querySelectorAll("a")].slice(3, 4)) link.style.color = "rgb(200, 0, 0)";`;

async function askAbout(studio: Studio, folder: string, page: string): Promise<number[]> {
  const bench = await openToolBench();
  try {
    // The page's own markup is the project: every element has a line.
    writeFileSync(join(bench.root, "index.html"), readFileSync(join(folder, page)));
    const before = await bench.add(await studio.file(page));
    const changed = await studio.file(page, { change });
    const controls = [...readCapture(changed).elements()].filter(({ interactive, visible, name }) => interactive && visible && name !== "");
    const middle = controls[Math.floor(controls.length / 2)]?.ref ?? "e0";
    const noted = ["Wrong words here", "Too small to hit", "Must open a new page"].reduce(
      (capture, comment, index) => annotated(capture, ({ ref }) => ref === (controls[index]?.ref ?? "e0"), comment),
      changed,
    );
    const asked = { before, after: await bench.add(noted), ref: middle };
    const answers: number[] = [];
    for (const { tool, args } of questions) {
      const text = await bench.text(tool, args(asked));
      if ("error" in JSON.parse(text)) throw new Error(`${tool} on ${page}: ${text}`);
      answers.push(countTokens(text));
    }
    return answers;
  } finally {
    await bench.close();
  }
}

async function snapshotTokens(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  try {
    await page.goto(url, { waitUntil: "load" });
    return countTokens(await page.ariaSnapshot({ mode: "ai" }));
  } finally {
    await page.close();
  }
}
