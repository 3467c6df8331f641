import { describe, expect, it } from "vitest";
import { type HttpFacts, httpNeeded } from "./http-needed.js";

const fine: HttpFacts = { isWsl: false, hasManifest: true, everAnswered: true, nativeHosts: 1, isHttpUsed: false };

describe("httpNeeded", () => {
  it.each<[string, Partial<HttpFacts>, boolean]>([
    ["native messaging works", {}, false],
    ["the browser is closed and nothing waits", { nativeHosts: 0 }, false],
    ["WSL", { isWsl: true }, true],
    ["no browser has the manifest", { hasManifest: false, nativeHosts: 0 }, true],
    ["a manifest that nobody told of, but a host lives", { hasManifest: false }, false],
    ["another browser has no native messaging", { isHttpUsed: true }, true],
    ["no host ever answered", { everAnswered: false }, true],
    ["a request waits and no host lives", { nativeHosts: 0, requestWaitedMs: 10_000 }, true],
    ["a request waits not long enough", { nativeHosts: 0, requestWaitedMs: 9_999 }, false],
    ["a request waits and a host lives", { requestWaitedMs: 60_000 }, false],
  ])("%s", (_case, facts, needed) => {
    expect(httpNeeded({ ...fine, ...facts }) !== undefined).toBe(needed);
  });
});
