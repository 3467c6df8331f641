import { expect, it } from "vitest";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";

const bench = shared(openToolBench);

it.each(["notaurl", "javascript:alert(1)", "chrome://settings", "about:blank", "localhost:5173", "//example.com/"])(
  "request_capture refuses %s, which no click could answer, and keeps no request",
  async (url) => {
    expect(await bench.call("request_capture", { url })).toMatchObject({ error: { code: "invalid-input" } });
    expect(await bench.store.requests.pending()).toEqual([]);
  },
);

const patterns = ["localhost:5173", "münchen.example", "file:///home/me/"];

it.each<readonly [url: string, urlPatterns: readonly string[], isTaken: boolean]>([
  ["http://localhost:5173/a?b#c", [], true],
  ["http://127.0.0.1:3000/#/users", [], true],
  ["https://münchen.example/", [], false],
  ["file:///home/me/page.html", [], false],
  ["http://localhost:5173/a?b#c", patterns, true],
  ["http://[::1]:5173/", patterns, true],
  ["http://shop.test:5173/", patterns, true],
  ["https://münchen.example/", patterns, true],
  ["file:///home/me/page.html", patterns, true],
  ["http://localhost:3000/", patterns, false],
  ["https://shop.example/", patterns, false],
  ["https://evil.example/?u=localhost:5173", patterns, false],
  ["file:///home/you/page.html", patterns, false],
])("request_capture of %s, in a project with the patterns %j, is taken: %s", async (url, urlPatterns, isTaken) => {
  await bench.store.config.update({ urlPatterns: [...urlPatterns] });
  const before = (await bench.store.requests.pending()).length;
  const answer = await bench.call("request_capture", { url });
  if (isTaken) {
    expect(answer).toMatchObject({ status: "pending" });
    await bench.store.requests.withdraw(String(answer["requestId"]));
    return;
  }
  const message = expect.stringMatching(/^url: this project claims .* svc-init --url /);
  expect(answer).toMatchObject({ error: { code: "no-match", message } });
  expect(await bench.store.requests.pending()).toHaveLength(before);
});
