import fc from "fast-check";
import { expect, test } from "vitest";
import { urlPath, webUrl } from "../testing/code-points.js";
import {
  claimsPage,
  isInside,
  isPageUnder,
  isSameOrigin,
  isSamePage,
  learnablePattern,
  nearestPage,
  pathsOfFileUrl,
  type Routable,
  routePage,
} from "./routing.js";

const project = (projectRoot: string, urlPatterns: readonly string[] = [], trustedPatterns: readonly string[] = []): Routable => ({
  projectRoot,
  urlPatterns,
  trustedPatterns,
});
const shop = project("/home/a/shop", ["localhost:5173", "shop.example"]);
const blog = project("/home/a/blog", ["localhost:4000", "*.blog.example"], ["staging.example"]);
const nested = project("/home/a/shop/packages/web", ["localhost:6006"]);
const windows = project("C:\\Users\\a\\shop", ["localhost:7001"]);
const all = [shop, blog, nested, windows];

test.each([
  ["http://localhost:5173/", shop],
  ["http://127.0.0.1:5173/x", shop],
  ["http://0.0.0.0:5173/", shop],
  ["http://[::1]:5173/", shop],
  ["https://shop.example/cart", shop],
  ["https://shop.example:8443/", shop],
  ["http://my-laptop.test:4000/", blog],
  ["http://shop.example:4000/", shop],
  ["https://a.blog.example/", blog],
  ["https://blog.example/", undefined],
  ["https://staging.example/", blog],
  ["http://localhost:9999/", undefined],
  ["https://other.example/?u=localhost:5173", undefined],
  ["https://localhost:5173@other.example/", undefined],
  ["https://shop.example.evil.example/", undefined],
  ["file:///home/a/shop/index.html", shop],
  ["file:///home/a/shop/packages/web/index.html", nested],
  ["file:///home/a/shopping/index.html", undefined],
  ["file:///home/a/shop/../blog/x.html", blog],
  ["file:///home/a/shop/%2e%2e/blog/x.html", blog],
  ["file://wsl.localhost/Ubuntu/home/a/blog/x.html", blog],
  ["file://wsl$/Ubuntu/home/a/blog/x.html", blog],
  ["file:///c:/users/A/shop/x.html", windows],
  ["file:///C:/Users/a/shopping/x.html", undefined],
  ["file://server/home/a/shop/x.html", undefined],
  ["about:blank", undefined],
  ["", undefined],
])("%s goes to its project", (pageUrl, expected) => {
  expect(routePage(pageUrl, all)).toBe(expected);
  expect(routePage(pageUrl, [...all].reverse())).toBe(expected);
});

test.each([
  ["localhost:80", "http://shop.test/", true],
  ["localhost:80", "http://shop.test:80/", true],
  ["localhost:80", "https://shop.test/", false],
  ["localhost:443", "https://shop.test/cart", true],
  ["localhost:443", "http://shop.test:443/", true],
  ["localhost:8080", "http://app.test:8080/", true],
  ["localhost:8080", "http://app.test:8081/", false],
  ["app.test:80", "http://shop.test/", false],
])("the pattern %s and a custom host: %s", (pattern, pageUrl, isTaken) => {
  const own = project("/home/a/own", [pattern]);
  expect(routePage(pageUrl, [own])).toBe(isTaken ? own : undefined);
  // A trusted host is no claim on its port.
  expect(routePage(pageUrl, [project("/home/a/own", ["x.test"], [pattern])])).toBeUndefined();
});

const wslRoots = [
  "\\\\wsl.localhost\\Debian\\home\\a\\shop",
  "\\\\wsl$\\Debian\\home\\a\\shop",
  "\\\\WSL.LOCALHOST\\debian\\home\\a\\shop\\",
];
test.each(wslRoots)("a process on Windows with the root %s takes the pages of its distribution alone", (root) => {
  const own = project(root, ["localhost:1"]);
  const taken = (pageUrl: string) => routePage(pageUrl, [own]) === own;
  for (const host of ["file://wsl.localhost", "file://wsl$", "file://///wsl.localhost", "file://///wsl$"]) {
    expect([host, taken(`${host}/Debian/home/a/shop/x.html`)]).toEqual([host, true]);
    expect(taken(`${host}/debian/home/a/shop/x.html`)).toBe(true);
    expect(taken(`${host}/Ubuntu/home/a/shop/x.html`)).toBe(false);
    expect(taken(`${host}/Debian/home/a/shopping/x.html`)).toBe(false);
    expect(taken(`${host}/Debian/home/A/shop/x.html`)).toBe(false);
  }
  expect(taken("file:///home/a/shop/x.html")).toBe(false);
  expect(taken("file://server/Debian/home/a/shop/x.html")).toBe(false);
});

test.each([
  ["http://localhost:3000/", true],
  ["http://[::1]:3000/", true],
  ["file:///tmp/x.html", false],
  ["file:///home/a/freshly/x.html", false],
  ["https://example.com/", false],
])("an unclaimed page goes to the only project without patterns when this machine serves it: %s", (pageUrl, isTaken) => {
  const fresh = project("/home/a/fresh");
  expect(routePage(pageUrl, [shop, fresh])).toBe(isTaken ? fresh : undefined);
  expect(routePage(pageUrl, [fresh, project("/home/a/fresh2")])).toBeUndefined();
});

test("what a page teaches, its project then claims", () => {
  const page = fc.oneof(
    fc
      .tuple(fc.constantFrom("localhost", "127.0.0.1", "[::1]", "a.localhost"), fc.nat(65_535), urlPath)
      .map(([host, port, path]) => `http://${host}:${port}${path}`),
    urlPath.map((path) => `file:///tmp${path}`),
  );
  fc.assert(
    fc.property(page, (pageUrl) => {
      const pattern = learnablePattern(pageUrl);
      expect(pattern).toBeDefined();
      if (pattern !== undefined) expect(claimsPage(pageUrl, project("/nowhere", [pattern]))).toBe(true);
    }),
  );
});

test("only this machine's pages teach", () => {
  fc.assert(
    fc.property(webUrl, (pageUrl) => {
      expect(learnablePattern(pageUrl)).toBeUndefined();
    }),
  );
});

test.each([
  ["http://localhost:1/a/b", "http://127.0.0.1:1/a", true],
  ["http://localhost:1/a", "http://localhost:1/a/", true],
  ["http://localhost:1/ab", "http://localhost:1/a", false],
  ["http://localhost:1/a", "http://localhost:1/a/b", false],
  ["http://localhost:1/a?x=1#y", "http://localhost:1/a?z", true],
  ["https://localhost:1/a", "http://localhost:1/a", false],
  ["http://evil.example/http://localhost:1/a", "http://localhost:1/a", false],
  ["http://localhost:1/a", "nonsense", false],
  ["http://localhost:1/", "http://localhost:1/index.html", true],
  ["http://localhost:1/a", "http://localhost:1/index.html", false],
  // Captures keep no address that may be a secret.
  ["http://localhost:1/share/redacted/b", "http://localhost:1/share/0123456789abcdef0123456789abcdef", true],
  ["http://localhost:1/share/0123456789abcdef0123456789abcdef", "http://localhost:1/share/redacted", true],
])("%s is %s or below: %s", (captured, asked, expected) => {
  expect(isPageUnder(captured, asked)).toBe(expected);
});

test.each([
  ["http://localhost:80/a", "http://127.0.0.1/b", true],
  ["http://localhost/", "https://localhost/", false],
  ["https://a.example/", "https://a.example:443/", true],
  ["https://a.example/", "https://b.example/", false],
  ["file:///a", "file:///b", true],
  ["x", "x", false],
])("%s and %s have one origin: %s", (one, other, expected) => {
  expect(isSameOrigin(one, other)).toBe(expected);
});

test.each([
  ["file:///a%20b/c", ["/a b/c"]],
  ["file:///C:/x/y", ["C:/x/y", "/mnt/c/x/y"]],
  ["file:///c:", ["C:/", "/mnt/c/"]],
  ["file://wsl.localhost/Ubuntu/home/a", ["/home/a", "//wsl.localhost/Ubuntu/home/a"]],
  ["file://wsl.localhost/Ubuntu", ["/", "//wsl.localhost/Ubuntu"]],
  ["file://localhost/a", ["/a"]],
  ["file://other/a", []],
  ["file:///%zz", []],
  ["http://localhost/a", []],
])("%s can mean the paths %j", (url, paths) => {
  expect(pathsOfFileUrl(url)).toEqual(paths);
});

test.each([
  ["/a/b", "/a", true],
  ["/a", "/a/", true],
  ["/ab", "/a", false],
  ["/a", "/", true],
  ["C:\\a\\B", "c:/A", true],
  ["/A/b", "/a", false],
])("%s lies in %s: %s", (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected);
});

test("no text makes a rule throw", () => {
  const text = fc.oneof(
    fc.string(),
    webUrl,
    fc.string().map((rest) => `file://${rest}`),
    fc.string().map((rest) => `http://localhost${rest}`),
  );
  fc.assert(
    fc.property(text, text, text, (pageUrl, root, pattern) => {
      routePage(pageUrl, [project(root, [pattern], [pattern])]);
      learnablePattern(pageUrl);
      isPageUnder(pageUrl, root);
      isSameOrigin(pageUrl, root);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["http://a.test/x", "http://a.test/x?q=1", true],
  ["http://a.test/x?q=1", "http://a.test/x?q=1", true],
  ["http://a.test/x?q=1", "http://a.test/x?q=2", false],
  ["http://a.test/#/r?t=2", "http://a.test/#/r?t=3", false],
  ["http://a.test/x", "http://a.test/x/y", false],
])("asked for %s, %s is the page: %s", (asked, captured, expected) => {
  expect(isSamePage(asked, captured)).toBe(expected);
});

test("the nearest page is the very address, else the same page with another query, never one below it", () => {
  const rows = ["x/y", "x?q=2", "x"].map((path) => ({ url: `http://a.test/${path}` }));
  const asked = ["x", "x?q=9", "z"].map((path) => nearestPage(`http://a.test/${path}`, rows)?.url);
  expect(asked).toEqual(["http://a.test/x", "http://a.test/x?q=2", undefined]);
});
