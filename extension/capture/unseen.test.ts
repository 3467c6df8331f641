import { expect, test } from "vitest";
import { startEngine } from "../../host/testing/engine.js";
import { shared } from "../../host/testing/shared.js";

const engine = shared(startEngine);

const words = "harbour words";

/** A card whose back holds them. */
const card = (style: string) =>
  `<style>.card { transform-style: preserve-3d; ${style} } .back { transform: rotateY(180deg); backface-visibility: hidden }</style><div class=card><div class=back><p>${words}</p></div></div>`;

/** Markup whose `words` no person sees, and the reason. */
const unseen: readonly (readonly [reason: string, html: string])[] = [
  ["opacity", `<p style="opacity:.02">${words}</p>`],
  ["opacity", `<div style="opacity:0"><p>${words}</p></div>`],
  ["opacity", `<div style="filter:blur(0) opacity(0%)"><p>${words}</p></div>`],
  ["opacity", `<style>.x { filter: opacity(0) }</style><p class=x>${words}</p>`],
  ["opacity", `<iframe srcdoc="<p>${words}" style="opacity:0"></iframe>`],
  ["mask", `<p style="mask-image:linear-gradient(transparent,transparent)">${words}</p>`],
  ["mask", `<style>.x { mask-image: radial-gradient(#fff0, #0000) }</style><section class=x><p>${words}</p></section>`],
  ["clipped", `<p style="clip-path:polygon(0 0,0 0,0 0)">${words}</p>`],
  ["clipped", `<style>.x { clip-path: inset(0 50% 0 50%) }</style><p class=x>${words}</p>`],
  ["clipped", `<p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">${words}</p>`],
  ["no area", `<p style="font-size:0">${words}</p>`],
  ["no area", `<button style="font-size:0;padding:9px">${words}</button>`],
  ["no area", `<p style="transform:scale(0)">${words}</p>`],
  ["no area", `<p style="transform:rotateX(90deg)">${words}</p>`],
  ["off-screen", `<p style="position:absolute;top:-5000px">${words}</p>`],
  ["off-screen", `<p style="text-indent:-9999px">${words}</p>`],
  ["off-screen", `<iframe srcdoc="<p>${words}" style="position:absolute;left:-4000px"></iframe>`],
  ["color", `<p style="color:#fff">${words}</p>`],
  ["color", `<div style="background:#123"><p style="color:#123">${words}</p></div>`],
  ["color", `<p style="color:transparent">${words}</p>`],
  ["color", `<style>.x { -webkit-text-fill-color: transparent }</style><p class=x>${words}</p>`],
  ["color", `<svg width=200 height=30><text y=20 fill=none>${words}</text></svg>`],
  ["covered", `<div style="position:relative"><p>${words}</p><div style="position:absolute;inset:0;background:#ddd">x</div></div>`],
  ["covered", `<p>${words}</p><div style="position:fixed;inset:0;background:#eee"></div>`],
  ["clipped", `<style>.x { contain: content; height: 0 }</style><div class=x><p>${words}</p></div>`],
  ["turned away", `<p style="rotate:y 180deg;backface-visibility:hidden">${words}</p>`],
  ["turned away", card("")],
  ["clipped", `<p style="position:fixed;right:-400px;width:300px">${words}</p>`],
  ["clipped", `<nav style="position:fixed;right:0;overflow:auto;transform:translateX(100%)"><p>${words}</p></nav>`],
  ["clipped", `<style>body { overflow-x: hidden }</style><p style="position:absolute;left:150vw">${words}</p>`],
  ["clipped", `<style>html { direction: rtl }</style><p style="position:absolute;left:5000px">${words}</p>`],
  [
    "clipped",
    `<main style="position:relative;width:300px;overflow:hidden auto"><p style="position:absolute;left:400px">${words}</p></main>`,
  ],
  ["off-screen", `<main style="overflow:auto"><p style="position:absolute;left:-9999px">${words}</p></main>`],
];

test("text that no person sees is marked with the reason", async () => {
  const found: [string, string][] = [];
  for (const [, html] of unseen) {
    const page = await engine.open(`<!doctype html><body>${html}`);
    const { reader } = await engine.capture(page);
    const marks = [...reader.elements()].filter(({ text }) => text === words).map((element) => element.unseen);
    found.push([marks.join(), html]);
  }
  expect(found).toEqual(unseen);
});

const scrolled = (selector: string) => `<script>document.querySelector("${selector}").scrollBy(500, 2000)</script>`;

/** Markup whose `words` a person sees, or may see by scrolling or opening. */
const seen: readonly string[] = [
  `<p style="opacity:.3">${words}</p>`,
  `<div style="height:0"><p>${words}</p></div>`,
  `<p style="height:0">${words}</p>`,
  `<div style="height:5000px"></div><p>${words}</p>`,
  `<div style="height:40px;overflow:auto"><div style="height:200px"></div><p>${words}</p></div><div style="background:#fff;height:300px"></div>`,
  `<p style="color:transparent;background:linear-gradient(#f00,#00f);background-clip:text">${words}</p>`,
  `<p style="color:transparent;text-shadow:0 0 1px #000">${words}</p>`,
  `<div style="position:relative"><canvas width=300 height=100></canvas><p style="position:absolute;top:0;color:#fff">${words}</p></div>`,
  `<style>.x { position: relative; z-index: 0 } .x::before { content: ""; position: absolute; inset: 0; background: #000; z-index: -1 }</style><div class=x><p style="color:#fff">${words}</p></div>`,
  `<div style="background-image:url(x.png)"><p style="color:#fff">${words}</p></div>`,
  `<p style="clip-path:inset(5%)">${words}</p>`,
  `<p style="text-indent:-10px;padding-left:10px">${words}</p>`,
  `<p>${words}</p><header style="position:fixed;top:0;left:0;right:0;height:60px;background:#fff">x</header><div style="height:3000px"></div>`,
  `<select><option>a<option>${words}</select>`,
  `<div style="contain:paint"><p>${words}</p></div>`,
  card("rotate: y 180deg"),
  `<style>html { direction: rtl }</style><p style="position:absolute;left:-5000px">${words}</p>`,
  `<style>html { writing-mode: vertical-rl }</style><p style="position:absolute;left:-5000px">${words}</p>`,
  `<main style="position:fixed;inset:0;overflow:auto"><p>${words}</p><div style="height:5000px"></div></main>${scrolled("main")}`,
  `<div style="display:flex;width:300px;overflow:auto"><p style="flex:none;width:300px">${words}</p><p style="flex:none;width:900px">x</p></div>${scrolled("div")}`,
  `<main style="height:200px;overflow:hidden auto"><div style="height:900px"></div><p>${words}</p></main>`,
  `<div style="height:200px;overflow:auto;display:flex;flex-direction:column-reverse"><p>x</p><div style="flex:none;height:900px"></div><p>${words}</p></div>`,
  `<style>html { overflow: hidden; height: 100% } body { overflow: auto; height: 100% }</style><p>${words}</p><div style="height:4000px"></div>${scrolled("body")}`,
  `<div style="height:3000px"></div><iframe srcdoc="<p style='position:fixed;top:0'>${words}"></iframe>`,
  `<p style="position:fixed;top:0">${words}</p><div style="height:4000px"></div>${scrolled("html")}`,
  `<div style="position:fixed;overflow:hidden;width:9px;height:9px"><div popover>${words}</div></div><script>document.querySelector("[popover]").showPopover()</script>`,
  `<div style="opacity:0"><dialog>${words}</dialog></div><script>document.querySelector("dialog").showModal()</script>`,
  `<button style="margin-top:3000px;anchor-name:--a">x</button><div popover style="position-anchor:--a;position-area:bottom">${words}</div><script>document.querySelector("[popover]").showPopover()</script>`,
];

test("text that can be seen is not marked", async () => {
  for (const html of seen) {
    const page = await engine.open(`<!doctype html><body style="margin:0">${html}`);
    const { reader } = await engine.capture(page);
    const marks = [...reader.elements()].filter(({ text }) => text === words).map((element) => element.unseen);
    expect([html, ...marks]).toEqual([html, ""]);
  }
});

test("forced colours are painted in place of a fill", async () => {
  const own = ["color:#eee;text-shadow:0 0 2px #000", "-webkit-text-fill-color:transparent", "-webkit-text-fill-color:#eee"];
  const itself = "forced-color-adjust:none;color:#eee;-webkit-text-fill-color:#ddd";
  const page = await engine.open(`<!doctype html><body>${[...own, itself].map((style) => `<p style="${style}">${words}</p>`).join("")}`);
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  const { reader } = await engine.capture(page);
  await session.detach();
  const texts = [...reader.elements()].filter(({ text }) => text === words);
  expect(texts.map(({ unseen, index }) => [unseen, reader.style(index, "paint") ?? ""])).toEqual([
    ["", ""],
    ["", ""],
    ["", ""],
    ["", "text-fill rgb(221, 221, 221)"],
  ]);
});
