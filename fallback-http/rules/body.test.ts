import { request } from "node:http";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { limits } from "../../host/contract/limits.js";
import { operations } from "../../host/contract/operations.js";
import { sendRaw, startTestServer } from "../testing/server.js";
import { parseJson } from "./body.js";

const server = await startTestServer();
afterAll(() => server.close());

const json = { "Content-Type": "application/json" };
/** A JSON text of exactly so many bytes. */
const jsonOf = (length: number) => `"${"x".repeat(length - 2)}"`;

describe("body bounds", () => {
  const bounded = Object.values(operations)
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, maxBytes }) => [`${method} ${path.replace(":id", "a")}`, maxBytes] as const);

  it.each(bounded)("%s takes %i bytes and not one more, by Content-Length and by chunks", async (place, maxBytes) => {
    const [method = "", path = ""] = place.split(" ");
    const send = (body: string, chunked: boolean) => {
      const content = chunked ? new Blob([body]).stream() : body;
      return fetch(server.base + path, { method, headers: json, body: content, ...(chunked ? { duplex: "half" } : {}) });
    };
    for (const chunked of [false, true]) {
      expect((await send(jsonOf(maxBytes), chunked)).status).toBeLessThan(300);
      const refused = await send(jsonOf(maxBytes + 1), chunked);
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({ error: { code: "too-large" } });
    }
  });
});

describe("a client whose body is too long", () => {
  const length = 4 * limits.captureMaxBytes;

  it("receives the 413 over Node's client while it sends all of it", async () => {
    const answer = await upload({ ...json, "Content-Length": String(length) });
    expect(answer).toBe(413);
  });

  it("receives each refusal on a connection that it wants closed, and the server closes it", async () => {
    const closing = { ...json, "Content-Length": String(length), Connection: "close" };
    for (let round = 0; round < 10; round++) expect(await upload(closing)).toBe(413);
    expect(await upload({ ...closing, Host: "evil.example" })).toBe(403);
    const head = `POST /captures HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    expect(await sendRaw(server.port, `${head}Content-Length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 201 /);
    expect(await sendRaw(server.port, `${head}Content-Length: ${length}\r\n\r\n${"x".repeat(length)}`)).toMatch(/^HTTP\/1.1 413 /);
  });

  it("receives the 413 when the length is not known before", async () => {
    expect(await upload({ ...json, "Transfer-Encoding": "chunked" })).toBe(413);
  });

  it("is answered on the head alone", async () => {
    const head = `POST /captures HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await sendRaw(server.port, head, /too-large/)).toMatch(/^HTTP\/1.1 413 /);
  });

  it("is not told to continue, while one whose body fits is (RFC 9110, 10.1.1)", async () => {
    const expecting = (size: number) =>
      `POST /captures HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\nExpect: 100-continue\r\n\r\n`;
    expect(await sendRaw(server.port, expecting(length), /\r\n\r\n/)).toMatch(/^HTTP\/1.1 413 /);
    expect(await sendRaw(server.port, expecting(2), /\r\n\r\n/)).toMatch(/^HTTP\/1.1 100 Continue/);
  });

  it("may call again on the same connection", async () => {
    const bytes = limits.smallBodyMaxBytes + 1;
    const first = `POST /baselines HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${jsonOf(bytes)}`;
    const second = `GET /health HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(server.port, first + second)).toMatch(/^HTTP\/1.1 413 [\s\S]*HTTP\/1.1 200 [\s\S]*health:get/);
  });

  function upload(headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${server.base}/captures`, { method: "POST", headers }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode));
      });
      outgoing.on("error", reject);
      const piece = Buffer.alloc(length / 64, "x");
      for (let i = 0; i < 64; i++) outgoing.write(piece);
      outgoing.end();
    });
  }
});

describe("a body cut off", () => {
  it("never reaches the operation", async () => {
    const before = server.calls.length;
    const head = `POST /baselines HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{}`;
    const { connect } = await import("node:net");
    const socket = connect(server.port, "127.0.0.1", () => socket.end(head));
    await new Promise((resolve) => socket.resume().on("close", resolve));
    expect(server.calls.length).toBe(before);
    expect((await fetch(`${server.base}/health`)).status).toBe(200);
  });
});

describe("media type rule", () => {
  const cases: readonly (readonly [headers: string, status: number])[] = [
    ["Content-Type: application/json", 201],
    ["Content-Type: Application/JSON ; charset=UTF-8", 201],
    ['Content-Type: application/json; charset="utf-8"', 201],
    ["Content-Type: application/json; profile=x", 201],
    ["Content-Type: application/json; charset=utf-16", 415],
    ["Content-Type: text/plain", 415],
    ["Content-Type: text/plain; application/json", 415],
    ["Content-Type: application/jsonp", 415],
    ["Content-Type: application/x-www-form-urlencoded", 415],
    ["Content-Type:", 415],
    ["X-Nothing: here", 415],
    ["Content-Type: application/json\r\nContent-Encoding: gzip", 415],
    ["Content-Type: application/json\r\nContent-Encoding: identity", 201],
  ];

  it.each(cases)("%j → %i", async (headers, status) => {
    const head = `POST /baselines HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nContent-Length: 2\r\n${headers}\r\n\r\n{}`;
    const answer = await sendRaw(server.port, head);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 415) expect(answer).toContain('"unsupported-media-type"');
  });
});

const bytes = (text: string) => Buffer.from(text);

describe("JSON rule", () => {
  const bad: readonly (readonly [what: string, body: Buffer, complaint: RegExp])[] = [
    ["nothing", bytes(""), /is empty/],
    ["half an object", bytes('{"a":'), /is no JSON/],
    ["a trailing comma", bytes("[1,]"), /is no JSON/],
    ["NaN", bytes("NaN"), /is no JSON/],
    ["two values", bytes("{}{}"), /is no JSON/],
    ["Latin-1", Buffer.from('"\u00e4"', "latin1"), /is not UTF-8/],
    ["half a surrogate pair in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /is not UTF-8/],
    ["65 levels", bytes("[".repeat(65) + "]".repeat(65)), /more than 64 levels/],
    ["a million levels", bytes(`${'{"a":['.repeat(500_000)}1${"]}".repeat(500_000)}`), /more than 64 levels/],
  ];

  it.each(bad)("refuses %s", (_what, body, complaint) => {
    expect(() => parseJson(body)).toThrow(expect.objectContaining({ code: "bad-json", message: expect.stringMatching(complaint) }));
  });

  it("takes 64 levels and a byte order mark", () => {
    expect(parseJson(bytes(`\uFEFF${"[".repeat(64)}${"]".repeat(64)}`))).toBeInstanceOf(Array);
  });

  it("keeps __proto__ as a plain key", () => {
    const value = parseJson(bytes('{"__proto__":{"polluted":1}}'));
    expect(Object.hasOwn(Object(value), "__proto__")).toBe(true);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("gives every JSON value back as it was", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
        expect(parseJson(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("throws nothing but bad-json, whatever the bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (raw) => {
        try {
          parseJson(Buffer.from(raw));
        } catch (error) {
          expect(error).toMatchObject({ code: "bad-json" });
        }
      }),
    );
  });
});
