import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openStudio } from "../testing/captures.js";
import { pageBrowserPath, quietFlags } from "../testing/chromium.js";
import { isLong } from "../testing/long.js";
import { distPath, projectRoot } from "../testing/paths.js";
import { shared } from "../testing/shared.js";
import { type Answered, openToolBench, rowsOf } from "../testing/tool-bench.js";

const page = (
  extra: string,
) => `<!doctype html><html lang="en"><title>Order "now" \`\${1}\`</title><body><header><nav aria-label="Main"><a href="#a">Home</a> <a href="#b">Home</a> <a href="#c">It's\\new</a></nav></header>
<main><h1>Order</h1><form><label>Your name <input name="who"></label><label><input type="checkbox" checked> Gift</label><select aria-label="Size"><option>S</option></select>
<button type="button" disabled>Not yet</button><button type="button" data-testid="send">Send</button>${extra}</form><div id="host"></div><iframe title="Inner" srcdoc="<button>Inside</button>"></iframe></main>
<script>document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<button>In the shadow</button><p><a href='#d'>Twice</a><a href='#e'>Twice</a></p>";
document.body.appendChild(document.createElement("nextjs-portal")).attachShadow({ mode: "open" }).innerHTML = "<button>Open Dev Tools</button>";</script></body></html>`;
const extra = '<button type="button">Add a line</button>';

const hard = (buttons: number) => `<!doctype html><html lang="en"><title>Hard</title><style>.u { text-transform: uppercase }</style>
<main><h1 class="u">Hard ones</h1><button class="u">Add (1/2)</button><button class="u">Schließen</button><button>Save</button><a class="u" href="#e">Save</a>
<button class="u">save</button><label class="u">Email <input></label><label>Sending <input type="submit" value="Send it"></label><button aria-disabled="true">Later</button>
<a href="#f">&nbsp;</a><button data-testid="${"x".repeat(120)}">Long</button><x-i></x-i><x-button>Sign in</x-button><input id="i"><p>${"<button></button>".repeat(buttons)}<button hidden></button></p></main>
<script>document.querySelector("x-i").attachShadow({ mode: "open" }).innerHTML = '<input id="i">';
document.querySelector("x-button").attachShadow({ mode: "open" }).innerHTML = '<button style="text-transform:uppercase"><span><slot></slot></span></button>';</script></html>`;
const links = (count: number) =>
  `<!doctype html><html lang="en"><title>Links</title><main><h1>Links</h1>${Array.from({ length: count }, (_, index) => `<p><a href="/${index}">Link number ${index}</a></p>`).join("")}</main></html>`;
const tasks = (body: string) => `<!doctype html><html lang="en"><title>Tasks</title><main><h1>Tasks</h1>${body}</main></html>`;
const rows = (...names: readonly string[]) =>
  tasks(
    `<table><thead><tr><th>Name</th><th><button>Sort</button></th></tr></thead><tbody>${names.map((name) => `<tr><td><a href="/${name}">${name}</a></td><td><button>Edit</button></td></tr>`).join("")}</tbody></table>`,
  );
const alike = (one: string, two: string) =>
  tasks(
    `<ul><li><p>of <i>all</i> things: <i>now</i></p><label>${one}</label> <button>Delete</button></li><li><label>${two}</label> <button>Delete</button></li></ul>`,
  );
const drawn = (withPicture: boolean) =>
  tasks(
    `<ul style="text-transform:uppercase">${[1, 2, 3, 4].map((at) => `<li><p>Message ${at}</p><a href="/reply">Reply</a> <button>${withPicture ? '<img alt="pin" src="data:,">' : ""}Keep</button></li>`).join("")}</ul>`,
  );
const dialog = tasks(
  `<button>New</button><dialog aria-label="New task"><input aria-label="Title"><button>Save</button></dialog><script>document.querySelector("dialog").showModal()</script>`,
);

const means = tasks(
  `<img alt="Oak" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><button aria-expanded="false">Filters</button><a href="/all">All</a>`,
);

const ordered = (columns: string) =>
  tasks(
    `<nav aria-label="Main"><a href="/home">Home</a><a href="/shop">Shop</a></nav><nav aria-label="Pages"><a href="/p/1">Page 1</a><a href="/p/2">Page 2</a></nav><div role="tablist"><button role="tab">Day</button><button role="tab">Week</button></div><table><tr>${columns}</tr></table><p class="price">€ 19.90</p>`,
  );
const columns = ordered("<th>Name</th><th>City</th>");

const headed = (body: string) =>
  tasks(
    `<h3>Open</h3><table><thead><tr><th><input type="checkbox"></th><th>Name</th><th>City</th></tr></thead><tbody><tr><td>-</td><td>Ann</td><td>Rome</td></tr></tbody></table>
    <h3>Closed</h3><table><thead><tr><th>Name</th><th>Town</th></tr></thead><tbody><tr><td>Bob</td><td>Bonn</td></tr></tbody></table>
    <div><label>First<i></i> name <b>*</b></label><input placeholder="Ann"></div><div><label>Mail</label><input placeholder="a@b"></div><div><label>Mail</label><input placeholder="c@d"></div><div><label><b><i>Road</i></b></label><input placeholder="Via"></div><ul><li><p>Ann</p><form><button>Stay</button></form></li><li><p>Account</p><form><button>Log out</button></form></li></ul>${body}`,
  );

const scrolled = (heading: string, column: string) =>
  tasks(
    `<div style="height:300px;overflow:auto"><div style="height:900px">Above</div>${heading}<table><thead><tr><th>Name</th>${column}</tr></thead><tbody><tr><td>Ann</td><td>Rome</td></tr></tbody></table></div>`,
  );

/** Pages for which a file is generated, and pages that then stand in their place; the file is run on each. */
const cases = {
  order: { html: page(extra), later: { "without a control": page("") } },
  hard: { html: hard(2), later: { "without a button": hard(1) } },
  cut: { html: links(120), maxTokens: 800 },
  continued: { html: links(60), maxTokens: 800, file: 1 },
  rows: {
    html: rows("Ann", "Bob", "Cid", "Dan"),
    later: {
      "with other rows": rows("Eve", "Fay", "Gus"),
      "without a row's button": rows("Eve", "Fay", "Gus").replace("<button>Edit</button></td></tr></tbody>", "</td></tr></tbody>"),
    },
  },
  alike: { html: alike("Buy milk", "Walk the dog"), later: { "in the other order": alike("Walk the dog", "Buy milk") } },
  drawn: { html: drawn(true), later: { "without the pictures": drawn(false) } },
  dialog: { html: dialog },
  means: {
    html: means,
    later: { changed: means.replace('alt="Oak"', 'alt=""').replace(' aria-expanded="false"', "").replace('"/all"', '"#"') },
  },
  ordered: {
    html: columns,
    later: {
      swapped: ordered("<th>City</th><th>Name</th>")
        .replace(/(<a href=".home">Home<.a>)(<a href=".shop">Shop<.a>)/, "$2$1")
        .replace(/(<button role="tab">Day<.button>)(<button role="tab">Week<.button>)/, "$2$1"),
      "with other data": columns.replace(/<a href=".p.1">Page 1<.a>/, "").replace("19.90", "91.90"),
    },
  },
  scrolled: {
    html: scrolled("<h2>Below</h2>", "<th><div>Town</div></th>"),
    later: {
      "without a heading out of sight": scrolled("", "<th><div>Town</div></th>"),
      ...(isLong ? { "without a column out of sight": scrolled("<h2>Below</h2>", "") } : {}),
    },
  },
  headed: {
    html: headed(""),
    later: {
      without: [
        "<th>City</th>",
        "<h3>Closed</h3>",
        "<label>Mail</label>",
        "<label>First<i></i> name <b>*</b></label>",
        "<label><b><i>Road</i></b></label>",
      ].reduce((html, part) => html.replace(part, ""), headed("")),
      ...(isLong ? { "without one of two equal columns": headed("").replace("<th>Name</th><th>Town</th>", "<th>Town</th>") } : {}),
      "with other rows": headed("").replaceAll(/<td>\w+/g, "<td>Eve"),
    },
  },
} as const satisfies Record<string, Case>;

interface Case {
  readonly html: string;
  readonly maxTokens?: number;
  /** Which of the files that follow each other is run; the first by default. */
  readonly file?: number;
  readonly later?: Readonly<Record<string, string>>;
}

/** What the tool has answered for a case: with all files that follow each other, and the text of the one that is run. */
interface Generated {
  readonly answers: readonly Answered[];
  readonly text: string;
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** The runner's messages. */
  readonly errors: string;
}

const studio = shared(openStudio);
const bench = shared(openToolBench);
let outcomes: ReadonlyMap<string, Outcome>;
const generated = new Map<string, Generated>();

beforeAll(async () => {
  const specs: Record<string, string> = {};
  for (const [name, one] of Object.entries<Case>(cases)) {
    const made = await generate(name, one);
    generated.set(name, made);
    specs[name] = made.text;
    for (const [change, html] of Object.entries(one.later ?? {})) {
      const path = `${name}-${change.replaceAll(/\W/g, "-")}.html`;
      await studio.html(html, { path });
      const text = made.text.replaceAll(studio.server.url(`${name}.html`), studio.server.url(path));
      specs[`${name} ${change}`] = text;
    }
  }
  outcomes = await runInPlaywright(specs);
});

async function generate(name: string, { html, maxTokens, file = 0 }: Case): Promise<Generated> {
  const capture = await bench.add(await studio.html(html, { path: `${name}.html` }));
  const answers: Answered[] = [];
  for (let cursor: string | undefined; answers.length === 0 || (cursor !== undefined && answers.length < 20); ) {
    const place = cursor === undefined ? { capture } : { cursor };
    const answer = await bench.call("generate_tests", { ...place, ...(maxTokens === undefined ? {} : { maxTokens }) });
    answers.push(answer);
    cursor = z.object({ nextCursor: z.string().optional() }).optional().parse(answer["truncated"])?.nextCursor;
  }
  return { answers, text: codeOf(answers[file]) };
}

function of(name: keyof typeof cases): Generated {
  const made = generated.get(name);
  if (made === undefined) throw new Error(`nothing was generated for ${name}`);
  return made;
}

function codeOf(answer: Answered | undefined): string {
  return String(answer?.["code"]).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
}

const specsSchema = z.array(
  z.object({
    tests: z.array(z.object({ results: z.array(z.object({ status: z.string(), errors: z.array(z.object({ message: z.string() })) })) })),
  }),
);

/** The parts of Playwright's report that count: a suite for each file, and in it one for each `describe`. */
const reportSchema = z.object({
  suites: z.array(z.object({ file: z.string(), specs: specsSchema, suites: z.array(z.object({ specs: specsSchema })).default([]) })),
});

/**
 * The runner starts a process and a browser anew after a failure that it does not expect: it expects each here. All tests have one page: to make one
 * costs as much as what a test does on it.
 */
const runner = `import { test as base } from "@playwright/test";
export { expect } from "@playwright/test";
export const test = base.extend({
  shared: [async ({ browser }, use) => use(await browser.newPage()), { scope: "worker" }],
  page: ({ shared }, use) => use(shared),
  expected: [async ({}, use, info) => { await use(); if (info.status === "failed") info.fail(); }, { auto: true }],
});
`;

/** Runs all files at once, as starting the runner takes longer than any of them. */
async function runInPlaywright(specs: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Outcome>> {
  // Below the project, so that the runner's own package is found.
  mkdirSync(distPath(""), { recursive: true });
  const folder = mkdtempSync(distPath("generated-tests-"));
  try {
    const use = { launchOptions: { executablePath: pageBrowserPath(), args: [...quietFlags] } };
    const config = { timeout: 30_000, expect: { timeout: 700 }, workers: 1, reporter: "json", outputDir: join(folder, "results"), use };
    writeFileSync(join(folder, "playwright.config.mjs"), `export default ${JSON.stringify(config)};`);
    writeFileSync(join(folder, "runner.mjs"), runner);
    const names = Object.keys(specs);
    for (const [index, name] of names.entries())
      writeFileSync(join(folder, `${index}.spec.ts`), specs[name]?.replace(`from "@playwright/test"`, `from "./runner.mjs"`) ?? "");
    const cli = join(projectRoot, "node_modules/@playwright/test/cli.js");
    const { stdout } = await execa(process.execPath, [cli, "test", "--config", folder], { cwd: folder, reject: false });
    const { suites } = reportSchema.parse(JSON.parse(stdout));
    return new Map(
      suites.map(({ file, specs: outer, suites: inner }) => {
        const tests = [...outer, ...inner.flatMap(({ specs }) => specs)];
        const results = tests.flatMap((test) => test.tests.flatMap((one) => one.results));
        const failed = results.filter(({ status }) => status !== "passed");
        const errors = failed.flatMap((result) => result.errors);
        const outcome = {
          passed: results.length - failed.length,
          failed: failed.length,
          errors: errors.map(({ message }) => message).join("\n"),
        };
        return [names[Number.parseInt(file, 10)] ?? file, outcome];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The locators of what failed in a file, in its order. */
function failingIn(name: string): readonly string[] {
  return [...(outcomes.get(name)?.errors ?? "").matchAll(/^Locator: +(.*)$/gm)].map(([, locator = ""]) => locator);
}

describe("generate_tests", () => {
  it("writes a file that passes on the page, and fails when a control is gone", () => {
    const { answers, text } = of("order");
    for (const name of ["Your name", "Gift", "Size", "Not yet", "Send", "Add a line", "In the shadow", "Inside"])
      expect(text, name).toContain(name === "Send" ? "getByTestId('send')" : name);
    expect(answers[0]?.["controls"]).toBeGreaterThanOrEqual(12);
    expect(text, "the development server's").not.toContain("Dev Tools");
    expect(outcomes.get("order")).toMatchObject({ passed: 2, failed: 0 });
    const failing = outcomes.get("order without a control");
    expect(failing?.failed).toBeGreaterThan(0);
    expect(failing?.errors).toMatch(/Add a line/);
  });

  it("fails when an alternative text, a state that a control tells, or a link's target is gone", () => {
    expect(outcomes.get("means")).toMatchObject({ passed: 2, failed: 0 });
    expect(failingIn("means changed")).toEqual(
      ["'img', { name: 'Oak'", "'button', { name: 'Filters'", "'link', { name: 'All'"].map((part) => expect.stringContaining(part)),
    );
  });

  it("fails for links, tabs or columns in another order, not for numbers", () => {
    expect(outcomes.get("ordered")).toMatchObject({ passed: 2, failed: 0 });
    expect(failingIn("ordered swapped")).toEqual(
      ["link", "tab", "columnheader"].map((role) => expect.stringMatching(`\\.getByRole\\('${role}'\\)$`)),
    );
    expect(outcomes.get("ordered with other data")?.errors).not.toMatch(/toHaveText/);
  });

  it("tests the text of the one element that is asked for", async () => {
    const capture = await bench.add(await studio.html(columns, { path: "ordered.html" }));
    const [price] = rowsOf(await bench.call("get_elements_by_role", { capture, role: "paragraph" }));
    expect(codeOf(await bench.call("generate_tests", { capture, ref: price?.["ref"] }))).toContain(".toHaveText('€ 19.90')");
  });

  it("writes locators as Playwright reads names, ids and places", () => {
    const { answers, text } = of("hard");
    expect(answers[0]?.["controls"]).toBe(15);
    expect(text).toContain("getByRole('button', { name: /^ADD \\(1\\/2\\)$/i })");
    expect(outcomes.get("hard")).toMatchObject({ passed: 2, failed: 0 });
    expect(outcomes.get("hard without a button")?.failed).toBeGreaterThan(0);
  });

  it("stays a whole file in a small budget, and says what it left out", () => {
    expect(of("cut").answers[0]).toMatchObject({ truncated: { total: 120 } });
    expect(outcomes.get("cut")).toMatchObject({ passed: 2, failed: 0 });
  });

  it("fills what it may cost when it has to cut", async () => {
    const capture = await bench.add(await studio.html(links(300).replace("<h1>Links</h1>", "")));
    const text = await bench.text("generate_tests", { capture });
    expect(JSON.parse(text)).toMatchObject({ truncated: { total: 300 } });
    expect(countTokens(text) / 6_000).toBeGreaterThan(0.7);
  });

  it("keeps to its budget where names cost many tokens", async () => {
    const names = Array.from({ length: 150 }, (_, index) => `<p><button>购物车 ${index} «Kößlarn» é à ü</button></p>`).join("");
    const capture = await bench.add(await studio.html(`<!doctype html><html lang="en"><title>数</title><main>${names}</main></html>`));
    const answer = await bench.call("generate_tests", { capture });
    expect(answer).toMatchObject({ code: expect.stringContaining("购物车 20 "), truncated: { total: 150 } });
  });

  it("goes on where the last file ended, until all controls are covered", async () => {
    const files = of("continued").answers.map(codeOf);
    expect(new Set(files.flatMap((text) => text.match(/Link number \d+/g) ?? [])).size).toBe(60);
    expect(files.map((text) => text.includes("has its landmarks"))).toEqual(files.map((_, index) => index === 0));
    expect(outcomes.get("continued")).toMatchObject({ passed: 1, failed: 0 });
    expect(await bench.call("generate_tests", { cursor: "nowhere" })).toMatchObject({ error: { code: "invalid-input" } });
  });

  it("tests rows of data by what every row offers, not by what it says", () => {
    const { answers, text } = of("rows");
    expect(answers[0]?.["controls"]).toBe(9);
    expect(text).not.toMatch(/Ann|nth-of-type/);
    expect(text.match(/^ +await expect(?!\.soft)/m)).toBe(null);
    expect(outcomes.get("rows")).toMatchObject({ passed: 2, failed: 0 });
    expect(outcomes.get("rows with other rows")).toMatchObject({ passed: 2, failed: 0 });
    expect(outcomes.get("rows without a row's button")?.failed).toBeGreaterThan(0);
  });

  it("finds what rows offer where styles draw it in capitals and pictures stand beside it", () => {
    expect(outcomes.get("drawn")).toMatchObject({ passed: 2, failed: 0 });
    expect(outcomes.get("drawn without the pictures")?.failed).toBeGreaterThan(0);
  });

  it("finds controls of one name in another order", () => {
    expect(outcomes.get("alike in the other order")).toMatchObject({ passed: 2, failed: 0 });
  });

  it("fails without a heading, a header of a table or a label, and passes whatever the rows hold", () => {
    for (const name of ["headed", "headed with other rows"]) expect(outcomes.get(name)).toMatchObject({ passed: 2, failed: 0 });
    expect(failingIn("headed without")).toEqual(["City", "Closed", "First", "Mail", "Road"].map((part) => expect.stringContaining(part)));
    if (isLong) expect(outcomes.get("headed without one of two equal columns")?.failed).toBeGreaterThan(0);
  });

  it("fails without what a container is scrolled away from", () => {
    expect(outcomes.get("scrolled")).toMatchObject({ passed: 1, failed: 0 });
    for (const change of Object.keys(cases.scrolled.later)) expect(outcomes.get(`scrolled ${change}`)?.failed, change).toBeGreaterThan(0);
  });

  it("says which state the page must be brought into", () => {
    const { text } = of("dialog");
    expect(text).toMatch(/page\.goto\(.*\);\n +\/\/ .*open layer \(dialog New task\): open it here/);
    expect(text).not.toContain("'New'");
    expect(outcomes.get("dialog")).toMatchObject({ failed: 0 });
  });

  it("covers one part of a page when a ref is given", async () => {
    const capture = await bench.add(await studio.html(page(extra), { path: "order.html" }));
    const elements = await bench.call("get_elements_by_role", { capture, role: "navigation" });
    const [navigation] = rowsOf(elements);
    const { code } = await bench.call("generate_tests", { capture, ref: navigation?.["ref"] });
    expect(code).toContain("It\\'s\\\\new");
    expect(code).not.toContain("Add a line");
  });
});
