import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { execa } from "execa";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Page } from "puppeteer-core";
import { launchWithExtension, type TestBrowser } from "../../../../extension/e2e/browser.js";
import { type Agent, connectAgent } from "../../../../extension/e2e/mcp-client.js";
import { makeProject } from "../../../../extension/e2e/project.js";
import type { SidebarDriver } from "../../../../extension/e2e/sidebar-driver.js";
import type { Capture } from "../../../../host/contract/capture.js";
import type { Verdict } from "../../../../host/contract/checks.js";
import { distPath } from "../../../../host/testing/paths.js";
import { rowsOf } from "../../../../host/testing/rows.js";
import { waitUntil } from "../../../../host/testing/wait-until.js";
import { enliven } from "../../mutations/in-page.js";
import { checkoutOf, restore, withRecipes } from "../sources/checkout.js";
import { port, startServer } from "../sources/record.js";
import { type Case, casesOf, type Edit, type Kind, type MeasuredApp } from "./tasks.js";

/** What svc reported of one edit. */
export interface Outcome {
  readonly app: string;
  readonly kind: Kind;
  readonly at: string;
  /** `none` where the tool gave no verdict in its time. */
  readonly status: Verdict["status"] | "none";
  readonly isRight: boolean;
  /** Whether the collateral change is named, in the tool's answer and on the note; undefined where there was none. */
  readonly named: { readonly answer: boolean; readonly note: boolean } | undefined;
  readonly alsoChanged: number;
  /** Of the tool's answer. */
  readonly tokens: number;
  /** From the resolution to the verdict. */
  readonly seconds: number;
  /** What explains a wrong one. */
  readonly detail: string;
}

/**
 * Runs an app's own development server and edits its sources as scripted, case by case: a person writes a note on the page, with the extension
 * in Chromium; an agent edits and resolves; the page that the server has changed is captured without a click and judged.
 */
export async function measureApp(cache: string, measured: MeasuredApp, report: (outcome: Outcome) => void) {
  const app = (await withRecipes(cache)).find(({ name }) => name === measured.name);
  if (app === undefined) throw new Error(`there is no app ${measured.name}`);
  await restore(cache, app);
  const { root } = checkoutOf(cache, app);
  const sources = await openSources(root, measured);
  const project = await makeProject();
  await rm(join(root, ".svc"), { recursive: true, force: true });
  await execa(process.execPath, [distPath("init.js"), "--project", root, "--url", `127.0.0.1:${port}`, "--no-start", "--yes", "--json"], {
    env: { ...project.env },
    cwd: root,
  });
  const stop = await startServer(app, root);
  const agent = await connectAgent({ root, env: project.env });
  const browser = await launchWithExtension(project, { nativeAllowed: true });
  const bench: Bench = { browser, agent, root, sources, tasks: measured.tasks, url: `http://127.0.0.1:${port}${measured.path}` };
  try {
    await warmUp(bench);
    for (const [place, one] of casesOf(measured).entries()) {
      let outcome: Outcome | "not sent" = "not sent";
      for (let attempt = 1; outcome === "not sent" && attempt <= mostAttempts; attempt++) {
        outcome = await tryCase(bench, one, `Task ${place}.${attempt} of ${one.app}`).catch((error: unknown) => failed(one, String(error)));
        await sources.reset();
      }
      report(outcome === "not sent" ? failed(one, "the server did not send the edit to the page") : outcome);
    }
  } finally {
    await sources.reset();
    await browser.close();
    await agent.close();
    await stop();
    project.remove();
  }
}

/** A development server loses one edit in fifty: such a case is none. */
const mostAttempts = 3;

interface Bench {
  readonly browser: TestBrowser;
  readonly agent: Agent;
  readonly root: string;
  readonly sources: Awaited<ReturnType<typeof openSources>>;
  readonly url: string;
  readonly tasks: MeasuredApp["tasks"];
}

/** The files that an app's tasks edit: `apply` makes edits of them as they were, `reset` brings all back. */
async function openSources(root: string, { tasks }: MeasuredApp) {
  const edits = tasks.flatMap(({ edit, miss, wrong, also, broken }) =>
    [edit, miss, wrong, also?.edit, broken].filter((one) => one !== undefined),
  );
  const texts = new Map<string, string>();
  for (const [file, from] of edits) {
    const text = await readFile(join(root, file), "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not hold ${JSON.stringify(from)} once`);
    texts.set(file, text);
  }
  return {
    apply: (applied: readonly Edit[]) => {
      const changed = new Map<string, string>();
      for (const [file, from, to] of applied) {
        const text = changed.get(file) ?? texts.get(file) ?? "";
        changed.set(
          file,
          text.replace(from, () => to),
        );
      }
      for (const [file, text] of changed) replaceFile(join(root, file), text);
    },
    reset: async () => {
      for (const [file, text] of texts) {
        if ((await readFile(join(root, file), "utf8")) !== text) replaceFile(join(root, file), text);
      }
    },
  };
}

/**
 * At once: Vite may read a file between its truncation and its text, and then serves an empty module until the file is written again. The
 * checkout may share files with another by hard links: the new one is its own.
 */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

const firstLoadMs = 300_000;

/**
 * A development server makes its packages ready with the first page, and loads that again. Then the second is used to turn automatic answers on.
 * Resolves once the server sees a file change: with many files a watcher is ready long after the server answers.
 */
async function warmUp({ browser, url, sources, tasks: [task] }: Bench): Promise<void> {
  if (task?.check?.kind !== "text") throw new Error("the first task is for a text");
  const first = await browser.open("about:blank");
  await first.goto(url, { timeout: firstLoadMs });
  await first.waitForNetworkIdle({ idleTime: 2_000, timeout: firstLoadMs, concurrency: 2 });
  await first.close();
  const { page, sidebar } = await browser.openSidebar(url);
  await sidebar.press(/^Let the agent capture pages/, "checkbox");
  await browser.answerQuestion("Answer automatically");
  await page.waitForFunction(hasText, { timeout: firstLoadMs }, task.at.startsWith("css:") ? "" : task.at);
  sources.apply([task.edit]);
  await page.waitForFunction(hasText, { timeout: firstLoadMs }, task.check.expected);
  await sources.reset();
  await page.close();
}

/** Runs in the page. */
function hasText(words: string): boolean {
  // A page that is being loaded again has no body yet.
  return document.querySelector("body")?.textContent.includes(words) ?? false;
}

/** `not sent`: the page, read without svc, is as it was before an edit that changes it. */
async function tryCase({ browser, agent, root, sources, url }: Bench, one: Case, words: string): Promise<Outcome | "not sent"> {
  const { page, sidebar } = await browser.openSidebar(url);
  try {
    await page.setViewport({ width: 1_600, height: 1_000 });
    if (one.kind === "nothing done") {
      // The loader of these files wraps functions in a helper that the page does not have.
      await page.evaluate("globalThis.__name = (made) => made;0");
      await page.evaluate(enliven);
    }
    await writeNote(browser, page, sidebar, one, words);
    const annotation = await waitUntil("the note to arrive", async () => {
      const rows = rowsOf(await agent.call("get_unresolved", { limit: 20 }));
      return rows.find(({ comment }) => String(comment).includes(`${words}[`) || String(comment) === words)?.["id"];
    });
    const before = await page.evaluate(lookOf);
    sources.apply(one.edits);
    const started = performance.now();
    const files = one.edits.length === 0 ? [one.task.edit[0]] : [...new Set(one.edits.map(([file]) => file))];
    const answering = agent.call("resolve_annotation", {
      ...{ annotation, action: "fixed", summary: words, files, waitSeconds: 50 },
      ...(one.task.check === undefined ? {} : { checks: [one.task.check] }),
    });
    if (one.task.needsReload === true) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await page.reload();
    }
    const answer = await answering;
    const seconds = (performance.now() - started) / 1_000;
    const stored = verdictOf(root, String(annotation));
    const outcome = judgeOutcome(one, answer, stored, seconds);
    const mustShow = one.kind !== "not built" && one.kind !== "nothing done";
    const isSent = !mustShow || (await showsEdit(page, one, before));
    await sources.reset();
    // It would stand in the way of the next.
    await sidebar.press("Delete");
    await waitUntil("the note to be deleted", async () => ((await sidebar.peek("button", "Delete")) === undefined ? true : undefined));
    return isSent ? outcome : "not sent";
  } finally {
    await page.close();
  }
}

const lateMs = 10_000;

/** Whether the page shows an edit, be it late: the wanted text where there is one, else any difference. */
async function showsEdit(page: Page, { kind, task: { check } }: Case, before: string): Promise<boolean> {
  if (!kind.startsWith("right") || check?.kind !== "text" || (check.compare ?? "equals") !== "equals")
    return (await page.evaluate(lookOf)) !== before;
  return page.waitForFunction(hasText, { timeout: lateMs }, check.expected).then(
    () => true,
    () => false,
  );
}

/** Runs in the page: texts, and the looks that the tasks change. */
function lookOf(): string {
  return JSON.stringify(
    [...document.querySelectorAll("body *:not(script, style)")].map((element) => {
      const { color, fontSize, fontWeight, textTransform, textAlign, letterSpacing, borderRadius, padding } = getComputedStyle(element);
      const text = [...element.childNodes].map(({ nodeType, nodeValue }) => (nodeType === 3 ? nodeValue : "")).join("");
      return [text, color, fontSize, fontWeight, textTransform, textAlign, letterSpacing, borderRadius, padding];
    }),
  );
}

async function writeNote(browser: TestBrowser, page: Page, sidebar: SidebarDriver, { task }: Case, words: string): Promise<void> {
  await settledPlace(page, task.at);
  await sidebar.press("Pick element");
  await sidebar.find("application", /Click an element/);
  const { x, y } = await settledPlace(page, task.at);
  await page.mouse.click(x, y);
  await sidebar.type("Note", words);
  if (task.tried !== undefined) {
    await sidebar.press("Try other values", "DisclosureTriangle");
    await sidebar.press(task.tried.property, "textbox");
    await browser.shortcut(page, "a");
    await page.keyboard.type(task.tried.value);
  }
  await sidebar.press("Save and send");
}

const settleMs = 500;

/** Where an element is once it has stood still: what a framework brings to life moves first. */
async function settledPlace(page: Page, at: string): Promise<{ readonly x: number; readonly y: number }> {
  let last: string | undefined;
  return waitUntil(
    `${at} to stand still on the page`,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const place = await page.evaluate(placeOf, at);
      const isStill = place !== null && JSON.stringify(place) === last;
      last = JSON.stringify(place);
      return isStill ? place : undefined;
    },
    60_000,
  );
}

/** Runs in the page: the middle of an element's own text, in the window. Names no function: the loader of this file would name it in its way. */
function placeOf(at: string): { x: number; y: number } | null {
  for (const element of document.querySelectorAll(at.startsWith("css:") ? at.slice(4) : "body *")) {
    const texts = [...element.childNodes].filter(({ nodeType, nodeValue }) => nodeType === 3 && (nodeValue ?? "").trim() !== "");
    const own = texts
      .map(({ nodeValue }) => nodeValue)
      .join("")
      .replace(/\s+/g, " ")
      .trim();
    if (texts[0] === undefined || (own !== at && !at.startsWith("css:"))) continue;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const range = document.createRange();
    range.selectNodeContents(texts[0]);
    const { left, top, width, height } = range.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (width > 2 && document.elementsFromPoint(x, y).includes(element)) return { x, y };
  }
  return null;
}

/** The verdict as the newest copy of the annotation has it. */
function verdictOf(root: string, id: string): Verdict | undefined {
  const folder = join(root, ".svc", "captures");
  const copies = readdirSync(folder).flatMap((name) => {
    if (!name.endsWith(".json")) return [];
    const capture: Capture = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return capture.annotations.filter((annotation) => annotation.id === id);
  });
  return copies.sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))[0]?.verdict;
}

function judgeOutcome(one: Case, answer: Record<string, unknown>, stored: Verdict | undefined, seconds: number): Outcome {
  const { kind, task, app } = one;
  const verdict = answer["verdict"] as Record<string, unknown> | undefined;
  const status = (verdict?.["status"] ?? "none") as Outcome["status"];
  const accepted: Readonly<Record<Kind, readonly Outcome["status"][]>> = {
    right: ["pass"],
    misses: ["fail"],
    "right, and more": ["pass"],
    // An element that was asked for is not found again where all else changes: not a pass.
    "wrong element": ["fail"],
    "not built": ["fail", "cannot-tell"],
    "nothing done": ["pass"],
  };
  const isNamed = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.some((row) => Object.entries(task.also?.named ?? {}).every(([column, part]) => String(row[column] ?? "").includes(part)));
  const named =
    kind !== "right, and more" || verdict === undefined
      ? undefined
      : { answer: isNamed(rowsOf(verdict["alsoChanged"])), note: isNamed(stored?.alsoChanged ?? []) };
  const alsoChanged = Number(verdict?.["alsoChangedTotal"] ?? 0);
  const isRight = accepted[kind].includes(status) && (kind !== "nothing done" || alsoChanged === 0);
  const isWhole = isRight && named?.note !== false && named?.answer !== false;
  return {
    ...{ app, kind, at: task.at, status, isRight, named, seconds },
    alsoChanged,
    tokens: countTokens(JSON.stringify(answer)),
    detail: isWhole && alsoChanged < 6 ? "" : JSON.stringify(stored ?? answer).slice(0, 3_000),
  };
}

function failed({ app, kind, task }: Case, reason: string): Outcome {
  const detail = reason.slice(0, 3_000);
  return { app, kind, at: task.at, status: "none", isRight: false, named: undefined, alsoChanged: 0, tokens: 0, seconds: 0, detail };
}
