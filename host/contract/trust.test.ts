import { describe, expect, it } from "vitest";
import { type Trust, trustOf, trustPatternFor } from "./trust.js";

const patterns = ["trusted.example", "*.team.example", "port.example:8443"];

describe("trust of a page", () => {
  const pages: readonly (readonly [url: string, trust: Trust])[] = [
    ["http://localhost:5173/", "trusted"],
    ["http://127.0.0.1/", "trusted"],
    ["http://[::1]:3000/", "trusted"],
    ["http://0.0.0.0:80/", "trusted"],
    ["http://app.localhost/", "trusted"],
    ["file:///home/a/page.html", "trusted"],
    ["https://trusted.example/a", "configured"],
    ["https://TRUSTED.example./", "configured"],
    ["https://trusted.example:8443/", "configured"],
    ["https://port.example:8443/", "configured"],
    ["https://a.team.example/", "configured"],
    ["https://port.example/", "untrusted"],
    ["https://team.example/", "untrusted"],
    ["https://trusted.example.evil.example/", "untrusted"],
    ["https://nottrusted.example/", "untrusted"],
    ["https://evil.example/?u=trusted.example", "untrusted"],
    ["https://evil.example/#http://localhost/", "untrusted"],
    ["https://evil.example/trusted.example", "untrusted"],
    ["https://trusted.example@evil.example/", "untrusted"],
    ["https://localhost.evil.example/", "untrusted"],
    ["https://127.0.0.1.evil.example/", "untrusted"],
    ["data:text/html,localhost", "untrusted"],
    ["chrome://settings", "untrusted"],
    ["no URL", "untrusted"],
  ];

  it.each(pages)("%s is %s", (url, trust) => {
    expect(trustOf(url, patterns)).toBe(trust);
  });

  it("adds the host name alone, whatever else the URL says", () => {
    expect(trustPatternFor("https://user:pass@evil.example:8443/trusted.example?q#h")).toBe("evil.example");
    expect(trustPatternFor("file:///a")).toBeUndefined();
  });
});
