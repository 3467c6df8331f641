import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Check } from "../../host/contract/checks.js";
import { caseElement, casesText } from "../../host/contract/note-cases.js";
import { type CaptureReader, readCapture } from "../../host/contract/reader.js";
import { elementTargetOf } from "../../host/contract/targets.js";
import { openStudio } from "../../host/testing/captures.js";
import { pageBrowserPath, quietFlags } from "../../host/testing/chromium.js";
import { isLong } from "../../host/testing/long.js";
import { servePages } from "../../host/testing/page-server.js";
import { distPath, projectRoot } from "../../host/testing/paths.js";
import { shared } from "../../host/testing/shared.js";

const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const strict = { "content-security-policy": policy };

/** A page of a shop; a project's own file has its words too, each on a line of its own. */
function shopHtml({ price = "64,50 €", item = "card" } = {}): string {
  return `<!doctype html>
<html lang="en"><head><title>Lamps</title><style>
:root { --accent: #0b5fff }
body { font: 16px sans-serif }
h2, .buy { color: var(--accent) }
.buy { background: #fff; border: 1px solid; padding: 12px }
</style></head><body><main><h1>Lamps</h1>
<article class="${item}">
<h2>Arc</h2>
<p class="price">${price}</p>
<button class="buy">Buy Arc</button>
</article>
<article class="${item}"><h2>Globe</h2><p class="price">89,00 €</p><button class="buy">Buy Globe</button></article>
<div><template shadowrootmode="open"><p id="inside">In a shadow root</p></template></div>
<iframe title="Terms" src="terms"></iframe></main></body></html>`;
}

const varying = `<!doctype html><html lang="en"><title>News</title><main><h1>News</h1><p>Lamps are here to stay.</p><p id="now"></p></main>
<script>document.querySelector("#now").textContent = "Visitor " + Math.random().toString(36).slice(2)</script></html>`;

/** A page that draws nothing before a request of its own is answered, long after its load event. */
const late = `<!doctype html><html lang="en"><title>Late</title><main></main>
<script>fetch("slow").then((answer) => answer.text()).then((text) => (document.querySelector("main").innerHTML = text))</script></html>`;
/** The same of a page whose requests never end: it asks the same again and again, and reads an answer that goes on. */
const busy = late.replace("</script>", `;fetch("endless");setInterval(() => fetch("answer"), 100)</script>`).replace("Late", "Busy");
const lateHtml = "<h1>Drawn late</h1><p>Not wanted any more</p>";

const pages = shared(() =>
  servePages({
    ...{ late: { html: late }, busy: { html: busy }, slow: { html: lateHtml, afterMs: 1_500 } },
    endless: { html: "Some words", headers: { "content-length": "1000" } },
    answer: { html: "Served words" },
    shop: { html: shopHtml(), headers: strict },
    renamed: { html: shopHtml({ item: "tile" }), headers: strict },
    broken: { html: shopHtml({ price: "$ 64.5" }), headers: strict },
    terms: { html: `<!doctype html><html lang="en"><title>Terms</title><p>Thirty days</p></html>`, headers: strict },
    varying: { html: varying },
  }),
);
const studio = shared(() => openStudio());

const config = `import { defineConfig } from "@playwright/test";
const { CHROMIUM, FLAGS, PAGES } = process.env;
export default defineConfig({
  workers: 1,
  expect: { timeout: 700 },
  use: { baseURL: PAGES },
  reporter: [["json", { outputFile: "report.json" }]],
  projects: [
    { name: "chromium", use: { launchOptions: { executablePath: CHROMIUM, args: (FLAGS ?? "").split(" ") } } },
  ],
});
`;

/** Titles say what is to come of each. */
const spec = `import { expect, test, type Check } from "svc-capture/playwright";
const euros: Check = { kind: "text", expected: "64,50 €" };

test("passes: reads a page, under any policy, and leaves it as it was", async ({ page: tab, svc }) => {
  await tab.goto("shop");
  const before = await tab.content();
  const capture = await svc.capture("shop");
  expect(capture.format).toBe("svc-capture");
  expect(JSON.stringify(capture)).toContain("Thirty days");
  expect(await tab.content()).toBe(before);
  expect(await tab.evaluate(() => "svcCapture" in globalThis)).toBe(false);
  await expect(capture).toKeep("price");
});
test("passes: a locator's elements, in shadow roots and frames too", async ({ page: tab }) => {
  await tab.goto("shop");
  await expect(tab.locator(".price").first()).toFit(euros);
  await expect(tab.locator(".price").last()).not.toFit(euros);
  await expect(tab.locator("#inside")).toFit([{ kind: "text", expected: "In a shadow root" }, { kind: "visible" }]);
  await expect(tab.frameLocator("iframe").locator("p")).toFit({ kind: "text", expected: "Thirty days" });
  await expect(tab).toHaveNoFindings({ rules: ["button-name", "overlap"] });
  await expect(tab.locator(".missing")).toFit({ kind: "gone" });
  for (const kind of ["visible", "exists", "no-overflow"] as const) await expect(tab.locator(".missing")).not.toFit({ kind });
  await expect(tab.locator(".missing")).not.toHaveNoFindings();
  await expect(tab.locator(".price")).not.toFit(euros);
});
test("passes: waits until it shows", async ({ page: tab }) => {
  await tab.goto("varying");
  await tab.evaluate(() => setTimeout(() => (document.querySelector("h1")!.textContent = "Late"), 250));
  await expect(tab.locator("h1")).toFit({ kind: "text", expected: "Late" });
});
test("fails, with its words: element, line, expected and found", async ({ page: tab }) => {
  // The runner starts a process and a browser anew after a failure that it does not expect.
  test.fail();
  const wordsOf = (failing: Promise<void>) => failing.then(() => "passed", (error: Error) => error.message);
  await tab.goto("varying");
  await tab.evaluate(() => document.querySelector("main")!.append(document.createElement("button")));
  const body = [
    await wordsOf(expect(tab).toHaveNoFindings({ impact: "serious" })),
    await wordsOf(expect(tab).toHaveNoFindings({ rules: ["no-such-rule"] })),
    "among several: " + (await wordsOf(expect(tab.locator("h1, button")).toHaveNoFindings({ rules: ["button-name"] }))),
  ];
  await test.info().attach("words", { body: body.join("\\n") });
  await tab.goto("broken");
  await expect(tab.locator(".price").first()).toFit(euros);
});
`;

let root = "";
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "svc-playwright-"));
  const reader = readCapture(await studio.html(shopHtml(), { path: "shop" }));
  const drawn = readCapture(
    await studio.html(late.replace("<main></main>", `<main>${lateHtml}</main>`).replace(/<script.*script>/, ""), { path: "late" }),
  );
  const dollars = "Dollars here, euros everywhere else";
  const notes = casesText(
    new Map([
      ["price", noteOn(reader, "shop", "64,50 €", dollars)],
      ["renamed", noteOn(reader, "renamed", "64,50 €", "It is found again in renamed classes")],
      ["broken", noteOn(reader, "broken", "64,50 €", `fails: ${dollars}`)],
      ["buy", noteOn(reader, "broken", "Buy Arc", "It says what is bought")],
      ["late", noteOn(drawn, "late", "Drawn late", "Its own words")],
      ["busy", noteOn(drawn, "busy", "Drawn late", "Its own words, while it goes on asking")],
      ["late-gone", { ...noteOn(drawn, "late", "Not wanted any more", "fails: drawn late, it was to go"), checks: [{ kind: "gone" }] }],
    ]),
  );
  const files: Readonly<Record<string, string>> = {
    "playwright.config.ts": config,
    "rows.spec.ts": spec,
    // After the other: what fails last starts nothing anew.
    "runs-notes.spec.ts": `import { testNotes } from "svc-capture/playwright";\ntestNotes();\n`,
    "tsconfig.json": `{ "compilerOptions": { "module": "ESNext", "moduleResolution": "bundler", "strict": true, "lib": ["ES2022", "DOM"], "types": ["node"], "noEmit": true }, "include": ["*.ts"] }`,
    "svc.notes.json": notes,
    "index.html": shopHtml({ price: "$ 64.5" }),
    ".git/HEAD": "",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const installed = join(root, "node_modules/svc-capture");
  mkdirSync(join(installed, "dist"), { recursive: true });
  copyFileSync(join(projectRoot, "package.json"), join(installed, "package.json"));
  for (const name of ["playwright.js", "playwright.d.ts", "capture.js"]) copyFileSync(distPath(name), join(installed, "dist", name));
  for (const name of ["@playwright", "@types"]) symlinkSync(join(projectRoot, "node_modules", name), join(root, "node_modules", name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function noteOn(reader: CaptureReader, page: string, text: string, note: string) {
  const element = [...reader.elements()].find((one) => one.text === text);
  const elements = [caseElement(elementTargetOf(reader, element?.index ?? 0))];
  const checks: Check[] = [{ kind: "text", expected: text }];
  return { note, page: `http://localhost:1/${page}`, checks, elements };
}

/** Runs Playwright's own command; answers each test's outcome and its words, by title. */
async function run() {
  const browsers = {
    CHROMIUM: pageBrowserPath(),
    FLAGS: quietFlags.join(" "),
    PAGES: pages.url(""),
  };
  const cli = join(projectRoot, "node_modules/@playwright/test/cli.js");
  const { exitCode, stdout, stderr } = await execa(process.execPath, [cli, "test"], {
    cwd: root,
    env: { ...browsers, CI: "1" },
    reject: false,
  });
  const report = JSON.parse(readFileSync(join(root, "report.json"), "utf8")) as {
    suites: readonly Suite[];
    errors: readonly { message: string }[];
  };
  const outcomes = new Map<string, Outcome>();
  const add = ({ specs = [], suites = [] }: Suite): void => {
    for (const { title, tests } of specs)
      for (const { results } of tests)
        outcomes.set(title, {
          status: results.at(-1)?.status,
          ms: results.reduce((sum, { duration }) => sum + duration, 0),
          words: results.flatMap(({ errors }) => errors.map(({ message }) => plainText(message))).join("\n"),
          attached: results.flatMap(({ attachments }) =>
            attachments.map(({ name, body = "" }) => `${name} ${Buffer.from(body, "base64").toString()}`),
          ),
        });
    suites.forEach(add);
  };
  report.suites.forEach(add);
  if (outcomes.size === 0) throw new Error(`${stdout}\n${stderr}\n${JSON.stringify(report.errors)}`);
  return { exitCode, outcomes };
}

interface Outcome {
  readonly status: string | undefined;
  readonly ms: number;
  readonly words: string;
  readonly attached: readonly string[];
}
interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly status: string;
        readonly duration: number;
        readonly errors: readonly { readonly message: string }[];
        readonly attachments: readonly { readonly name: string; readonly body?: string }[];
      }[];
    }[];
  }[];
}

function plainText(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  return message.replace(/\u001b\[[\d;]*m/g, "");
}

describe("svc-capture/playwright, in Playwright's own runner", () => {
  it("runs matchers and notes, found again in renamed classes; what fails is reported in words", async () => {
    const { exitCode, outcomes } = await run();
    const wrong = [...outcomes].filter(([title, { status }]) => {
      return status !== (title.startsWith("fails") ? "failed" : "passed");
    });
    expect(wrong).toEqual([]);
    expect(exitCode).toBe(1);
    const failed = outcomes.get("fails, with its words: element, line, expected and found");
    expect(failed?.words).toMatch(/paragraph “\$ 64\.5” · index\.html:10 should be “64,50 €”, found “\$ 64\.5”/);
    expect(outcomes.get("fails: drawn late, it was to go (late-gone)")?.words).toMatch(/should be gone/);
    expect(outcomes.get("fails: Dollars here, euros everywhere else (broken)")?.words).toMatch(
      /“fails: Dollars here, euros everywhere else” does not hold any more\n +paragraph “\$ 64\.5”.* should be “64,50 €”, found “\$ 64\.5”/,
    );
    const attached = failed?.attached.join("\n");
    for (const words of [
      /button .*\(button-name, critical\)/,
      /There is no rule no-such-rule\. Rules: .*button-name/,
      /among several: [\s\S]*1 finding\n/,
      /svc: where/,
    ])
      expect(attached).toMatch(words);
    const msOf = (title: string) => outcomes.get(title)?.ms ?? Number.NaN;
    // A page that goes on asking is given ten seconds where it is waited for.
    expect(msOf("Its own words, while it goes on asking (busy)") - msOf("Its own words (late)")).toBeLessThan(5_000);
  });

  it.skipIf(!isLong)("is typed", async () => {
    const tsc = await execa(process.execPath, [join(projectRoot, "node_modules/typescript/bin/tsc"), "-p", root], { reject: false });
    expect(tsc.stdout).toBe("");
  });
});
