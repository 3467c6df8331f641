import { describe, expect, it } from "vitest";
import { sourcesOfMap } from "../styles/source-map.js";
import { bundledScripts, mapFolders, mapsBeside, sourcesOfBundle } from "./bundles.js";
import { routeOf } from "./next-build.js";

const files = new Set(["package.json", "src/a.ts", "apps/web/package.json"]);
const manifest = `{ "name": "shop", "version": "1.0.0" }`;

describe("source maps of bundles", () => {
  it.each([
    ["assets/a-x1.js", "dist/assets/a-x1.js.map", "Vite"],
    ["static/js/main.js", "build/static/js/main.js.map", "Create React App"],
    ["shop/assets/a-x1.js", "dist/assets/a-x1.js.map", "a page served below a path"],
    ["assets/a-x1.js", "apps/web/dist/assets/a-x1.js.map", "a package of the project"],
    ["main.js", "dist/shop/browser/main.js.map", "Angular"],
    ["_nuxt/a.js", ".output/public/_nuxt/a.js.map", "Nuxt"],
  ])("of %s can lie in %s: %s", (script, path) => expect(mapFolders(files, manifest).map((folder) => folder(script))).toContain(path));

  it("are asked of the scripts in the folder of the first that was found", () => {
    expect(mapsBeside((script) => `dist/${script}.map`, "assets/a.js", ["assets/b.js", "sw.js"])).toEqual(["dist/assets/b.js.map"]);
  });

  it("are not asked where components are drawn on the server only", () => {
    expect(bundledScripts(["a.js", "a.js", "b.css", "c.mjs"])).toEqual(["a.js", "c.mjs"]);
    expect(bundledScripts(["a.js", "_next/static/chunks/b.js"])).toEqual([]);
  });

  it.each([
    ["/", "page"],
    ["/limits/all", "(shop)/limits/all/page"],
    ["/limits/7", "limits/[id]/page"],
    ["/limits/7/8", "limits/[...rest]/page"],
    ["/docs", "docs/[[...path]]/page"],
    ["/limits", undefined],
    ["/constructor", undefined],
  ])("of Next lie with the route that shows %s", (page, route) => {
    const routes = ["/", "/(shop)/limits/all", "/limits/[id]", "/limits/[...rest]", "/docs/[[...path]]"];
    const manifest = Object.fromEntries(routes.map((one) => [`${one === "/" ? "" : one}/page`, one.replace("/(shop)", "")]));
    expect(routeOf(JSON.stringify(manifest), page)).toBe(route);
    // What another route has left on the page stands beside it.
    expect(routeOf(JSON.stringify({ ...manifest, "/@modal/(.)limits/[id]/page": "/(.)limits/[id]" }), page)).toBeUndefined();
  });

  it("list parts of files with queries", () => {
    expect(sourcesOfBundle(["../src/A.vue?vue&type=script", "../src/A.vue", "\0virtual"])).toEqual(["../src/A.vue"]);
  });

  it.each([
    [`{"version":3,"sources":["../src/a.ts"],"sourceRoot":"x/","mappings":""}`, ["x/../src/a.ts"]],
    [`{"sections":[{"map":{"sources":["a.ts"],"mappings":""}},{"map":{"sources":["b.ts"],"mappings":""}}]}`, ["a.ts", "b.ts"]],
    [`{"sections":[{"map":{"sources":["a.ts"],"mappings":""}},{"url":"b.map"}]}`, undefined],
    [`{"sources":"a.ts","mappings":""}`, undefined],
    ["[".repeat(100_000), undefined],
    ["null", undefined],
  ])("%.60s lists %j", (map, sources) => expect(sourcesOfMap(map)).toEqual(sources));
});
