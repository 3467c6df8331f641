import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startTestServer } from "./testing/server.js";

const strangers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const stranger of strangers.splice(0)) stranger.close();
});

/** A port that somebody else holds, on this address. */
async function taken(host: string): Promise<number> {
  const stranger = createServer().listen(0, host);
  strangers.push(stranger);
  await once(stranger, "listening");
  const address = stranger.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("choice of the port", () => {
  it.each(["127.0.0.1", "0.0.0.0"])("skips a port that a stranger holds on %s", async (host) => {
    const held = await taken(host);
    const server = await startTestServer({ ports: [held, 0] });
    expect(server.port).not.toBe(held);
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
    await server.close();
  });

  it("says so when every port is taken", async () => {
    const held = await taken("127.0.0.1");
    await expect(startTestServer({ ports: [held, held] })).rejects.toThrow("no free port");
  });

  it("is reachable through loopback only", async () => {
    const { networkInterfaces } = await import("node:os");
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one !== undefined && !one.internal && one.family === "IPv4");
    const server = await startTestServer();
    if (outside !== undefined) await expect(fetch(`http://${outside.address}:${server.port}/health`)).rejects.toThrow();
    await server.close();
  });
});
