import fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint, webUrl } from "../testing/code-points.js";
import { isOneDocument, isOnePage, pageKey, pageOf } from "./page.js";
import { isSamePage } from "./routing.js";

const app = "http://localhost:5173";

/** Whether two addresses name one page, and one document. */
const pairs: readonly (readonly [string, string, boolean, boolean])[] = [
  [`${app}/`, `${app}/`, true, true],
  [`${app}/`, `${app}`, true, true],
  [`${app}/`, `${app}/index.html`, true, true],
  [`${app}/shop/`, `${app}/shop/index.htm`, true, true],
  [`${app}/shop`, `${app}/shop/`, true, true],
  [`${app}/shop`, `${app}/shopping`, false, false],
  [`${app}/shop`, `${app}/shop/cart`, false, false],
  [`${app}/?page=1`, `${app}/?page=2`, true, true],
  // An anchor is a place on the page.
  [`${app}/#top`, `${app}/`, true, true],
  [`${app}/#top`, `${app}/#end`, true, true],
  [`${app}/#`, `${app}/`, true, true],
  [`${app}/#section/two`, `${app}/`, true, true],
  [`${app}/#!important`, `${app}/`, true, true],
  // A router's fragment is a page.
  [`${app}/#/dashboard`, `${app}/#/charts`, false, true],
  [`${app}/#!/dashboard`, `${app}/#!/charts`, false, true],
  [`${app}/#/dashboard`, `${app}/`, false, true],
  [`${app}/#/dashboard`, `${app}/#/dashboard/`, true, true],
  [`${app}/#/dashboard`, `${app}/#/dashboard/today`, false, true],
  [`${app}/#/dashboard`, `${app}/#/dashboard?range=week`, true, true],
  [`${app}/#/dashboard`, `${app}/#/dashboard#totals`, true, true],
  [`${app}/#/dashboard`, `${app}/?lang=de#/dashboard`, true, true],
  [`${app}/#/caf%C3%A9`, `${app}/#/café`, true, true],
  // Its root is where the router begins, whether or not the address has it.
  [`${app}/`, `${app}/#/`, true, true],
  [`${app}/`, `${app}/#!/`, true, true],
  [`${app}/#/?tab=2`, `${app}/`, true, true],
  [`${app}/shop#/`, `${app}/cart#/`, false, false],
  // One machine, one application.
  [`${app}/#/a`, "http://127.0.0.1:5173/#/a", true, true],
  ["http://[::1]:5173/", `${app}/`, true, true],
  [`${app}/`, "http://localhost:5174/", false, false],
  [`${app}/`, "https://localhost:5173/", false, false],
  ["http://shop.example/", "http://shop.example:80/", true, true],
  ["http://SHOP.example/", "http://shop.example/", true, true],
  ["http://user:pass@shop.example/", "http://shop.example/", true, true],
  ["file:///home/a/one.html", "file:///home/a/one.html#/x", false, true],
  ["file:///home/a/one.html", "file:///home/a/two.html", false, false],
  // A secret in an address does not stand in a capture.
  [`${app}/#/reset/ghp_0123456789abcdefghij`, `${app}/#/reset/redacted`, true, true],
  ["no address", "no address", false, false],
  ["", "", false, false],
];

test.each(pairs)("%s and %s: one page %s, one document %s", (one, other, isPage, isDocument) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(isOnePage(first, second)).toBe(isPage);
    expect(isOneDocument(first, second)).toBe(isDocument);
  }
  if (isPage) expect(isSamePage(one.replace(/\?[^#]*/g, ""), other)).toBe(true);
});

test.each([
  [`${app}/list`, `${app}/list?page=2`, true],
  [`${app}/list?page=2`, `${app}/list`, false],
  [`${app}/list?page=2`, `${app}/list?page=3`, false],
  [`${app}/list?page=2`, `${app}/list?page=2#end`, true],
  [`${app}/#/list`, `${app}/#/list?page=2`, true],
  [`${app}/#/list?page=2`, `${app}/#/list`, false],
  [`${app}/#/list?page=2`, `${app}/#/list?page=2`, true],
  [`${app}/#/list?page=2`, `${app}/#/list?page=3`, false],
  [`${app}/?lang=de#/list`, `${app}/#/list`, false],
  [`${app}/#/list`, `${app}/?lang=de#/list`, true],
])("asked for %s, %s answers: %s", (asked, captured, isSame) => {
  expect(isSamePage(asked, captured)).toBe(isSame);
});

test("any text has an identity or none, and is one page with itself where it has", () => {
  const fragments = fc.tuple(fc.constantFrom("", "#", "#/", "#!/", "#!"), fc.string({ unit: codePoint }));
  const addresses = fc.oneof(
    fc.string({ unit: codePoint }),
    webUrl,
    fc.tuple(webUrl, fragments).map(([url, [start, rest]]) => url + start + rest),
  );
  fc.assert(
    fc.property(addresses, (address) => {
      expect(pageKey(address) === "").toBe(pageOf(address) === undefined);
      expect(isOnePage(address, address)).toBe(pageOf(address) !== undefined);
    }),
  );
});
