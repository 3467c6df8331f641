import { expect, test } from "vitest";
import { sampleCapture } from "../../contract/testing/sample.js";
import { withoutSecrets } from "./captures.js";

const capture = (url: string, network: readonly string[] = [], removed: Readonly<Record<string, number>> = {}) => {
  const sample = sampleCapture({ id: "x", capturedAt: "2025-01-01T00:00:00Z", bytes: 1_000 });
  return {
    ...sample,
    metadata: { ...sample.metadata, url },
    network: network.map((address) => ({ url: address, kind: "script", status: "pass" as const })),
    removed,
  };
};

test.each([
  ["https://me:secret@example.com/x", "https://example.com/x"],
  ["http://localhost:3000/cb?token=abc&page=2", "http://localhost:3000/cb?token=redacted&page=2"],
  ["http://localhost:3000/cb#access_token=abc", "http://localhost:3000/cb#access_token=redacted"],
])("the page's address %s is stored as %s", (sent, stored) => {
  expect(withoutSecrets(capture(sent, [], { "url-parts": 2 }))).toMatchObject({ metadata: { url: stored }, removed: { "url-parts": 3 } });
});

test("resources lose what follows their path", () => {
  const { network, removed } = withoutSecrets(
    capture("http://localhost:3000/", ["/app.js?v=1", "https://a:b@c.test/x.js#y", "/plain.js"], { comments: 1 }),
  );
  expect(network.map(({ url }) => url)).toEqual(["/app.js", "https://c.test/x.js", "/plain.js"]);
  expect(removed).toEqual({ comments: 1, "url-parts": 2 });
});

test("a capture without secrets is stored as it is", () => {
  const clean = capture("http://localhost:3000/list?page=2#part", ["/app.js"]);
  expect(withoutSecrets(clean)).toBe(clean);
});
