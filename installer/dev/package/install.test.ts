import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchWithExtension, type TestBrowser } from "../../../extension/e2e/browser.js";
import { type Agent, connectAgent } from "../../../extension/e2e/mcp-client.js";
import { shopPage } from "../../../extension/e2e/shop-page.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import { type PageServer, servePages } from "../../../host/testing/page-server.js";
import { rowsOf } from "../../../host/testing/rows.js";
import { type EmptyMachine, emptyMachine, treeOf } from "./testing/installed.js";

let machine: EmptyMachine;
let pages: PageServer;
beforeAll(async () => {
  [machine, pages] = await Promise.all([emptyMachine(), servePages({ shop: shopPage })]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await pages?.close();
  machine?.remove();
});

/** Opens the page in Chromium with the installed extension, clicks the icon and sends; returns the capture's name. */
async function capture(profile: string): Promise<void> {
  const home = machine.makeFolder("browser-home");
  const project = { folder: machine.makeFolder("browser"), profile, env: { HOME: home, XDG_CONFIG_HOME: join(home, ".config") } };
  const browser: TestBrowser = await launchWithExtension(project, { nativeAllowed: true });
  try {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /^Native/);
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^Sent \d/);
  } finally {
    await browser.close();
  }
}

describe("the tarball, installed into an empty folder with an empty home and no registry", () => {
  test("does the whole job and leaves nothing behind", async () => {
    const app = machine.makeFolder("app");
    const profile = machine.makeFolder("profile");
    mkdirSync(join(profile, "NativeMessagingHosts"));
    const inApp = (command: string, ...args: string[]) => machine.run(command, args, app);
    expect(await inApp("npm", "install", machine.tarball)).toMatchObject({ code: 0, stderr: "" });
    const home = join(machine.folder, "home");
    const before = treeOf(app, home, join(profile, "NativeMessagingHosts"));

    const url = `localhost:${pages.port}`;
    const hosts = join(profile, "NativeMessagingHosts");
    const init = ["svc-init", "--url", url, "--host-manifest-dir", hosts, "--agent", "claude-code", "--no-start", "--json"];
    const set = await inApp("npx", ...init);
    // As npm puts it on the path of a project's scripts; npx takes half a second more for each.
    const initBin = join(app, "node_modules/.bin/svc-init");
    expect(set).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(set.stdout)).toMatchObject({ ok: true, project: { root: app } });
    expect((await inApp(initBin, "--url", url, "--host-manifest-dir", hosts, "--no-start")).stdout).toBe("nothing to do");

    vi.stubEnv("SVC_TEST_DIST", join(app, "node_modules/svc-capture/dist"));
    await capture(profile);
    const { svc } = JSON.parse(readFileSync(join(app, ".mcp.json"), "utf8")).mcpServers;
    const agent: Agent = await connectAgent({ root: app, env: { ...machine.env } }, svc);
    try {
      const controls = rowsOf(await agent.call("get_interactive_elements"));
      expect(controls.map(({ role, name }) => `${role} ${name}`)).toContain("button Buy now");
    } finally {
      await agent.close();
    }
    const doctor = JSON.parse((await inApp(initBin, "doctor", "--json")).stdout);
    expect(doctor.checks.filter(({ status }: { status: string }) => status === "fail")).toEqual([]);

    expect(await inApp(initBin, "uninstall", "--delete-data")).toMatchObject({ code: 0, stderr: "" });
    expect(treeOf(app, home, hosts)).toEqual(before);
  });

  test("works from a global install, which goes without a trace", async ({ skip }) => {
    if (!isLong) skip(onlyAtLength);
    const prefix = machine.makeFolder("global");
    const npm = (...args: string[]) => machine.run("npm", [...args, "--prefix", prefix], machine.folder);
    expect(await npm("install", "-g", machine.tarball)).toMatchObject({ code: 0 });
    for (const name of ["svc-capture", "svc-init"]) {
      const shownVersion = await machine.run(join(prefix, "bin", name), ["--version"], machine.folder);
      expect(shownVersion).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+$/), stderr: "" });
    }
    expect(await npm("uninstall", "-g", "svc-capture")).toMatchObject({ code: 0 });
    expect([...treeOf(prefix)].filter(([, content]) => content !== "folder")).toEqual([]);
  });

  test.skipIf(!isLong)("works from a package runner's cache, out of which the native host is copied", async () => {
    const app = machine.makeFolder("runner");
    const npx = (...args: string[]) => machine.run("npx", ["-y", `--package=${machine.tarball}`, ...args], app);
    const set = await npx("svc-init", "--agent", "claude-code", "--host-manifest-dir", join(app, "hosts"), "--no-start");
    expect(set).toMatchObject({ code: 0, stderr: "" });
    const { path } = JSON.parse(readFileSync(join(app, "hosts/com.svc.host.json"), "utf8"));
    expect(readFileSync(path, "utf8")).not.toContain("npm-cache");
    expect(await machine.run(path, [], "/")).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await npx("svc-init", "uninstall")).code).toBe(0);
    expect([...treeOf(app).keys()]).toEqual([]);
  });
});
