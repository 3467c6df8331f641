import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Firefox's objects of an extension that was loaded anew: each use throws. */
const dead = {
  get id(): never {
    throw new TypeError("can't access dead object");
  },
};

it.each([
  ["Chrome", {}],
  ["Firefox", dead],
])("what %s runs of an extension that was loaded anew says so", async (_browser, runtime) => {
  vi.stubGlobal("browser", { runtime });
  const { ask } = await import("./platform.js");
  await expect(ask("trust:add", {}, "http://localhost/")).rejects.toThrow("svc was updated");
});
