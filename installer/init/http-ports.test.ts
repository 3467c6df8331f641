import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { askPort, choosePort, describePort, type PortState } from "./http-ports.js";

let server: Server | undefined;
afterEach(() => server?.close());

async function listen(started: Server): Promise<number> {
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return (started.address() as AddressInfo).port;
}

const answering = (headers: Record<string, string>, body: string) =>
  createHttpServer((_request, response) => response.writeHead(200, headers).end(body));
const ours = { "X-Content-Type-Options": "nosniff" };

describe("who holds a port", () => {
  test.each<[string, () => Server, unknown]>([
    ["our server", () => answering(ours, '{"id":"x","projectRoot":"/a \\"b\\"","capturesDir":"/c"}'), { projectRoot: '/a "b"' }],
    ["our server that wants a signature", () => answering(ours, '{"error":{"code":"unauthorized","message":"no"}}'), {}],
    ["another web server", () => answering({}, "<h1>hello</h1>"), "stranger"],
    ["another careful web server", () => answering(ours, "<h1>hello</h1>"), "stranger"],
    ["a program that is no web server", () => createServer((socket) => socket.end("SSH-2.0\r\n")), "stranger"],
    ["a program that says nothing", () => createServer(() => undefined), "stranger"],
  ])("%s is recognised", async (_who, make, expected) => {
    expect(await askPort(await listen(make()))).toEqual(expected);
  });

  test("nobody", async () => {
    const port = await listen(createServer());
    await new Promise((resolve) => server?.close(resolve));
    expect(await askPort(port)).toBe("nobody");
  });
});

const states = (...holders: PortState["holder"][]) => holders.map((holder, index): PortState => ({ port: 9876 + index, holder }));

test.each<[PortState["holder"][], number | undefined, number | undefined]>([
  [["nobody", "nobody", "nobody", "nobody"], undefined, 9876],
  [["another project", "stranger", "nobody", "nobody"], undefined, 9878],
  [["nobody", "nobody", "this project", "nobody"], undefined, 9878],
  [["nobody", "nobody", "nobody", "nobody"], 9879, 9879],
  [["nobody", "nobody", "nobody", "stranger"], 9879, 9876],
  [["another project", "another project", "another project", "another project"], undefined, undefined],
])("of %j the port is chosen, %s preferred", (holders, preferred, expected) => {
  expect(choosePort(states(...holders), preferred)).toBe(expected);
});

test("the holder of a port is told in words", () => {
  expect(describePort({ port: 9876, holder: "another project", root: "/shop" })).toBe("9876: the server of another project (/shop)");
  expect(describePort({ port: 9877, holder: "stranger" })).toBe("9877: held by another program");
});
