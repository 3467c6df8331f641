import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceLocation, sourcePath } from "./source-path.js";

describe("sourcePath", () => {
  it.each([
    ["a relative path", "src/App.tsx", "src/App.tsx"],
    ["a home on Linux", "/home/ada/shop/src/App.tsx", "~/shop/src/App.tsx"],
    ["a home on macOS", "/Users/ada/shop/src/App.tsx", "~/shop/src/App.tsx"],
    ["a home on Windows", "C:\\Users\\ada\\shop\\src\\App.tsx", "~/shop/src/App.tsx"],
    ["a path elsewhere", "/srv/shop/src/App.tsx", "/srv/shop/src/App.tsx"],
    ["a folder that is only called home", "src/home/page/View.vue", "src/home/page/View.vue"],
    ["a development server's URL", "http://localhost:5173/src/App.tsx?t=17", "src/App.tsx"],
    ["a file outside the server's root", "http://localhost:5173/@fs/home/ada/ui/Button.tsx", "~/ui/Button.tsx"],
    ["a file URL", "file:///home/ada/shop/App.jsx", "~/shop/App.jsx"],
    ["a file URL on Windows", "file:///C:/shop/App.jsx", "C:/shop/App.jsx"],
    ["webpack's module name", "webpack-internal:///(app-pages-browser)/./src/app/page.tsx", "src/app/page.tsx"],
    ["webpack's source name", "webpack://shop/./src/App.vue?ab12", "src/App.vue"],
    ["turbopack's name", "turbopack:///[project]/src/app/page.tsx", "src/app/page.tsx"],
    ["a server component", "about://React/Server/file:///home/ada/app/page.tsx", "~/app/page.tsx"],
  ])("shortens %s", (_what, raw, path) => {
    expect(sourcePath(raw)).toBe(path);
  });

  it("ends and stays short whatever it is given", () => {
    fc.assert(fc.property(fc.string({ maxLength: 2_000 }), (raw) => sourcePath(raw).length <= 500));
  });
});

describe("sourceLocation", () => {
  it.each([
    ["a.ts", 3, 7, "a.ts:3:7"],
    ["a.ts", 3, undefined, "a.ts:3"],
    ["a.ts", undefined, 7, "a.ts"],
    ["a.ts", 0, 7, "a.ts"],
    ["a.ts", 3, Number.NaN, "a.ts:3"],
    ["", 3, 7, ""],
  ])("writes %s, %s, %s", (file, line, column, text) => {
    expect(sourceLocation(file, line, column)).toBe(text);
  });
});
