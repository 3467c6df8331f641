import { expect, test } from "vitest";
import { startEngine } from "../../../host/testing/engine.js";
import { shared } from "../../../host/testing/shared.js";

const engine = shared(startEngine);

const picture = `src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='80'><rect width='100' height='80'/></svg>"`;

const html = `<!doctype html><body style="margin:0">
  <img usemap="#used" alt="Plan" ${picture} style="display:block;width:100px;height:80px;transform:scale(2);transform-origin:0 0">
  <map name=used>
    <area href=#rect coords="10,10,30,40" alt="Rectangle">
    <area href=#circle shape=circle coords="95,50,20" title="Circle">
    <area href=#poly shape=poly coords="0,0,10,0,10,40" aria-label="Polygon">
    <area href=#empty coords="5,5,5,5" alt="Without area">
    <area href=#default shape=default alt="All else">
  </map>
  <map name=unused><area href=#unused alt="Of no image" coords="0,0,9,9"></map>
  <img usemap="#unseen" ${picture} style="visibility:hidden"><map name=unseen><area href=#unseen alt="Of a hidden image" coords="0,0,9,9"></map>
  <img usemap="#hidden" ${picture} aria-hidden=true><map name=hidden><area href=#hidden alt="Of an image hidden from readers" coords="0,0,9,9"></map>`;

test("an area of an image map has its name, and the box of its shape where its image is seen", async () => {
  const page = await engine.open(html);
  const { reader } = await engine.capture(page);
  const areas = [...reader.elements()].filter(({ tag }) => tag === "area");
  expect(areas.map(({ name, role, box, visible, accessible }) => [name, role, box.join(" "), visible, accessible])).toEqual([
    ["Rectangle", "link", "20 20 40 60", true, true],
    ["Circle", "link", "150 60 50 80", true, true],
    ["Polygon", "link", "0 0 20 80", true, true],
    ["Without area", "link", "0 0 0 0", false, true],
    ["All else", "link", "0 0 200 160", true, true],
    ["", "link", "0 0 0 0", false, false],
    ["", "link", expect.stringMatching(/ 9 9$/), false, false],
    ["", "link", expect.stringMatching(/ 9 9$/), true, false],
  ]);
  // As the browser's own tree and hit test have it.
  const session = await page.createCDPSession();
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const links = nodes.filter(({ role, ignored }) => role?.value === "link" && !ignored).map(({ name }) => name?.value);
  expect(links).toEqual(areas.filter(({ accessible }) => accessible).map(({ name }) => name));
  const hit = await page.evaluate(() =>
    [30, 175, 15].map((x, at) => document.elementFromPoint(x, [30, 100, 20][at] ?? 0)?.getAttribute("href")),
  );
  expect(hit).toEqual(["#rect", "#circle", "#poly"]);
});
