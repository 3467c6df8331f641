import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { expect, test } from "vitest";
import { blankPage, openChromium } from "../../host/testing/chromium.js";
import { shared } from "../../host/testing/shared.js";
import { bundleExpression } from "../fixtures/apps/bundle.js";

const browser = shared(openChromium);
const library = await bundleExpression(fileURLToPath(new URL("masked-boxes.ts", import.meta.url)));

type Box = readonly [x: number, y: number, width: number, height: number];

async function open(html: string): Promise<Page> {
  const page = await blankPage(browser);
  await page.setViewport({ width: 800, height: 600 });
  await page.setContent(`<!doctype html><style>* { margin: 0 } body { padding: 20px; font: 16px/20px monospace }</style><body>${html}`);
  return page;
}

const masks = async (page: Page) =>
  (await page.evaluate(`(({ readMasks, boxesOver }) => boxesOver(readMasks(document), readMasks(document), window))(${library})`)) as Box[];

const covers = (boxes: readonly Box[], [x, y, width, height]: Box) =>
  boxes.some(([left, top, wide, high]) => left <= x + 1 && top <= y + 1 && left + wide >= x + width - 1 && top + high >= y + height - 1);

const secret = "s3cr3tLEAK";
const box = "position: absolute; left: 300px; top: 100px; width: 100px; height: 50px";
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
    "a field beyond the elements that are read",
    `<p id=p hidden></p><input id=s value="${secret}"><script>p.innerHTML = "<i>".repeat(9) + "<b></b>".repeat(4e4)</script>`,
  ],
  [
    "a field of a popover in what is clear",
    `<div style="opacity: 0"><div id=d popover=manual><input id=s value="${secret}"></div></div><script>d.showPopover()</script>`,
  ],
  ["a button's label", `<input id=f hidden><input id=s type=submit value="${secret}"><script>f.value = "${secret}"</script>`],
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

/** Each shows what is typed in the area from 300, 100 to 400, 150. */
const outside: readonly (readonly [what: string, html: string])[] = [
  ["a frame of another origin", `<iframe sandbox srcdoc="x" style="${box}; border: 0"></iframe>`],
  [
    "a frame in a shadow root",
    `<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = '<iframe sandbox srcdoc=x style="${box}; border: 0">'</script>`,
  ],
  ["an object that cannot be read", `<object type="text/plain" data="data:text/plain,x" style="${box}"></object>`],
  ["an embed", `<embed type="text/plain" src="data:text/plain,x" style="${box}">`],
  [
    "a reflection",
    `<input id=f style="position: absolute; left: 300px; top: 40px; width: 100px; height: 50px; box-sizing: border-box; -webkit-box-reflect: below 10px"><script>f.value = "${secret}"</script>`,
  ],
  [
    "a reflection of what is around the field",
    `<div style="position: absolute; left: 150px; top: 100px; width: 150px; height: 50px; -webkit-box-reflect: right"><input id=f style="display: block; width: 150px; height: 50px; box-sizing: border-box"></div><script>f.value = "${secret}"</script>`,
  ],
  [
    "a shadow of edited text",
    `<div contenteditable style="position: absolute; left: 100px; top: 100px; width: 100px; height: 50px; text-shadow: 200px 0 #000">${secret}</div>`,
  ],
  [
    "a shadow by a filter",
    `<p style="filter: drop-shadow(200px 0 0 #000)"><input id=f style="position: absolute; left: 80px; top: 80px; width: 100px; height: 50px; box-sizing: border-box"></p><script>f.value = "${secret}"</script>`,
  ],
  [
    "a canvas over a field that cannot be seen",
    `<textarea id=f style="position: absolute; left: 310px; top: 110px; width: 20px; height: 20px; opacity: 0"></textarea><canvas style="${box}"></canvas><script>f.value = "${secret}"</script>`,
  ],
  [
    "a canvas with an EditContext",
    `<canvas id=c tabindex=0 style="${box}"></canvas><script>c.editContext = new EditContext({ text: "${secret}" })</script>`,
  ],
];
test.each(outside)("%s is masked where the window shows it", async (_, html) => {
  const page = await open(html);
  expect(covers(await masks(page), [300, 100, 100, 50])).toBe(true);
});

test("a field that moves between two readings is masked on its way", async () => {
  const page = await open(
    `<input id=f style="position: absolute; left: 50px; top: 100px; width: 100px; height: 20px"><script>f.value = "${secret}"</script>`,
  );
  const boxes = (await page.evaluate(`(({ readMasks, boxesOver }) => {
    const before = readMasks(document);
    f.style.left = "250px";
    return boxesOver(before, readMasks(document), window);
  })(${library})`)) as Box[];
  expect(covers(boxes, [50, 100, 300, 20])).toBe(true);
});

test("icons and texts that are no fields are not masked", async () => {
  const page = await open(
    `<input value="Search" style="position: absolute; left: 0; top: 500px"><button aria-label="Search" title="Search"><svg width=20 height=20><title>Search</title><rect width=20 height=20 /></svg></button>
     <canvas>no canvas here</canvas><video>no video here</video><progress>50 %</progress><meter>2 of 5</meter><i style="font-family: icons">search</i><p>Search</p>
     <details><summary>more</summary>hidden text</details><object data="about:blank" style="display: none">x</object>`,
  );
  expect((await masks(page)).filter(([, y]) => y < 490)).toEqual([]);
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
