import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { bundleForPage } from "../../../host/testing/bundle.js";

/** Who answers what an element's role and name are: scripts for a page that define `askJudge(element)`. */
export type Judges = ReadonlyMap<string, string>;

const installed = "node_modules";

/** We and Chromium, and of others those that are installed in this project or in a folder (`folder/node_modules`). */
export async function judgesOfNames(folder: string): Promise<Judges> {
  const judges = new Map([
    ["svc", await bundleForPage(new URL("in-page.ts", import.meta.url))],
    ["chromium", "globalThis.askJudge = ({ computedRole, computedName }) => ({ role: computedRole, name: computedName })"],
  ]);
  const bundle = join(installed, "playwright-core/lib/coreBundle.js");
  const [, source = ""] =
    (existsSync(bundle) && /\bsource\d* = ('(?:[^'\\]|\\.)*InjectedScript(?:[^'\\]|\\.)*');\n/.exec(readFileSync(bundle, "utf8"))) || [];
  if (source !== "") judges.set("playwright", askPlaywright(source));
  const axe = join(installed, "axe-core/axe.min.js");
  if (existsSync(axe)) judges.set("axe-core", `${readFileSync(axe, "utf8")}\n${askAxe}`);
  if (existsSync(join(folder, installed, "dom-accessibility-api"))) judges.set("dom-accessibility-api", await testingLibrary(folder));
  return judges;
}

/** `source`: a literal of what Playwright injects into pages. */
const askPlaywright = (source: string) => `{
  const module = {};
  new Function("module", ${source})(module);
  const options = { testIdAttributeName: "data-testid", stableRafCount: 1, browserName: "chromium", sdkLanguage: "javascript", customEngines: [] };
  const { utils } = new (module.exports.InjectedScript())(globalThis, options);
  globalThis.askJudge = (element) => ({ role: utils.getAriaRole(element) ?? "generic", name: utils.getElementAccessibleNameText(element, false) });
}`;

const askAxe = `globalThis.askJudge = (element) => {
  axe.setup(document);
  try {
    return { role: axe.commons.aria.getRole(element) ?? "generic", name: axe.commons.text.accessibleText(element) };
  } finally {
    axe.teardown();
  }
};`;

async function testingLibrary(folder: string): Promise<string> {
  const contents = `import { computeAccessibleName, getRole } from "dom-accessibility-api";
    globalThis.askJudge = (element) => ({ role: getRole(element) ?? "generic", name: computeAccessibleName(element) });`;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: "iife", write: false });
  return outputFiles[0]?.text ?? "";
}
