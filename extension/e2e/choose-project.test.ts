import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Annotation } from "../../host/contract/annotation.js";
import { threadOf } from "../../host/contract/annotation-state.js";
import { openStore } from "../../host/store/store.js";
import { type PageServer, servePages } from "../../host/testing/page-server.js";
import { eachBrowserAtLength } from "./each-browser.js";
import type { ExtensionBrowser } from "./extension-browser.js";
import { addProject, configure, makeProject, type TestProject } from "./project.js";
import { closePagesAfterEach } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

/** What is stored in one of a user's projects. */
async function notesIn(root: string, { env }: Pick<TestProject, "env">): Promise<Annotation[]> {
  const store = await openStore(root, { stateFolder: env["SVC_HOME"] ?? "" });
  const placed = await store.annotations.all();
  await store.close();
  return placed.map(({ annotation }) => annotation);
}

eachBrowserAtLength("a page that no project claims", (launch, browserName) => {
  let pages: PageServer;
  let project: TestProject;
  let browser: ExtensionBrowser;
  const configOf = (root: string) => JSON.parse(readFileSync(join(root, ".svc", "config.json"), "utf8"));

  closePagesAfterEach(() => browser);
  beforeAll(async () => {
    pages = await servePages({ shop: shopPage });
    project = await makeProject({ urls: ["localhost:1"] });
    await addProject(project, "lamps");
    await addProject(project, "chairs");
    browser = await launch(project, { nativeAllowed: true });
  });

  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    project?.remove();
  });

  it("is added by hand when it is no page of this machine", async () => {
    const { sidebar } = await browser.openSidebar(`http://shop.example:${pages.port}/shop`);
    await sidebar.find("image", /This page belongs to no project/);
    await sidebar.waitForText(new RegExp(`^svc-init --url shop.example:${pages.port}$`));
    expect(await sidebar.peek("button", "lamps")).toBeUndefined();
  });

  it("belongs to the project that the user chooses, which learns it", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.press("Choose a project of this machine", browserName === "Firefox" ? "" : "DisclosureTriangle");
    for (const name of ["project", "lamps", "chairs"]) await sidebar.find("button", name);
    await sidebar.press("lamps");
    await sidebar.find("image", /^Native: captures go to “lamps”/);
    // Clones of one repository have one name.
    expect((await sidebar.find("heading", "lamps")).description).toBe(join(project.folder, "lamps"));
    await sidebar.send();
    expect(configOf(join(project.folder, "lamps")).urlPatterns).toEqual([`localhost:${pages.port}`]);
    expect(configOf(project.root).urlPatterns).toEqual(["localhost:1"]);
  });

  let tries = 0;
  it("that two claim alike names both, and goes to the one that the user chooses", async () => {
    // Of its own: what a failed try has stored would stand there.
    const names = [`tables-${++tries}`, `chairs-${tries}`] as const;
    const roots = [await addProject(project, names[0]), await addProject(project, names[1])] as const;
    const here = `http://shop.example:${pages.port}/shop?${tries}`;
    const claim = { urlPatterns: ["shop.example"], trustedPatterns: ["shop.example"] };
    for (const root of roots) await configure({ root, env: project.env }, claim);
    const { sidebar } = await browser.openSidebar(here);
    await sidebar.find("heading", names[0]);
    await sidebar.notePage("To the first");
    await sidebar.send();
    await sidebar.press(
      "Another project claims this page, too: notes go to the first",
      browserName === "Firefox" ? "" : "DisclosureTriangle",
    );
    await sidebar.waitForText(/goes out of the others/);
    await sidebar.press(new RegExp(`/${names[1]}$`));
    expect((await sidebar.find("heading", names[1])).description).toBe(roots[1]);
    expect(await sidebar.peek("button", new RegExp(`/${names[0]}$`))).toBeUndefined();
    expect(roots.map((root) => configOf(root).urlPatterns)).toEqual([[], ["shop.example"]]);
    // What was sent to the other goes along, and is settled there once this one has it.
    await soon(() => sidebar.outline()).toMatch(/To the first/);
    expect(await sidebar.outline()).not.toMatch(/Sent \d/);
    await sidebar.send();
    const notes = await Promise.all(roots.map((root) => notesIn(root, project)));
    const words = (note: Annotation) => [note.comment, note.status, threadOf(note).map(({ kind, text }) => [kind, text])];
    const accept = ["accept", `Moved to the project ${names[1]}.`];
    expect(notes.map((of) => of.map(words))).toEqual([[["To the first", "resolved", [accept]]], [["To the first", "unresolved", []]]]);
    expect(await sidebar.outline()).toMatch(/To the first/);
  });
});
