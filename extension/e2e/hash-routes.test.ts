import { expect, it } from "vitest";
import type { Annotation } from "../../host/contract/annotation.js";
import { targetElements } from "../../host/contract/targets.js";
import { rowsOf } from "../../host/testing/rows.js";
import { shared } from "../../host/testing/shared.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { connectAgent } from "./mcp-client.js";
import { scenario } from "./scenario.js";
import { soon } from "./soon.js";

/** An application whose router keeps its path in the fragment and draws each route anew. */
const application = {
  html: `<!doctype html>
<html lang="en"><head><title>Works</title><style>button,p{font:20px sans-serif;margin:12px}</style></head>
<body>
<nav><a href="#/dashboard">Dashboard</a> <a href="#/charts">Charts</a></nav>
<main></main>
<script>
const views = {
  "/dashboard": "<h1>Dashboard</h1><p id=total>64 orders</p><button id=new>New order</button>",
  "/charts": "<h1>Charts</h1><p id=total>No data</p><button id=range>Range</button>",
};
const draw = () => { document.querySelector("main").innerHTML = views[location.hash.slice(1)] ?? "<h1>Start</h1>"; };
addEventListener("hashchange", draw);
draw();
</script>
</body></html>`,
};

eachBrowserAtLength("notes of a router's routes", (launch) => {
  const { pages, project, browser } = scenario(launch, { works: application });
  const agent = shared(() => connectAgent(project));

  const newest = () => project.readCapture(project.captureNames().at(-1) ?? "").capture;
  const noted = (text: string) => newest().annotations.find(({ comment }) => comment === text);
  const rows = async () => rowsOf(await agent.call("get_unresolved"));

  it("keep all that is known of them, whichever route they are sent from, and are checked on their own", async () => {
    const dashboard = `${pages.url("works")}#/dashboard`;
    const { page, sidebar } = await browser.openSidebar(dashboard);
    await sidebar.noteElement("#total", "Say sales");
    await sidebar.noteElement("#new", "Larger");
    await sidebar.press("Page note");
    await sidebar.writeNote("Too empty");

    await page.click("a[href='#/charts']");
    const others = async () => (await sidebar.outline()).match(/\bbutton Go there\b/g)?.length;
    await soon(others).toBe(3);
    await sidebar.waitForText(/Not visible now/);
    await sidebar.noteElement("#range", "Last week first");
    await sidebar.send();
    expect(newest().metadata.url).toMatch(/#\/charts$/);
    expect(["Say sales", "Larger", "Last week first"].map((text) => factsOf(noted(text)))).toEqual([
      [dashboard, "element", false, "64 orders", "p"],
      [dashboard, "element", false, "New order", "button"],
      [dashboard.replace("dashboard", "charts"), "element", true, "Range", "button"],
    ]);
    expect(noted("Too empty")).toMatchObject({ url: dashboard, target: { type: "page" } });
    expect((await rows()).map(({ url }) => url).sort()).toEqual([dashboard.replace("dashboard", "charts"), ...Array(3).fill(dashboard)]);

    await sidebar.press("Go there");
    await soon(() => page.evaluate(() => location.hash)).toBe("#/dashboard");
    await soon(others).toBe(1);
    // One that no capture of its own page carries yet is checked there all the same.
    const whole = (await rows()).find(({ comment }) => String(comment).includes("Too empty"))?.["id"];
    const checks = [{ kind: "text", expected: "New order", compare: "contains" }];
    const early = agent.call("verify_annotation", { annotation: whole, checks, waitSeconds: 40 });
    await sidebar.press("Check now");
    expect(await early).toMatchObject({ verdict: { status: "pass" } });
    expect(newest().metadata.url).toBe(dashboard);
    expect(["Say sales", "Larger"].map((text) => factsOf(noted(text)))).toEqual([
      [dashboard, "element", true, "64 orders", "p"],
      [dashboard, "element", true, "New order", "button"],
    ]);
    // The project has the other route's note already.
    expect(noted("Last week first")).toBeUndefined();
    const charts = (await rows()).find(({ comment }) => String(comment).includes("Last week first"));
    expect(charts).toMatchObject({ url: dashboard.replace("dashboard", "charts"), ref: expect.stringMatching(/^e\d+$/) });

    // An answer that was given on another route does not take the note's element away.
    const id = (await rows()).find(({ comment }) => String(comment).includes("Say sales"))?.["id"];
    await agent.call("resolve_annotation", { annotation: id, action: "fixed", summary: "Done" });
    await sidebar.waitForText(/^Fixed$/);
    await page.click("a[href='#/charts']");
    await sidebar.press("Reopen");
    await sidebar.type("Note", "Still orders");
    await sidebar.press("Send");
    await soon(async () => (await rows()).some(({ id: one }) => one === id)).toBe(true);
    expect((await rows()).find(({ id: one }) => one === id)).toMatchObject({ url: dashboard });

    // The check is asked for where the note is, and answered there.
    await page.evaluate(() => {
      location.hash = "#/dashboard";
    });
    await page.evaluate(() => {
      const total = document.querySelector("#total");
      if (total !== null) total.textContent = "64 sales";
    });
    const asked = agent.call("verify_annotation", { annotation: id, checks: [{ kind: "text", expected: "64 sales" }], waitSeconds: 40 });
    await sidebar.press("Check now");
    expect(await asked).toMatchObject({ verdict: { status: "pass" } });
  });
});

/** What a capture holds of a note's element. */
function factsOf(annotation: Annotation | undefined): readonly unknown[] {
  const { url, target } = annotation ?? {};
  const [element] = target === undefined ? [] : targetElements(target);
  return [url, target?.type, element?.present, element?.text ?? element?.name, element?.tag];
}
