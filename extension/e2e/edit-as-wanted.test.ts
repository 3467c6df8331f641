import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import vue from "@vitejs/plugin-vue";
import type { BrowserContext } from "puppeteer-core";
import { compile as compileSvelte } from "svelte/compiler";
import { compile as compileTailwind } from "tailwindcss";
import { createServer, type Plugin, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openChromium } from "../../host/testing/chromium.js";
import { rowsOfRun } from "../../host/testing/long.js";
import { projectRoot } from "../../host/testing/paths.js";
import { annotated, openToolBench, rowsOf } from "../../host/testing/tool-bench.js";
import { bundleCascade, captureWithRules } from "../capture/cascade/testing/cascade-engine.js";
import type { CascadeInPage } from "../capture/cascade/testing/in-page.js";

let browser: BrowserContext;
let script = "";
let root = "";
let server: ViteDevServer;
let origin = "";

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "svc-apps-"));
  [browser, script] = await Promise.all([openChromium(), bundleCascade()]);
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  server = await createServer({
    root,
    configFile: false,
    appType: "mpa",
    logLevel: "error",
    plugins: [vue(), svelte, tailwind],
    cacheDir: join(root, ".vite"),
    optimizeDeps: { noDiscovery: true, include: ["@emotion/css", "lit", "svelte", ...svelteInternals, "vue"] },
    server: { host: "127.0.0.1", port: 0, hmr: false, ws: false, fs: { strict: false } },
  });
  await server.listen();
  origin = server.resolvedUrls?.local[0] ?? "";
}, 120_000);

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const svelteInternals = ["svelte/internal/client", "svelte/internal/disclose-version", "svelte/internal/flags/legacy"];

const svelte: Plugin = {
  name: "svelte",
  transform: (code, id) =>
    id.endsWith(".svelte") ? { code: compileSvelte(code, { filename: id, dev: true, css: "injected" }).js.code, map: null } : undefined,
};

/** Tailwind's compiler, with the words of the page beside the style sheet for candidates. */
const tailwind: Plugin = {
  name: "tailwind",
  enforce: "pre",
  async transform(code, id) {
    if (!id.endsWith("tailwind.css")) return undefined;
    const needed = createRequire(import.meta.url);
    const loadStylesheet = async (name: string, base: string) => {
      const path = needed.resolve(name === "tailwindcss" ? "tailwindcss/index.css" : name);
      return { path, base, content: readFileSync(path, "utf8") };
    };
    const compiler = await compileTailwind(code, { base: dirname(id), loadStylesheet });
    const page = readFileSync(join(dirname(id), "index.html"), "utf8");
    return { code: compiler.build(page.split(/[\s"'<>=]+/)), map: null };
  },
};

const page = (body: string) => `<!doctype html>\n<html lang="en">\n<head><title>App</title></head>\n<body>\n${body}\n</body>\n</html>\n`;
const card = (classes = "card") => `<div class="${classes}" data-it>A card</div>`;
const withScript = (code: string, body = "") => ({
  "index.html": page(`${body}<script type="module" src="./main.ts"></script>`),
  "main.ts": code,
});

/** One small app of each kind, and a value that a person tries on its element. */
const apps: readonly [kind: string, files: Readonly<Record<string, string>>, property: string, to: string][] = [
  [
    "a linked style sheet",
    {
      "index.html": page(`<link rel="stylesheet" href="./main.css">${card()}`),
      "main.css": "body { margin: 0 }\n.card {\n  padding: 8px;\n  color: red;\n}\n",
    },
    "padding",
    "20px",
  ],
  [
    "a style element of the page",
    { "index.html": page(`<style>\n.card {\n  background-color: gold;\n}\n</style>\n${card()}`) },
    "background-color",
    "rgb(1, 2, 3)",
  ],
  [
    "Sass with nesting and variables",
    {
      ...withScript(`import "./card.scss";`, `<h2 class="card__title" data-it>Title</h2>`),
      "card.scss": "$gap: 12px;\n.card {\n  color: red;\n  &__title {\n    margin: $gap;\n    color: blue;\n  }\n}\n",
    },
    "margin",
    "3px",
  ],
  [
    "a CSS module",
    {
      ...withScript(
        `import styles from "./card.module.css";\ndocument.querySelector("[data-it]")?.setAttribute("class", styles.card);`,
        card(""),
      ),
      "card.module.css": ".other { border-radius: 4px }\n.card {\n  border-radius: 4px;\n}\n",
    },
    "border-radius",
    "9px",
  ],
  [
    "nested rules in layers",
    {
      ...withScript(`import "./layers.css";`, `<main>${card()}</main>`),
      "layers.css":
        "@layer base, theme;\n@layer theme {\n  main {\n    & .card {\n      gap: 4px;\n      letter-spacing: 1px;\n    }\n  }\n}\n@layer base {\n  .card { letter-spacing: 9px }\n}\n",
    },
    "letter-spacing",
    "2px",
  ],
  [
    "an important declaration with a custom property",
    {
      ...withScript(`import "./tokens.css";`, card()),
      "tokens.css": ":root { --brand: #0066cc }\n.card {\n  color: var(--brand) !important;\n}\n.card { color: red }\n",
    },
    "color",
    "rgb(4, 5, 6)",
  ],
  [
    "a style attribute",
    {
      "index.html": page(
        `<link rel="stylesheet" href="./main.css">\n<p style="padding: 1px">Other</p>\n<div\n  class="card"\n  style="padding: 4px; color: red"\n  data-it>A card</div>`,
      ),
      "main.css": ".card {\n  padding: 8px;\n}\n",
    },
    "padding",
    "20px",
  ],
  [
    "a component of Vue",
    {
      ...withScript(
        `import { createApp } from "vue";\nimport Card from "./Card.vue";\ncreateApp(Card).mount("#app");`,
        `<div id="app"></div>`,
      ),
      "Card.vue": `<template>\n  <p class="card" data-it>A card</p>\n</template>\n<style scoped>\n.card {\n  font-size: 15px;\n}\n</style>\n`,
    },
    "font-size",
    "22px",
  ],
  [
    "a component of Svelte",
    {
      ...withScript(`import { mount } from "svelte";\nimport Card from "./Card.svelte";\nmount(Card, { target: document.body });`),
      "Card.svelte": `<p class="card" data-it>A card</p>\n<style>\n  .card {\n    line-height: 20px;\n  }\n</style>\n`,
    },
    "line-height",
    "30px",
  ],
  [
    "a template of emotion",
    withScript(
      `import { css } from "@emotion/css";\nconst card = css\`\n  padding: 5px;\n  opacity: 0.5;\n\`;\ndocument.querySelector("[data-it]")?.setAttribute("class", card);`,
      card(""),
    ),
    "padding",
    "11px",
  ],
  [
    "an object of emotion",
    withScript(
      `import { css } from "@emotion/css";\nconst card = css({\n  fontWeight: 400,\n  backgroundColor: "#fafafa",\n});\ndocument.querySelector("[data-it]")?.setAttribute("class", card);`,
      card(""),
    ),
    "background-color",
    "rgb(10, 20, 30)",
  ],
  [
    "a custom element of Lit",
    withScript(
      `import { css, html, LitElement } from "lit";\nclass Card extends LitElement {\n  static styles = css\`\n    .card {\n      width: 200px;\n    }\n  \`;\n  render() {\n    return html\`<div class="card" data-it>A card</div>\`;\n  }\n}\ncustomElements.define("x-card", Card);`,
      "<x-card></x-card>",
    ),
    "width",
    "150px",
  ],
  [
    "a utility class of Tailwind",
    {
      ...withScript(`import "./tailwind.css";`, `<section class="flex">\n<p class="mt-1 p-2 text-sm" data-it>A card</p>\n</section>`),
      "tailwind.css": `@import "tailwindcss";\n`,
    },
    "padding",
    "13px",
  ],
  [
    "utility classes that a rule of Tailwind applies",
    { ...withScript(`import "./tailwind.css";`, card()), "tailwind.css": `@import "tailwindcss";\n.card {\n  @apply rounded p-4;\n}\n` },
    "padding",
    "6px",
  ],
];

it.each(
  rowsOfRun(
    apps,
    apps.filter((_, at) => at % 2 === 0),
  ),
)("a value that was tried holds after the change that the note asks for: %s", async (kind, files, property, to) => {
  const folder = kind.replaceAll(" ", "-");
  // Each is a project of its own.
  const project = join(root, folder);
  mkdirSync(project);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project, path), text);
  const bench = await openToolBench(project);
  const tab = await browser.newPage();
  const open = async () => {
    await tab.goto(`${origin}${folder}/index.html`, { waitUntil: "load" });
    return captureWithRules(tab, script, "[data-it]");
  };
  const ask = async (expression: string): Promise<unknown> =>
    JSON.parse(String(await tab.evaluate(`JSON.stringify(cascadeInPage.${expression})`)));

  const capture = annotated(await open(), ({ attributes }) => "data-it" in attributes, "As I tried it", folder);
  const tried = `tried("[data-it]", ${JSON.stringify({ property, value: to })})`;
  const { wanted, computed } = (await ask(tried)) as ReturnType<CascadeInPage["tried"]>;
  await bench.add({ ...capture, annotations: capture.annotations.map((one) => ({ ...one, wanted: [wanted] })) });

  const [row = {}] = rowsOf(await bench.call("explain_styles", { annotation: folder, property }));
  expect(row).toMatchObject({ file: expect.any(String), line: expect.any(Number) });
  const path = join(project, String(row["file"]));
  writeFileSync(path, edited(readFileSync(path, "utf8"), Number(row["line"]), String(row["property"]), wanted));
  server.moduleGraph.invalidateAll();

  await open();
  expect(await ask(`computed("[data-it]")`)).toEqual(computed);
  await tab.close();
  await bench.close();
});

/** What an agent does that has the line and the wanted value: it changes the declaration there, or the class, or adds a declaration. */
function edited(text: string, line: number, name: string, { property, to }: { readonly property: string; readonly to: string }): string {
  const lines = text.split("\n");
  const before = lines[line - 1] ?? "";
  const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const declaration = new RegExp(`(?<![\\w-])(${name}|${camel})(\\s*:\\s*)(["']?)[^;,}"'!]+\\3`);
  const utility = /(?<=[\s"])p-\d+(?=[\s"])/;
  lines[line - 1] = declaration.test(before)
    ? before.replace(declaration, `$1$2$3${to}$3`)
    : before.includes("class=") && property === "padding"
      ? before.replace(utility, `p-[${to}]`)
      : `${before} ${property}: ${to};`;
  return lines.join("\n");
}
