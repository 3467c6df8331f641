import fc from "fast-check";
import { getDomain } from "tldts";
import { expect, test } from "vitest";
import { configChangeSchema } from "../../contract/config.js";
import { fitsPattern, hostPortOf, parsePattern } from "../../contract/hosts.js";
import { webUrl } from "../../testing/code-points.js";
import { isDevelopmentServer, whyTooWide } from "./wide-patterns.js";

/** Not even in the form of a pattern, or too wide. */
async function isRefused(pattern: string): Promise<boolean> {
  return !configChangeSchema.safeParse({ trustedPatterns: [pattern] }).success || (await whyTooWide(pattern)) !== undefined;
}

const tooWide = [
  ..."* *. *.* ** *:443 *.com *.co.uk *.github.io *.vercel.app com co.uk COM com. *.com. *.com.. *..com .com ..".split(" "),
  ..."*.com:443 com:443 *.com:* https://*.com/ https://com/path http://*.co.uk:8443/a?b#c *.CoM *.%63om *.ｃｏｍ *.。com".split(" "),
  ..."*.xn--p1ai *.рф рф *.公司.cn *.xn--55qx5d.cn *.ck *.foo.ck *.compute.amazonaws.com *.s3.amazonaws.com *.foo.kawasaki.jp".split(" "),
  ..."*.1 *.0.0.1 *.168.1.1 *.192.168.1.1 192.168.* 192.168.*.* *.[fe80::1] *.0x0a.1 10.*".split(" "),
  ..."*.local *.internal *.lan *.test *.corp *.home.arpa".split(" "),
];
test.each(tooWide)("%s covers the hosts of many", async (pattern) => {
  expect(await isRefused(pattern)).toBe(true);
});

const narrow = [
  ..."example.com *.example.com a.b.example.com:8443 https://*.example.co.uk/path *.ana.github.io ana.github.io *.www.ck".split(" "),
  ..."intranet intranet:8080 localhost localhost:5173 *.localhost *.localhost:3000 127.0.0.1 192.168.1.10 [fe80::1]:80 0.0.0.0".split(" "),
  ..."*.myapp.test myapp.test *.corp.internal пример.рф *.пример.рф xn--e1afmkfd.xn--p1ai example.com. github.io".split(" "),
];
test.each(narrow)("%s is one owner's", async (pattern) => {
  expect(await isRefused(pattern)).toBe(false);
});

test.each(["file:///", "file:///C:/", "file:///c|/", "file://///", "file:///%2e/", "FILE:///.."])("%s covers the disk", async (pattern) => {
  expect(await whyTooWide(pattern)).toMatch(/every file/);
});

test.each(["file:///home/ana/site/", "file:///C:/site/"])("%s is a folder", async (pattern) => {
  expect(await whyTooWide(pattern)).toBeUndefined();
});

const owners = [
  ..."ana.com bob.com ana.co.uk bob.co.uk ana.github.io bob.github.io пример.рф другой.рф".split(" "),
  ..."ana.org bob.de intranet wiki ana.test bob.test ana.internal 10.0.0.1 192.168.0.1 192.168.1.1 [fe80::1] [fe80::2] ana.foo.ck bob.foo.ck".split(
    " ",
  ),
].map((host) => ({ host, page: hostPortOf(new URL(`https://www.${host}/`.replace(/www\.(?=\d|\[)/, ""))) }));

test("whatever is let through as a pattern fits the hosts of one owner at most", async () => {
  const label = fc.constantFrom(
    ..."* com co uk github io рф xn--p1ai s3 amazonaws ana bob www 192 168 1 0 [fe80::1] ck foo test internal".split(" "),
  );
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
  const dressed = fc
    .tuple(
      fc.constantFrom("", "https://", "HTTP://", " "),
      fc.constantFrom("", "*."),
      host,
      fc.constantFrom("", ".", ":443", ":*", "/", "/a?b"),
    )
    .map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.oneof(dressed, fc.string(), webUrl), async (text) => {
      if (await isRefused(text)) return;
      const pattern = parsePattern(text);
      const fitting = owners.filter(({ page }) => pattern !== undefined && page !== undefined && fitsPattern(page, pattern));
      const of = new Set(fitting.map(({ host: name }) => getDomain(`www.${name}`, { allowPrivateDomains: true }) ?? name));
      expect([...of].length, `${text} fits ${[...of].join()}`).toBeLessThanOrEqual(1);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ["localhost:5173", true],
  ["127.0.0.1:3000", true],
  ["*.localhost:8080", true],
  ["http://localhost:5173/app", true],
  ["localhost", false],
  ["localhost:80", false],
  ["localhost:443", false],
  ["localhost:*", false],
  ["192.168.1.1:5173", false],
  ["localhost.evil.example:5173", false],
  ["file:///home/", false],
])("%s names one development server of this machine: %s", (pattern, isOne) => {
  expect(isDevelopmentServer(pattern)).toBe(isOne);
});
