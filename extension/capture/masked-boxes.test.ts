import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blankPage, openChromium } from "../../host/testing/chromium.js";
import { bundleExpression } from "../fixtures/apps/bundle.js";

let browser: BrowserContext;
let library: string;
beforeAll(async () => {
  [browser, library] = await Promise.all([openChromium(), bundleExpression(fileURLToPath(new URL("masked-boxes.ts", import.meta.url)))]);
});
afterAll(() => browser.close());

type Box = readonly [x: number, y: number, width: number, height: number];

async function open(html: string): Promise<Page> {
  const page = await blankPage(browser);
  await page.setViewport({ width: 800, height: 600 });
  await page.setContent(`<!doctype html><style>* { margin: 0 } body { padding: 20px; font: 16px/20px monospace }</style><body>${html}`);
  return page;
}

const masks = async (page: Page) => (await page.evaluate(`${library}.maskedBoxes(document)`)) as Box[];

const covers = (boxes: readonly Box[], [x, y, width, height]: Box) =>
  boxes.some(([left, top, wide, high]) => left <= x + 1 && top <= y + 1 && left + wide >= x + width - 1 && top + high >= y + height - 1);

const secret = "s3cr3tLEAK";
/** Each has an element `#s` whose picture shows a secret, as the expression finds it. */
const secrets: readonly (readonly [what: string, html: string, find?: string])[] = [
  ["a field with a value", `<input id=s value="${secret}">`],
  ["a password, filled in or not", `<input id=s type=password>`],
  ["a text area", `<textarea id=s>${secret}</textarea>`],
  ["a range", `<input id=s type=range value=7>`],
  ["a file's name", `<input id=s type=date value="2026-01-02">`],
  ["a choice", `<select id=s><option>a<option selected>${secret}</select>`],
  ["edited text", `<div id=s contenteditable>${secret} <b>${secret}</b></div>`],
  ["plain edited text", `<div id=s contenteditable=plaintext-only>${secret}</div>`],
  ["text that a style lets people write", `<div id=s style="-webkit-user-modify: read-write">${secret}</div>`],
  ["a field that scripts made", `<div id=s role=textbox>${secret}</div>`],
  ["a choice that scripts show", `<button id=s role=combobox><span>${secret}</span></button>`],
  ["a preview", `<input id=f style="width: 10px"><h1 id=s>${secret}</h1><script>f.value = "${secret}"</script>`],
  [
    "a preview that sticks out of its box",
    `<input id=f hidden><div style="width: 30px"><p id=s style="white-space: nowrap">${secret}</p></div><script>f.value = "${secret}"</script>`,
  ],
  [
    "a copy in a style's text",
    `<input id=f hidden><p id=s data-copy="${secret}"></p><style>#s::before { content: attr(data-copy) }</style><script>f.value = "${secret}"</script>`,
  ],
  [
    "a field in a shadow root",
    `<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<input id=s value=${secret}>"</script>`,
    "h.shadowRoot.getElementById('s')",
  ],
  [
    "a field that is scrolled to",
    `<div style="height: 900px"></div><input id=s value="${secret}"><div style="height: 900px"></div><script>scrollTo(0, 500)</script>`,
  ],
];

const found = secrets.map(([what, html, find = "document.getElementById('s')"]) => [what, html, find] as const);

test.each(found)("%s is masked", async (_, html, find) => {
  const page = await open(html);
  const box = (await page.evaluate(`(() => {
    const element = ${find};
    const range = document.createRange();
    range.selectNodeContents(element);
    const [one, two] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
    const right = two.width > 0 ? Math.max(one.right, two.right) : one.right;
    return [one.x, one.y, right - one.x, one.height];
  })()`)) as Box;
  expect(covers(await masks(page), box)).toBe(true);
});

test("fields of frames are masked where the window shows them, scaled frames included", async () => {
  for (const scale of [1, 0.5]) {
    const page = await open(
      `<iframe id=f style="border: 5px solid; width: 400px; height: 200px; transform-origin: 0 0; transform: scale(${scale})" srcdoc="<body style='margin: 0'><input value=${secret} style='position: absolute; left: 50px; top: 40px; width: 100px; height: 20px; box-sizing: border-box'>"></iframe>`,
    );
    await page.waitForFunction("f.contentDocument.querySelector('input') !== null");
    expect(covers(await masks(page), [20 + 55 * scale, 20 + 45 * scale, 100 * scale, 20 * scale])).toBe(true);
  }
});

test("nothing is masked without user data", async () => {
  const page = await open(
    `<h1>Words</h1><input placeholder="Name"><input type=checkbox checked><button>Save</button><input type=submit value=Go><p style="visibility: hidden">hidden</p>
     <div style="display: none"><input value="${secret}"></div><canvas></canvas><progress value=.5></progress>`,
  );
  expect(await masks(page)).toEqual([]);
});

test("boxes are clipped to the window, in whole pixels", async () => {
  const page = await open(`<input value="${secret}" style="position: absolute; left: -20.5px; top: 590.3px; width: 2000px; height: 50px">`);
  expect(await masks(page)).toEqual([[0, 590, 800, 10]]);
});
