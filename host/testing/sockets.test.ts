import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { beyondLoopback, endOf, isLoopback, socketsOf, watchSockets } from "./sockets.js";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Runs a script that prints a line when it is ready; returns its pid. */
async function run(source: string): Promise<number> {
  const child = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

test.each([
  ["0100007F:2694", "127.0.0.1:9876", true],
  ["00000000:0050", "0.0.0.0:80", false],
  ["0A0000C0:01BB", "192.0.0.10:443", false],
  ["00000000000000000000000001000000:1F90", "[::1]:8080", true],
  ["00000000000000000000000000000000:1F90", "[::]:8080", false],
  ["0000000000000000FFFF00000100007F:1F90", "[::ffff:127.0.0.1]:8080", true],
  ["0000000000000000FFFF00000A0000C0:1F90", "[::ffff:192.0.0.10]:8080", false],
  ["000080FE00000000FF00FC000100FEFF:1F90", "[fe80::fc:ff:fffe:1]:8080", false],
])("reads %s as %s", (text, end, loopback) => {
  const read = endOf(text);
  expect([read, isLoopback(read)]).toEqual([end, loopback]);
});

describe.runIf(process.platform === "linux")("the kernel's word", () => {
  const listen = (host: string) => `const s = require("net").createServer().listen(0, "${host}", () => console.log(s.address().port))`;

  test.each([
    ["a listener on all addresses", listen("0.0.0.0"), 1],
    ["a listener on all IPv6 addresses", listen("::"), 1],
    ["a listener on loopback", listen("127.0.0.1"), 0],
    ["an open UDP socket", `const s = require("dgram").createSocket("udp4").bind(0, () => console.log(1))`, 1],
    ["no socket", `console.log(1); setInterval(() => undefined, 1000)`, 0],
  ])("shows %s", async (_what, source, beyond) => {
    const sockets = socketsOf([await run(source)]);
    expect(beyondLoopback(sockets)).toHaveLength(beyond);
  });

  test("shows what a child of the process opens, a connection too", async () => {
    const inner = `const net = require("net"); const s = net.createServer().listen(0, "0.0.0.0", () => net.connect(s.address().port, "127.0.0.1", () => console.log(process.pid)))`;
    const outer = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(inner)}], { stdio: ["pipe", "inherit", "inherit"] })`;
    const pid = await run(outer);
    const { sockets, looks } = await watchSockets(new Set([pid]), Promise.resolve());
    for (const child of new Set(sockets.map((socket) => socket.pid))) process.kill(child, "SIGKILL");
    expect(looks).toBeGreaterThan(0);
    expect(sockets.every((socket) => socket.pid !== pid)).toBe(true);
    expect(sockets.filter(({ remote }) => remote === undefined)).toHaveLength(1);
    expect(sockets.filter(({ remote }) => remote !== undefined && isLoopback(remote))).toHaveLength(2);
  });
});
