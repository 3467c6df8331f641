import { existsSync } from "node:fs";
import type { Browser } from "puppeteer-core";
import { bundleCascade } from "../../../extension/capture/cascade/testing/cascade-engine.js";
import { properties } from "../../../extension/capture/styles/properties.js";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { servePages } from "../../../host/testing/page-server.js";
import { sharedPages } from "../../../host/testing/shared-pages.js";
import { pagesIn } from "../pages-in.js";
import { type BenchRow, figure, median } from "./rows.js";

const rounds = 5;
const mostRules = 4_000;

/**
 * Measures how long reading a page's style rules takes, as a multiple of the bare walk, and the cascade of one element, in milliseconds.
 * Saved pages lack their style sheets: each gets one with rules for its own classes, ids and tags, as large as those of real sites.
 */
export async function benchCascade(): Promise<BenchRow[]> {
  if (!existsSync(sharedPages)) return [];
  const server = await servePages({}, sharedPages);
  const browser = await launchChromium({ args: [offline, "--js-flags=--expose-gc"] });
  try {
    const script = await bundleCascade();
    const measured = [];
    for (const page of pagesIn(sharedPages)) measured.push(await measurePage(browser, server.url(page), script));
    const ratiosOf = (some: readonly Measured[]) => some.map(({ reading, bare }) => reading / bare);
    const ratios = ratiosOf(measured);
    // Of a page with fewer elements the browser's own part alone, an object and a text for each of the rules, takes as long as the bare walk.
    const ofLarge = ratiosOf(measured.filter(({ elements }) => elements >= 1_000));
    const largest = measured.reduce((one, other) => (other.elements > one.elements ? other : one));
    return [
      figure("reading the style rules / bare walk, median", 1, median(ratios)),
      figure("reading the style rules / bare walk, worst page of 1,000 elements and more", 1, Math.max(...ofLarge)),
      figure("reading the style rules / bare walk, worst page", 2.5, Math.max(...ratios)),
      figure("cascade of one element of the largest page, ms / 1", 3, largest.cascade),
      figure("explaining one element of the largest page with all that goes along, ms / 1", 12, largest.explaining),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

interface Measured {
  readonly elements: number;
  readonly bare: number;
  readonly reading: number;
  readonly cascade: number;
  readonly explaining: number;
}

async function measurePage(browser: Browser, url: string, script: string): Promise<Measured> {
  const all: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const tab = await browser.newPage();
    await tab.goto(url, { waitUntil: "load" });
    await tab.evaluate(addRules, mostRules);
    await tab.evaluate(`${script};undefined`);
    all.push((await tab.evaluate(`(() => { ${timed} })()`)) as Measured);
    await tab.close();
  }
  // What else the machine does only ever adds time.
  const least = (of: keyof Measured) => Math.min(...all.map((one) => one[of]));
  return {
    elements: least("elements"),
    bare: least("bare"),
    reading: least("reading"),
    cascade: least("cascade"),
    explaining: least("explaining"),
  };
}

/** Runs in the page. */
function addRules(most: number): void {
  const names = new Set<string>();
  for (const element of document.querySelectorAll("*")) {
    names.add(element.localName);
    if (element.id !== "") names.add(`#${CSS.escape(element.id)}`);
    for (const name of element.classList) names.add(`.${CSS.escape(name)}`);
  }
  const all = [...names];
  const declarations = ["padding: 4px 8px", "color: var(--ink)", "margin-top: 1em", "font: 400 14px/1.5 serif", "border: 1px solid #ccc"];
  const rules = Array.from({ length: most }, (_, place) => {
    const own = all[place % all.length] ?? "p";
    const around = all[(place * 7) % all.length] ?? "div";
    const selector =
      place < all.length ? own : place % 3 === 0 ? `${around} ${own}:hover` : place % 3 === 1 ? `${around} > ${own}` : `${own}.x${place}`;
    const rule = `${selector} { ${declarations[place % declarations.length]}; ${declarations[(place + 2) % declarations.length]} }`;
    return place % 9 === 0 ? `@media (min-width: ${place % 2_000}px) { ${rule} }` : rule;
  });
  const style = document.createElement("style");
  style.textContent = `:root { --ink: #222 } ${rules.join("\n")}`;
  document.head.append(style);
}

/** Those of a capture that a browser has under that name. */
const computedStyles = properties.filter((name) => name !== "paint");

/** Each element's box and the very properties that our captures hold, of every element, and nothing made of them. */
const bareWalk = `
  const properties = ${JSON.stringify(computedStyles)};
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  let made = 0;
  for (let element = walker.nextNode(); element !== null; element = walker.nextNode()) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    made += x + y + width + height;
    for (const property of properties) made += style.getPropertyValue(property).length;
  }`;

/** Each once on a page of its own, whose layout is done: reading happens once for each capture. Garbage of the page's own is collected before. */
const timed = `
  const elements = [...document.body.querySelectorAll("*")];
  const time = (work) => { gc(); const start = performance.now(); work(); return performance.now() - start; };
  document.body.offsetHeight;
  const bare = time(() => { ${bareWalk} });
  const { readRules, makeStyleReader, explainStyles } = cascadeInPage;
  const reading = time(readRules);
  const reader = makeStyleReader();
  reader.cascade(document.documentElement, "color");
  const chosen = elements.filter((_, place) => place % Math.ceil(elements.length / 50) === 0);
  const cascade = time(() => { for (const element of chosen) for (const property of reader.declaredProperties(element)) reader.cascade(element, property); }) / chosen.length;
  const host = document.createElement("div");
  document.documentElement.append(host);
  const options = { probeRoot: host.attachShadow({ mode: "closed" }), refOf: () => "e1" };
  const explaining = (time(() => explainStyles(chosen.slice(0, 20), options)) - reading) / 20;
  return { elements: elements.length, bare, reading, cascade, explaining };`;
