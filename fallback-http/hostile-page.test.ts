import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromium } from "../host/testing/chromium.js";
import { startTestServer, type TestServer } from "./testing/server.js";

/**
 * Pages of this machine, because Chromium itself keeps others from its network (Local Network Access): here only the server's own rules
 * stand in the way.
 */
const places = [
  ["of this machine", (port: number) => `http://localhost:${port}/`],
  ["at another port of our own address", (port: number) => `http://127.0.0.1:${port}/`],
] as const;

/** Tries everything that a page can do against an address of this machine; returns what it could read or open. */
async function attack(target: string): Promise<string[]> {
  const got: string[] = [];
  const body = '{"urlPatterns":["evil.example"]}';
  const inits: RequestInit[] = [
    {},
    { mode: "no-cors" },
    { method: "POST", mode: "no-cors", body },
    { method: "POST", headers: { "Content-Type": "application/json" }, body },
    { method: "PUT", headers: { "Content-Type": "application/json" }, body },
    { method: "POST", headers: { "X-SVC-Session": "0" } },
  ];
  for (const path of ["/info", "/config", "/captures", "/handshake"]) {
    for (const init of inits) {
      const text = await fetch(`http://${target}${path}`, init).then(
        (answer) => answer.text(),
        () => "",
      );
      if (text !== "") got.push(`${init.method} ${path}: ${text}`);
    }
  }
  navigator.sendBeacon(`http://${target}/config`, new Blob([body], { type: "application/json" }));
  await new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.src = `http://${target}/captures`;
  });
  await new Promise<void>((resolve) => {
    const socket = new WebSocket(`ws://${target}/ws`);
    socket.onopen = () => got.push("socket");
    socket.onclose = () => resolve();
  });
  return got;
}

let browser: BrowserContext;
let server: TestServer;
const pages = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end("<title>evil</title>"));
beforeAll(async () => {
  [browser, server] = await Promise.all([openChromium(), startTestServer()]);
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  pages.close();
});

describe("a hostile page in Chromium gets nothing and changes nothing", () => {
  it.each(places)("%s", async (_what, url) => {
    const { port } = pages.address() as AddressInfo;
    const page = await browser.newPage();
    await page.goto(url(port));
    const before = server.calls.length;
    expect(await page.evaluate(attack, `127.0.0.1:${server.port}`)).toEqual([]);
    expect(await page.evaluate(attack, `localhost:${server.port}`)).toEqual([]);
    expect(server.calls.slice(before)).toEqual([]);
    await page.close();
  });

  it("in a sandboxed frame", async () => {
    const { port } = pages.address() as AddressInfo;
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/`);
    await page.evaluate(() => {
      const frame = document.createElement("iframe");
      frame.sandbox.add("allow-scripts");
      frame.srcdoc = "<title>evil</title>";
      document.documentElement.append(frame);
    });
    await expect.poll(() => page.frames().length).toBe(2);
    const [, frame] = page.frames();
    expect(await frame?.evaluate(() => origin)).toBe("null");
    expect(await frame?.evaluate(attack, `127.0.0.1:${server.port}`)).toEqual([]);
    expect(server.calls).toEqual([]);
  });
});
