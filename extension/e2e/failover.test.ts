import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eachBrowserAtLength } from "./each-browser.js";
import { type HttpHost, startHttp } from "./http-host.js";
import type { TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";

eachBrowserAtLength("a transport that dies", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage });
  let http: HttpHost;

  beforeAll(async () => {
    http = await startHttp(project);
  });

  afterAll(async () => {
    await http?.close();
  });

  it("is started again when its host was killed, and nothing is lost or doubled", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native/);
    killNativeHosts(project);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    expect(project.captureNames()).toHaveLength(1);
    await sidebar.find("image", /^Native/);
    await page.close();
  });

  it("gives way to signed HTTP, with the key that it has brought, when its host does not start any more", async () => {
    const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native/);
    writeFileSync(join(stateFolder(project), "native-host.sh"), "#!/bin/sh\nexit 1\n");
    killNativeHosts(project);
    await sidebar.find("image", /🔒 Signed/);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
    expect(project.captureNames()).toHaveLength(2);
    await page.close();
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
