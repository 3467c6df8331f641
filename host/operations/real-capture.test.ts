import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { operations } from "../contract/operations.js";
import { cleanup, temporaryFolder } from "../store/testing/temporary.js";
import { openRegistry } from "../store/user/registry.js";
import { openChromium } from "../testing/chromium.js";
import { openService } from "./service.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The capture engine as a classic script, the way the build makes it. */
async function engine(): Promise<string> {
  const entryPoints = [fromHere("../../extension/capture/main.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "iife", logLevel: "error" });
  return outputFiles[0]?.text ?? "";
}

async function captureOf(page: Page, script: string): Promise<unknown> {
  await page.evaluate(script);
  const json = await page.evaluate("Promise.resolve(globalThis.svcCapture(document)).then((capture) => JSON.stringify(capture))");
  return JSON.parse(String(json));
}

test("captures of a page in a real browser are stored, listed, made a baseline and compared", { timeout: 60_000 }, async () => {
  const [stateFolder, parent] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const root = join(parent, "shop");
  await mkdir(root);
  await copyFile(fromHere("../../extension/fixtures/names.html"), join(root, "page.html"));
  await openRegistry(stateFolder).register(root);
  const service = await openService({ stateFolder, version: "1" });
  cleanup(() => service.close());
  const browser = await openChromium();
  cleanup(() => browser.close());
  const page = await browser.newPage();
  const url = `file://${root}/page.html`;
  await page.goto(url);
  const script = await engine();

  const sent = await captureOf(page, script);
  const first = operations["captures:create"].output.parse(await service.call("captures:create", sent));
  expect(await service.call("captures:create", sent)).toEqual(first);
  const stored: unknown = JSON.parse(await readFile(join(root, ".svc/captures", first.filename), "utf8"));
  expect(stored).toEqual(JSON.parse(JSON.stringify(operations["captures:create"].input.parse(sent))));
  await service.call("baselines:create", { filename: first.filename }, (await service.projects())[0]?.id);

  await page.evaluate("document.querySelector('button, input[type=submit], a').style.marginTop = '200px'");
  await page.evaluate("document.body.append(Object.assign(document.createElement('h2'), { textContent: 'Brand new' }))");
  const second = operations["captures:create"].output.parse(await service.call("captures:create", await captureOf(page, script)));
  expect(second.filename).not.toBe(first.filename);
  const { captures } = operations["captures:list"].output.parse(await service.call("captures:list", { url }));
  expect(captures.map(({ filename }) => filename)).toEqual([second.filename, first.filename]);
  expect(captures[0]?.elements).toBe((captures[1]?.elements ?? 0) + 1);

  const comparison = operations["baselines:compare"].output.parse(await service.call("baselines:compare", { url }));
  expect(comparison).toMatchObject({ before: first.filename, after: second.filename, removed: [] });
  expect(comparison.added.map(({ role, name }) => [role, name])).toEqual([["heading", "Brand new"]]);
  expect(comparison.moved).toEqual([]);
  expect(comparison.changed.some(({ property }) => property.includes("margin"))).toBe(true);
  // A project whose folder holds the page needs no pattern for it.
  expect(await service.call("config:get", {}, (await service.projects())[0]?.id)).toMatchObject({ urlPatterns: [] });
});
