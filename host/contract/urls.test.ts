import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "../testing/processor-time.js";
import { cleanText, cleanUrl, withoutTokens } from "./urls.js";

/** Texts of the pieces that URLs are made of, in any order. */
const urlLike = fc
  .array(
    fc.oneof(fc.constantFrom(..."?#=&;@:/%, ".split(""), "//", "token", "http", "data:", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9"), fc.string()),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

describe("URLs", () => {
  const unchanged = [
    "/articles/2024/a-long-headline-of-many-words-about-nothing",
    "https://example.com/list?page=2&sort=name&q=shoes#part-3",
    "mailto:someone@example.com",
    "/login?next=%2Flist%3Fpage%3D2&from=/a/b?c=d",
    "#main-content",
    "/assets/main.3f2a9c41.css",
    "https://cdn.example.com/img/550e8400-e29b-41d4-a716-446655440000.png",
    "//example.com/a@b",
    "file:///home/me/0123456789abcdef0123456789abcdef/a@b;c=eyJhbGciOi.JIUzINiJxyz/index.html",
    "",
    "https://example.com/share?text=Have%20a%20look%20at%20this%20great%20thing%20We%20made%20together",
    "/search?q=Anmeldung%20f%C3%BCr%20Gro%C3%9Fe%20R%C3%A4der%20in%20K%C3%B6ln",
    "/p?subject=Hello%20there&body=Please%20write%20to%20Me%2C%20soon%3A%20thanks",
    "/search?q=Blue+running+shoes+For+men+44+or+45+or+46",
    "/files/Quarterly%20Report%202024%20Final%20Version%203.pdf",
    "/#/notes/What%20We%20talked%20about%20On%2012%20May%202024",
  ];
  test.each(unchanged)("%s stays as it is", (url) => expect(cleanUrl(url)).toEqual({ url }));

  const cleaned: readonly (readonly [url: string, expected: string])[] = [
    ["https://me:secret@example.com/x", "https://example.com/x"],
    ["//a@b:secret@example.com", "//example.com"],
    ["/x?token=abc&page=2", "/x?token=redacted&page=2"],
    ["/x?a=1;sid=2", "/x?a=1;sid=redacted"],
    ["/app;jsessionid=99F2?x=1", "/app;jsessionid=redacted?x=1"],
    ["/cb#access_token=abc&state=1", "/cb#access_token=redacted&state=redacted"],
    ["/#/route?token=abc", "/#/route?token=redacted"],
    ["/share/0123456789abcdef0123456789abcdef", "/share/redacted"],
    [
      "file:///home/me/0123456789abcdef0123456789abcdef/?token=abc#state=1",
      "file:///home/me/0123456789abcdef0123456789abcdef/?token=redacted#state=redacted",
    ],
    ["//eyJhbGciOi.JIUzINiJxyz", "//redacted"],
    ["/x/eyJhbGciOi.JIUzINiJxyz/y", "/x/redacted/y"],
    ["/x/ghp_abcdefghijklmnopqrst", "/x/redacted"],
    ["/x#ABCdefGHIjklMNOpqr12STU34", "/x#redacted"],
    ["/x?u=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOjF9.abc", "/x?u=redacted"],
    ["/x?q=ABCdefGHIjklMNOpqr12STU34%3D%3D", "/x?q=redacted"],
    ["/x?q=Hello%20ABCdefGHIjklMNOpqr12STU34", "/x?q=redacted"],
    ["/x?q=ABCdefGHIjkl%E2%80%8BMNOpqr12STU34", "/x?q=redacted"],
    ["/login?next=%2Fcb%3Ftoken%3Dabc&x=1", "/login?next=redacted&x=1"],
    ["/login?next=/reset/0123456789abcdef0123456789abcdef", "/login?next=redacted"],
    ["data:image/png;base64,AAAA", "data:image/png,"],
    ["javascript:steal('x')", "javascript:"],
  ];
  test.each(cleaned)("%s becomes %s", (url, expected) => {
    const { url: made, removed } = cleanUrl(url);
    expect(made).toBe(expected);
    expect(removed).toBeDefined();
  });

  test.each([
    ["eyJ-", "redacted"],
    ["sk-", "sk-".repeat(333_333)],
  ])("a megabyte of %j is read in time that grows as the text", (part, cleaned) => {
    expect(withoutTokens(part.repeat(1_000_000 / part.length))).toBe(cleaned);
  });

  test.each([300, 3_000])("a token with a header of %i characters is redacted", (chars) => {
    expect(withoutTokens(`a eyJ${"x".repeat(chars)}.eyJzdWIi.c2ln b`)).toBe("a redacted b");
  });

  test("cleaning twice changes nothing more, whatever the text", async () => {
    fc.assert(
      fc.property(urlLike, (text) => {
        expect(cleanUrl(cleanUrl(text).url).url).toBe(cleanUrl(text).url);
      }),
    );
  });
});

describe("texts with URLs in them", () => {
  test("cleaning takes time in proportion to length, whatever the text", async () => {
    const piece = fc.constantFrom("a-", "x", " ", ":", "'", '"', "=", "?a=", "/", "data:", "token", "%3d", ";", "&", "//@", "A1b");
    await fc.assert(
      fc.asyncProperty(fc.tuple(piece, piece), async ([one, other]) => {
        const text = (one + other).repeat(2_000).slice(0, 4_000);
        const clean = () => ["", "=1", " token=1", "@"].map((end) => cleanText(text + end));
        expect(await processorMs(clean)).toBeLessThan(500);
      }),
    );
  });
});
