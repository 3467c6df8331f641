import fc from "fast-check";
import { expect, test } from "vitest";
import { urlPart } from "../testing/code-points.js";
import { fitsPattern, hostPortOf, isLoopback, normalizeHostname, parsePattern, parseUrl } from "./hosts.js";

test.each([
  ["LOCALHOST", "localhost"],
  ["127.0.0.1", "localhost"],
  ["127.8.9.1", "localhost"],
  ["0.0.0.0", "localhost"],
  ["[::1]", "localhost"],
  ["localhost.", "localhost"],
  ["127.0.0.1.evil.example", "127.0.0.1.evil.example"],
  ["localhost.evil.example", "localhost.evil.example"],
  ["app.localhost", "app.localhost"],
])("the host %s is %s", (hostname, name) => {
  expect(normalizeHostname(hostname)).toBe(name);
});

test.each([
  ["localhost", true],
  ["app.localhost", true],
  ["127.1.2.3", true],
  ["notlocalhost", false],
  ["localhost.example", false],
  ["192.168.0.1", false],
])("%s can only be this machine: %s", (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});

test.each([
  ["example.com", "example.com", ""],
  ["Example.com:8080", "example.com", "8080"],
  ["https://example.com:8443/a?b#c", "example.com", "8443"],
  ["*.example.com", "*.example.com", ""],
  ["127.0.0.1:5173", "localhost", "5173"],
  ["[::1]:80", "localhost", "80"],
  ["localhost:*", "localhost", ""],
  ["bücher.example", "xn--bcher-kva.example", ""],
])("reads the pattern %s", (text, hostname, port) => {
  expect(parsePattern(text)).toEqual({ hostname, port });
});

test.each(["", " ", "a b", "file:///x", "ftp://a", "a:99999", "a:b", "@", "a@b", "*", "*.", "http://", ":80", "javascript:alert(1)"])(
  "takes %j for no pattern",
  (text) => {
    expect(parsePattern(text)).toBeUndefined();
  },
);

test.each([
  ["http://a.example.com/", "*.example.com", true],
  ["http://example.com/", "*.example.com", false],
  ["http://evilexample.com/", "*.example.com", false],
  ["http://example.com/", "example.com:80", true],
  ["https://example.com/", "example.com:80", false],
  ["http://example.com:8080/", "example.com", true],
  ["http://example.com.evil.example/", "example.com", false],
  ["http://evil.example/?example.com", "example.com", false],
  ["http://example.com@evil.example/", "example.com", false],
])("%s fits %s: %s", (page, pattern, expected) => {
  const url = parseUrl(page);
  const [place, parsed] = [url === undefined ? undefined : hostPortOf(url), parsePattern(pattern)];
  expect(place !== undefined && parsed !== undefined && fitsPattern(place, parsed)).toBe(expected);
});

test("path, query, fragment and credentials never change what a pattern fits", () => {
  fc.assert(
    fc.property(fc.domain(), fc.domain(), urlPart, urlPart, (host, other, query, fragment) => {
      const pattern = parsePattern(other);
      const plain = parseUrl(`http://${host}/`);
      const noisy = parseUrl(`http://${other}:x@${host}/${other}?${query}${other}#${fragment}${other}`);
      const [one, two] = [plain, noisy].map((url) => (url === undefined ? undefined : hostPortOf(url)));
      if (pattern === undefined || one === undefined || two === undefined) return;
      expect(two).toEqual(one);
      expect(fitsPattern(two, pattern)).toBe(one.hostname === pattern.hostname);
    }),
  );
});

test("no text makes a parser throw", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parsePattern(text);
      parseUrl(text);
      normalizeHostname(text);
    }),
    { numRuns: 2_000 },
  );
});
