import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { limits } from "../../host/contract/limits.js";
import { isLong } from "../../host/testing/long.js";
import { shared } from "../../host/testing/shared.js";
import { patience, waitUntil } from "../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { startHttp } from "./http-host.js";
import { addProject, type TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import { soon } from "./soon.js";

eachBrowserAtLength("a transport that dies", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  shared(() => startHttp(project));

  it("is started again when its host was killed, and nothing is lost or doubled", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native/);
    killNativeHosts(project);
    await sidebar.send();
    expect(project.captureNames()).toHaveLength(1);
    await sidebar.find("image", /^Native/);
  });

  it("gives way to signed HTTP, with the key that it has brought, when its host does not start any more", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native/);
    writeFileSync(join(stateFolder(project), "native-host.sh"), "#!/bin/sh\nexit 1\n");
    killNativeHosts(project);
    await sidebar.find("image", /🔒 Signed/);
    await sidebar.send();
    expect(project.captureNames()).toHaveLength(2);
  });
});

eachBrowserAtLength("a native host that hangs", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  shared(async () => {
    const root = await addProject(project, "lamps");
    writeFileSync(join(root, ".svc", "config.json"), JSON.stringify({ urlPatterns: ["localhost:1"] }));
    return startHttp({ root, env: project.env });
  });

  it.skipIf(!isLong)("is named, though the service of another project answers", async (context) => {
    if (name === "Firefox") context.skip("a service that does not know the Firefox says that first");
    writeFileSync(join(stateFolder(project), "native-host.sh"), "#!/bin/sh\nexec sleep 300\n");
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    const named = () => sidebar.peek("image", /^The service takes too long to answer/);
    await waitUntil("the hop", named, limits.httpRequestTimeoutMs + patience());
  });
});

eachBrowserAtLength("a project's folder that is gone", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });

  it("is told of as long as it is gone, and nothing is put in its place", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native/);
    renameSync(project.root, `${project.root}-aside`);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^The project's folder is gone/);
    await soon(() => sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await sidebar.waitForText(/cannot take this page now/);
    expect(existsSync(project.root)).toBe(false);
    renameSync(`${project.root}-aside`, project.root);
    await sidebar.find("button", "Send to Agent");
    await soon(() => sidebar.outline()).not.toContain("folder is gone");
  });
});

function stateFolder({ folder }: TestProject): string {
  return join(folder, "state");
}

/** Kills the hosts that this test's browser has started: they stand in the state folder of its own. */
function killNativeHosts(project: TestProject): void {
  const pids = readdirSync(join(stateFolder(project), "run")).flatMap((name) => /^native-(\d+)-/.exec(name)?.[1] ?? []);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(Number(pid), "SIGKILL");
}
