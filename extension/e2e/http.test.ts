import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, it } from "vitest";
import { httpPortsIn } from "../../host/contract/limits.js";
import { distPath } from "../../host/testing/paths.js";
import { waitUntil } from "../../host/testing/wait-until.js";
import { eachBrowserAtLength } from "./each-browser.js";
import { type HttpHost, startHttp } from "./http-host.js";
import { connectAgent } from "./mcp-client.js";
import { addProject, letIn, pair, type TestProject } from "./project.js";
import { scenario } from "./scenario.js";
import { shopPage } from "./shop-page.js";
import type { SidebarDriver } from "./sidebar-driver.js";
import { soon } from "./soon.js";

/** The first port that the service tries. */
const [firstPort = 0] = httpPortsIn(process.env["SVC_PORTS"]);

/** What `svc-init` prints. */
async function run({ root, env }: Pick<TestProject, "root" | "env">, ...args: readonly string[]): Promise<string> {
  return (await execa(process.execPath, [distPath("init.js"), ...args, "--project", root], { env: { ...env }, cwd: root })).stdout;
}

/** A program without the key that answers on the first port as the service would, and keeps what it hears. */
async function imitateService({ root }: TestProject, heard: string[]): Promise<Server> {
  const info = {
    id: "x",
    name: "project",
    projectRoot: root,
    capturesDir: root,
    urlPatterns: ["localhost"],
    trustedPatterns: [],
    agent: "",
  };
  const server = createServer(async (incoming, outgoing) => {
    heard.push(`${incoming.method} ${incoming.url} ${Buffer.concat(await incoming.toArray()).toString()}`);
    outgoing.setHeader("Access-Control-Allow-Origin", incoming.headers.origin ?? "*");
    outgoing.setHeader("Access-Control-Allow-Headers", incoming.headers["access-control-request-headers"] ?? "*");
    const isProof = incoming.method === "POST" && incoming.url === "/handshake";
    const handshake = isProof ? { sessionId: "fake", serverProof: "fake" } : { challenge: "0".repeat(64), expiresInSeconds: 60 };
    const answer = incoming.url === "/handshake" ? handshake : { ...info, version: "1.0.0" };
    outgoing.writeHead(isProof ? 201 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(firstPort, "127.0.0.1", resolve));
  return server;
}

eachBrowserAtLength("native messaging not granted", (launch, name) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage }, { nativeAllowed: false });
  let http: HttpHost;

  afterAll(async () => {
    await http?.close();
  });

  it("says what to do when nothing answers, and hides Send", async () => {
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    // Another project of this machine may be served at this moment, and then it is the one that refuses.
    await sidebar.find("image", /No project is connected|No project that is served now/);
    await sidebar.waitForText(/Copy MD and Download Report work/);
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await sidebar.find("image", "Trusted");
  });

  it("does not say of a page of a project that is not served that it belongs to none: another project's service cannot know", async (context) => {
    if (name === "Firefox") context.skip("a service that does not know the Firefox says that first");
    const other = { root: await addProject(project, "lamps"), env: project.env };
    writeFileSync(join(other.root, ".svc", "config.json"), JSON.stringify({ urlPatterns: ["localhost:1"] }));
    const lamps = await startHttp(other);
    try {
      const { page, sidebar } = await browser.openSidebar(pages.url("shop"));
      await sidebar.find("image", /^No project that is served now takes this page/);
      await sidebar.find("button", "Allow the connection");
      await page.close();
    } finally {
      await lamps.close();
    }
  });

  it("says how a Firefox is let in, which nobody knows yet", async (context) => {
    http = await startHttp(project);
    if (name !== "Firefox") context.skip("Chromium's extension has one id everywhere");
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /does not know this browser/);
    await sidebar.waitForText(/svc-init pair --allow moz-extension:/);
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
  });

  it("sends over unsigned HTTP, and the agent reads it", async () => {
    await letIn(project, browser);
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Unsigned/);
    await expectSent(sidebar);
    const agent = await connectAgent(project);
    expect(JSON.stringify(await agent.call("get_page_summary"))).toContain("Shop of lamps");
    await agent.close();
  });

  it("signs its requests after pairing with the project's key", async () => {
    await pair(project, browser);
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /🔒 Signed/);
    await expectSent(sidebar);
    // What was open to every program before is closed to those without the key now.
    const post = { method: "POST", headers: { "content-type": "application/json" }, body: '{"trustedPatterns":["evil.example"]}' };
    for (const [path, request] of [["info"], ["captures", post], ["config", { ...post, method: "PUT" }]] as const) {
      expect((await fetch(`http://127.0.0.1:${firstPort}/${path}`, request)).status).toBe(401);
    }
    expect(await run(project, "status")).toMatch(/signed calls only/);
  });

  it("says nothing to a stranger who took the port of the service, and not unsigned to the service either", async () => {
    await http.close();
    const heard: string[] = [];
    const stranger = await imitateService(project, heard);
    try {
      const { page, sidebar } = await browser.openSidebar(pages.url("shop?only-for-the-project"));
      await sidebar.find("image", /Your project's service does not answer\. What answers in its place does not have its key/);
      expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
      await page.close();
      expect(heard.length).toBeGreaterThan(0);
      expect(heard.join("\n")).not.toContain("only-for-the-project");
    } finally {
      stranger.closeAllConnections();
      stranger.close();
    }
  });

  it("speaks unsigned again when the user says so on both sides", async () => {
    http = await startHttp(project);
    await run(project, "pair", "--unsigned");
    const options = await browser.openOptions();
    await expect.poll(() => options.evaluate(() => document.body.textContent)).toContain("are always signed");
    await options.click("p button");
    await expect.poll(() => options.evaluate(() => document.body.textContent)).not.toContain("are always signed");
    await options.close();
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /Unsigned/);
    await expectSent(sidebar);
  });

  const expectSent = (sidebar: SidebarDriver) => sendTo(project, sidebar);
});

eachBrowserAtLength("a project in WSL, a browser in Windows", (launch) => {
  const { pages, project, browser } = scenario(launch, { shop: shopPage }, { nativeAllowed: false });
  let http: HttpHost;
  let inWsl: Pick<TestProject, "root" | "env">;
  beforeAll(() => {
    inWsl = { root: project.root, env: { ...project.env, WSL_DISTRO_NAME: "Debian" } };
  });
  afterAll(() => http?.close());

  it("is signed first: three steps from the icon to the agent, and nothing unsigned on the way", async () => {
    expect(await run(inWsl, "--no-start")).toMatch(/svc-init pair \| clip\.exe/);
    http = await startHttp(inWsl);
    for (const path of ["info", "config"]) expect((await fetch(`http://127.0.0.1:${firstPort}/${path}`)).status).toBe(401);
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /not paired with the project/);
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
    // What is on the clipboard of Windows then.
    const key = await run(inWsl, "pair");
    expect(key).toMatch(/^[\da-f]{64}$/);
    await sidebar.press(/^Pair this browser/);
    const options = await waitUntil("the page that pairs", () => browser.ownPage("options#pair"));
    const isReady = () => document.activeElement instanceof HTMLInputElement && document.activeElement.type === "password";
    await waitUntil("its field to have the focus", async () => (await options.evaluate(isReady)) || undefined);
    await options.keyboard.type(key);
    // The tab closes, and the page is in front again.
    await soon(async () => (await browser.addresses()).filter((address) => address.endsWith("#pair"))).toEqual([]);
    await sidebar.find("image", /🔒 Signed/);
    await sendTo(project, sidebar);
    const agent = await connectAgent(inWsl);
    expect(JSON.stringify(await agent.call("get_page_summary"))).toContain("Shop of lamps");
    await agent.close();
    expect(await run(inWsl, "doctor").catch(({ stdout }) => stdout)).toMatch(/signed HTTP/);
  });

  it("stays paired in later sessions of the browser and of the service, and asks anew once the pairing is revoked", async () => {
    const options = await browser.openOptions();
    await options.evaluate(() => Reflect.get(globalThis, "chrome").storage.session.clear());
    const synchronised = await options.evaluate(() => Reflect.get(globalThis, "chrome").storage.sync.get(null));
    await options.close();
    expect(synchronised).toEqual({});
    await http.close();
    http = await startHttp(inWsl);
    const first = await browser.openSidebar(pages.url("shop"));
    await first.sidebar.find("image", /🔒 Signed/);
    await sendTo(project, first.sidebar);
    await first.page.close();
    expect(await run(inWsl, "pair", "--revoke")).toMatch(/^revoked/);
    const { sidebar } = await browser.openSidebar(pages.url("shop"));
    await sidebar.find("image", /not paired with the project/);
    expect(await sidebar.peek("button", "Send to Agent")).toBeUndefined();
    await pair(inWsl, browser);
    await sidebar.find("image", /🔒 Signed/);

    // Where the sidebar stands already, it shows at the next press, in words for people, and no longer than it is so.
    await run(inWsl, "--rotate-key");
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/^This browser is not paired with the project, or the project has a new key\.$/);
    await sidebar.find("image", /not paired with the project/);
    await pair(inWsl, browser);
    await sidebar.find("image", /🔒 Signed/);
    expect(await sidebar.outline()).not.toContain("a new key");

    await http.close();
    const ahead = "const now = Date.now; Date.now = () => now() + 7_200_000;";
    http = await startHttp({
      ...inWsl,
      env: { ...inWsl.env, NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(ahead)}"` },
    });
    await sidebar.press("Send to Agent");
    await sidebar.waitForText(/clock and the browser's are more than 30 seconds apart/);
    await sidebar.find("image", /cannot take this page now/);

    // A paired project whose service has ended is named, in place of a page without a project.
    await http.close();
    const { sidebar: later } = await browser.openSidebar(pages.url("shop?later"));
    await later.waitForText(/It is the service of /);
  });
});

async function sendTo(project: TestProject, sidebar: SidebarDriver): Promise<void> {
  const before = project.captureNames().length;
  await sidebar.send();
  expect(project.captureNames()).toHaveLength(before + 1);
}
