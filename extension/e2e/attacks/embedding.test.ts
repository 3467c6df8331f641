import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { rowsOfRun } from "../../../host/testing/long.js";
import { distPath } from "../../../host/testing/paths.js";
import { eachBrowserAtLength } from "../each-browser.js";
import { attackBench, idle, sendNotes } from "./attack-bench.js";
import { hostilePage, learnt, secretNote } from "./hostile-page.js";

const documents = ["sidebar.html", "confirm.html", "options.html", "background.js", "page.js"];

/** Ways to bring an extension's document to the page, as functions of its address; those of a script may also report that it is there. */
const ways = {
  "in a frame": `const frame = document.createElement("iframe"); frame.src = url; document.body.append(frame); speakTo(() => frame.contentWindow);`,
  "in a frame that it names": `const frame = document.createElement("iframe"); frame.name = "sidebar"; frame.src = url; frame.allow = "clipboard-write"; document.body.append(frame); speakTo(() => frame.contentWindow);`,
  "in an embedded object": `const frame = document.createElement("object"); frame.data = url; frame.type = "text/html"; document.body.append(frame); speakTo(() => frame.contentWindow);`,
  "in a window": `try { const opened = open(url); if (opened) { speakTo(() => opened); setTimeout(() => opened.close(), 200); } } catch {}`,
  "in a frame without origin": `const frame = document.createElement("iframe"); frame.sandbox = "allow-scripts"; frame.src = url; document.body.append(frame); speakTo(() => frame.contentWindow);`,
  "as a script": `const script = document.createElement("script"); script.src = url; document.body.append(script);`,
  "as an answer": `fetch(url).then((answer) => answer.text()).then((text) => speak && learn("fetched", text), () => undefined);`,
} as const;

/** One of each kind: a frame, another holder, a window, a resource. */
const representatives = ["in a frame"] as const satisfies (keyof typeof ways)[];

const embedding = (way: string) => `
globalThis.attack = () => undefined;
function speakTo(windowOf) {
  again(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => learn("answer", JSON.stringify(data));
    const facts = { url: location.href, isDark: false, hidesWorld: true, isDevelopment: false };
    for (const nonce of ["", "0".repeat(32)]) windowOf()?.postMessage({ nonce, facts }, "*", nonce === "" ? [port2] : []);
  });
}
addEventListener("message", ({ origin, data, ports }) => learn("message", [origin, JSON.stringify(data), ports.length].join(" ")));
globalThis.embed = (url) => { const speak = !url.startsWith("moz-"); ${way} };`;

const pages = Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, hostilePage(embedding(way))]));

eachBrowserAtLength("a page that brings the extension's documents to itself", (launch) => {
  const bench = attackBench(launch, pages);

  it.each(rowsOfRun(Object.keys(ways) as (keyof typeof ways)[], representatives))(
    "%s gets no answer, and no line to the sidebar that is open",
    async (name) => {
      const options = await bench.browser.openOptions();
      // Firefox's addresses are random: one that has leaked all the same must not help.
      const origin = await options.evaluate(() => location.origin);
      await options.close();
      const { page, sidebar } = await bench.open(name);
      await sidebar.notePage(secretNote);
      const [captures, config] = [bench.project.captureNames().length, bench.project.config()];
      for (const path of documents) await page.evaluate(embed, `${origin}/${path}`);
      await idle(1_500);
      expect(await page.evaluate(learnt)).toEqual([]);
      expect(bench.project.captureNames()).toHaveLength(captures);
      expect(bench.project.config()).toEqual(config);
      // Asking for the icon brings the tab in front of the windows that the page has opened: on a busy machine they are still there.
      await bench.browser.icon(page);
      // A note of a try that failed is sent too.
      expect(new Set(await sendNotes(sidebar, bench.project))).toEqual(new Set([secretNote]));
      await page.close();
    },
  );
});

/** A page that tries every file of the extension, by whatever shows that it is there: before the sidebar opens, and beside it. */
const probing = hostilePage(`
const answers = (url) => Promise.all([
  fetch(url, { mode: "no-cors" }).then(() => "fetched", () => "refused"),
  ...["img", "script", "link", "video", "object", "embed"].map((tag) => new Promise((resolve) => {
    const element = document.createElement(tag);
    element.onload = element.onloadedmetadata = () => resolve(tag + " loads");
    element.onerror = () => resolve(tag + " fails");
    setTimeout(() => resolve(tag + " is silent"), 5000);
    if (tag === "link") element.rel = "stylesheet";
    element[tag === "link" ? "href" : tag === "object" ? "data" : "src"] = url;
    document.body.append(element);
  })),
]).then(String);
// What the browser answers for an extension that is not there reveals nothing.
globalThis.probe = async (urls) => {
  for (const url of urls) {
    const [got, none] = await Promise.all([answers(url), answers(url.replace(/[^/]{32}/, "a".repeat(32)))]);
    if (got !== none) learn(url, got);
  }
};`);

eachBrowserAtLength(
  "a page that asks for every file of the extension by its id",
  (launch) => {
    const bench = attackBench(launch, { probing });

    it("learns of none, with the sidebar and without", async () => {
      const options = await bench.browser.openOptions();
      const origin = await options.evaluate(() => location.origin);
      await options.close();
      const files = readdirSync(distPath("chrome"), { recursive: true, encoding: "utf8" });
      const urls = rowsOfRun(files, ["sidebar.html"]).map((file) => `${origin}/${file}`);
      const page = await bench.browser.open(bench.url("probing"));
      await page.evaluate(probe, urls);
      await bench.browser.clickIcon(page);
      await page.evaluate(probe, urls);
      expect(files.length).toBeGreaterThan(15);
      expect(await page.evaluate(learnt)).toEqual([]);
      await page.close();
    });
  },
  { Firefox: "its id is random in each profile, and no page has a way to it" },
);

/** Runs in the page. */
function probe(urls: readonly string[]): Promise<unknown> {
  return (globalThis as unknown as { probe(urls: readonly string[]): Promise<unknown> }).probe(urls);
}

/** Runs in the page. */
function embed(url: string): void {
  (globalThis as unknown as { embed(url: string): void }).embed(url);
}
