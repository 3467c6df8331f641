import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStudio, type Studio } from "../testing/captures.js";
import { chromiumPath } from "../testing/chromium.js";
import { distPath, projectRoot } from "../testing/paths.js";
import { openToolBench, type ToolBench } from "../testing/tool-bench.js";

const page = (
  extra: string,
) => `<!doctype html><html lang="en"><title>Order "now" \`\${1}\`</title><body><header><nav aria-label="Main"><a href="#a">Home</a> <a href="#b">Home</a> <a href="#c">It's\\new</a></nav></header>
<main><h1>Order</h1><form><label>Your name <input name="who"></label><label><input type="checkbox" checked> Gift</label><select aria-label="Size"><option>S</option></select>
<button type="button" disabled>Not yet</button><button type="button" data-testid="send">Send</button>${extra}</form><div id="host"></div><iframe title="Inner" srcdoc="<button>Inside</button>"></iframe></main>
<script>document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<button>In the shadow</button><p><a href='#d'>Twice</a><a href='#e'>Twice</a></p>";</script></body></html>`;
const extra = '<button type="button">Add a line</button>';

let studio: Studio;
let bench: ToolBench;
let folder = "";
beforeAll(async () => {
  studio = await openStudio();
  bench = await openToolBench();
  // Below the project, so that the runner's own package is found.
  mkdirSync(distPath(""), { recursive: true });
  folder = mkdtempSync(distPath("generated-tests-"));
  const use = { launchOptions: { executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu"] } };
  writeFileSync(
    join(folder, "playwright.config.mjs"),
    `export default { timeout: 30000, expect: { timeout: 1500 }, workers: 1, reporter: "line", outputDir: ${JSON.stringify(join(folder, "results"))}, use: ${JSON.stringify(use)} };`,
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bench.close();
  await studio.close();
});

async function run(code: string) {
  writeFileSync(join(folder, "page.spec.ts"), code);
  return execa(process.execPath, [join(projectRoot, "node_modules/@playwright/test/cli.js"), "test", "--config", folder], {
    cwd: folder,
    reject: false,
    all: true,
  });
}

function plain(code: unknown): string {
  return String(code).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
}

describe("generate_tests", () => {
  it("writes a file that passes on the page, and fails when a control is gone", async () => {
    const capture = await studio.html(page(extra), { path: "order.html" });
    const { code, controls } = await bench.call("generate_tests", { capture: await bench.add(capture) });
    const text = String(code).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
    for (const name of ["Your name", "Gift", "Size", "Not yet", "Send", "Add a line", "In the shadow", "Inside"])
      expect(text, name).toContain(name === "Send" ? "getByTestId('send')" : name);
    expect(controls).toBeGreaterThanOrEqual(12);
    const passing = await run(text);
    expect(passing.all).toMatch(/2 passed/);
    // The same address without one of the controls.
    await studio.html(page(""), { path: "order.html" });
    const failing = await run(text);
    expect(failing.exitCode).not.toBe(0);
    expect(failing.all).toMatch(/Add a line/);
  });

  it("writes locators as Playwright reads names, ids and places", async () => {
    const html = (buttons: number) => `<!doctype html><html lang="en"><title>Hard</title><style>.u { text-transform: uppercase }</style>
<main><h1 class="u">Hard ones</h1><button class="u">Add (1/2)</button><button class="u">Schließen</button><button>Save</button><a class="u" href="#e">Save</a>
<button class="u">save</button><label class="u">Email <input></label><label>Sending <input type="submit" value="Send it"></label><button aria-disabled="true">Later</button>
<a href="#f">&nbsp;</a><button data-testid="${"x".repeat(120)}">Long</button><x-i></x-i><x-button>Sign in</x-button><input id="i"><p>${"<button></button>".repeat(buttons)}<button hidden></button></p></main>
<script>document.querySelector("x-i").attachShadow({ mode: "open" }).innerHTML = '<input id="i">';
document.querySelector("x-button").attachShadow({ mode: "open" }).innerHTML = '<button style="text-transform:uppercase"><span><slot></slot></span></button>';</script></html>`;
    const capture = await studio.html(html(2), { path: "hard.html" });
    const { code, controls } = await bench.call("generate_tests", { capture: await bench.add(capture) });
    const text = String(code).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
    expect(controls).toBe(15);
    expect(text).toContain("getByRole('button', { name: /^ADD \\(1\\/2\\)$/i })");
    expect((await run(text)).all).toMatch(/2 passed/);
    await studio.html(html(1), { path: "hard.html" });
    expect((await run(text)).exitCode).not.toBe(0);
  });

  it("stays a whole file in a small budget, and says what it left out", async () => {
    const links = Array.from({ length: 120 }, (_, index) => `<p><a href="/${index}">Link number ${index}</a></p>`).join("");
    const capture = await bench.add(
      await studio.html(`<!doctype html><html lang="en"><title>Links</title><main><h1>Links</h1>${links}</main></html>`, {
        path: "links.html",
      }),
    );
    const answer = await bench.call("generate_tests", { capture, maxTokens: 800 });
    expect(answer).toMatchObject({ truncated: { total: 120 } });
    const text = String(answer["code"]).replace(/^\[CAPTURED_TEXT\]|\[\/CAPTURED_TEXT\]$/g, "");
    expect((await run(text)).all).toMatch(/2 passed/);
  });

  it("fills what it may cost when it has to cut", async () => {
    const links = Array.from({ length: 300 }, (_, index) => `<p><a href="/${index}">Link number ${index}</a></p>`).join("");
    const capture = await bench.add(await studio.html(`<!doctype html><html lang="en"><title>Links</title><main>${links}</main></html>`));
    const text = await bench.text("generate_tests", { capture });
    expect(JSON.parse(text)).toMatchObject({ truncated: { total: 300 } });
    expect(countTokens(text) / 6_000).toBeGreaterThan(0.7);
  });

  it("keeps to its budget where names cost many tokens", async () => {
    const links = Array.from({ length: 150 }, (_, index) => `<p><button>购物车 ${index} «Kößlarn» é à ü</button></p>`).join("");
    const capture = await bench.add(await studio.html(`<!doctype html><html lang="en"><title>数</title><main>${links}</main></html>`));
    const answer = await bench.call("generate_tests", { capture });
    expect(answer).toMatchObject({ code: expect.stringContaining("购物车 20 "), truncated: { total: 150 } });
  });

  it("goes on where the last file ended, until all controls are covered", async () => {
    const links = Array.from({ length: 60 }, (_, index) => `<p><a href="/${index}">Link number ${index}</a></p>`).join("");
    const html = `<!doctype html><html lang="en"><title>Links</title><main><h1>Links</h1>${links}</main></html>`;
    const capture = await bench.add(await studio.html(html, { path: "links.html" }));
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let file = 0; file < 20 && (file === 0 || cursor !== undefined); file++) {
      const answer = await bench.call("generate_tests", { maxTokens: 800, ...(cursor === undefined ? { capture } : { cursor }) });
      const text = plain(answer["code"]);
      seen.push(...[...text.matchAll(/Link number \d+/g)].map(([link]) => link));
      if (file === 1) expect((await run(text)).all).toMatch(/1 passed/);
      expect(text.includes("has its landmarks")).toBe(file === 0);
      cursor = (answer["truncated"] as { nextCursor?: string } | undefined)?.nextCursor;
    }
    expect(new Set(seen).size).toBe(60);
    expect(await bench.call("generate_tests", { cursor: "nowhere" })).toMatchObject({ error: { code: "invalid-input" } });
  });

  const rows = (...names: readonly string[]) =>
    `<table><thead><tr><th>Name</th><th><button>Sort</button></th></tr></thead><tbody>${names.map((name) => `<tr><td><a href="/${name}">${name}</a></td><td><button>Edit</button></td></tr>`).join("")}</tbody></table>`;
  const tasks = (body: string) => `<!doctype html><html lang="en"><title>Tasks</title><main><h1>Tasks</h1>${body}</main></html>`;

  it("tests rows of data by what every row offers, not by what it says", async () => {
    const capture = await bench.add(await studio.html(tasks(rows("Ann", "Bob", "Cid", "Dan")), { path: "rows.html" }));
    const { code, controls } = await bench.call("generate_tests", { capture });
    const text = plain(code);
    expect(controls).toBe(9);
    expect(text).not.toMatch(/Ann|nth-of-type/);
    expect(text.match(/^ +await expect(?!\.soft)/m)).toBe(null);
    expect((await run(text)).all).toMatch(/2 passed/);
    await studio.html(tasks(rows("Eve", "Fay", "Gus")), { path: "rows.html" });
    expect((await run(text)).all).toMatch(/2 passed/);
    await studio.html(tasks(rows("Eve", "Fay", "Gus").replace("<button>Edit</button></td></tr></tbody>", "</td></tr></tbody>")), {
      path: "rows.html",
    });
    expect((await run(text)).exitCode).not.toBe(0);
  });

  it("finds a control among its twins by the text beside it", async () => {
    const html = (one: string, two: string) =>
      tasks(
        `<ul><li><p>of <i>all</i> things: <i>now</i></p><label>${one}</label> <button>Delete</button></li><li><label>${two}</label> <button>Delete</button></li></ul>`,
      );
    const capture = await bench.add(await studio.html(html("Buy milk", "Walk the dog"), { path: "items.html" }));
    const text = plain((await bench.call("generate_tests", { capture }))["code"]);
    expect(text).toContain("locator('li').filter({ hasText: 'Walk the dog' }).getByRole('button', { name: 'Delete', exact: true })");
    await studio.html(html("Walk the dog", "Buy milk"), { path: "items.html" });
    expect((await run(text)).all).toMatch(/2 passed/);
  });

  it("says which state the page must be brought into", async () => {
    const dialog = `<dialog aria-label="New task"><input aria-label="Title"><button>Save</button></dialog>`;
    const html = tasks(`<button>New</button>${dialog}<script>document.querySelector("dialog").showModal()</script>`);
    const capture = await bench.add(await studio.html(html, { path: "dialog.html" }));
    const text = plain((await bench.call("generate_tests", { capture }))["code"]);
    expect(text).toMatch(/page\.goto\(.*\);\n +\/\/ .*open layer \(dialog New task\): open it here/);
    expect(text).not.toContain("'New'");
    expect((await run(text)).all).toMatch(/passed/);
  });

  it("covers one part of a page when a ref is given", async () => {
    const capture = await bench.add(await studio.html(page(extra), { path: "order.html" }));
    const { columns, rows } = (await bench.call("get_elements_by_role", { capture, role: "navigation" })) as {
      columns: string[];
      rows: string[][];
    };
    const { code } = await bench.call("generate_tests", { capture, ref: rows[0]?.[columns.indexOf("ref")] });
    expect(code).toContain("It\\'s\\\\new");
    expect(code).not.toContain("Add a line");
  });
});
