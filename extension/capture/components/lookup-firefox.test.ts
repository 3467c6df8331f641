import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isLong } from "../../../host/testing/long.js";
import { inFirefox } from "../../e2e/each-browser.js";
import type { Firefox } from "../../e2e/firefox.js";
import { firefoxForPages } from "../../e2e/firefox-browser.js";
import { truthOf } from "../../fixtures/apps/build.js";
import { bundleExpression } from "../../fixtures/apps/bundle.js";
import type { AppName } from "../../fixtures/apps/frameworks.js";
import { serveApp } from "../../fixtures/apps/serve.js";

const cases: readonly { app: AppName; component: string; precision: "line" | "file" | "nothing" }[] = [
  { app: "react19", component: "Button < ProductCard < ProductList < App", precision: "line" },
  { app: "react18", component: "Field < AddressForm < AddressPage", precision: "line" },
  { app: "svelte5", component: "Choice < BookingForm < App", precision: "line" },
  { app: "vue3", component: "TaskCard < BoardColumn < App", precision: "file" },
  { app: "vue2", component: "ContactRow < App", precision: "file" },
  // Angular names components only through functions of its own, and nothing of the page's is run.
  { app: "angular", component: "", precision: "nothing" },
  { app: "lit", component: "SwitchRow < AppSettings", precision: "nothing" },
];

inFirefox("in Firefox, from a scope that sees the page through Xrays", () => {
  let firefox: Firefox;
  let lookUp: string;
  beforeAll(async () => {
    [firefox, lookUp] = await Promise.all([firefoxForPages(), bundleExpression(fileURLToPath(new URL("lookup.ts", import.meta.url)))]);
  });
  afterAll(async () => {
    await firefox?.quit();
  });

  // In a short run `extension/e2e/native.test.ts` reads one app in the Firefox that it has started.
  it.skipIf(!isLong).each(cases)("reads $app", async ({ app, component, precision }) => {
    const [served, truth] = await Promise.all([serveApp(app), truthOf(app)]);
    try {
      await firefox.navigate(served.url);
      const drawn = `const done = arguments[0]; const look = () => document.querySelector("button, app-settings")?.isConnected ? done() : setTimeout(look, 20); look();`;
      await firefox.page(drawn);
      const script = `return [document.wrappedJSObject !== undefined, ${lookUp}.lookUp(document)];`;
      const answer = await firefox.send<{ value: [boolean, string] }>("WebDriver:ExecuteScript", { script, args: [], sandbox: "isolated" });
      const [xray, json] = answer.value;
      const { strings }: { strings: string[] } = JSON.parse(json);
      expect(xray).toBe(true);
      expect(strings).toContain(component);
      const places = truth.map(({ file, line }) => (precision === "line" ? `${file}:${line}:` : file));
      const missing = places.filter((place) => precision !== "nothing" && !strings.some((text) => text.includes(place)));
      expect(missing).toEqual([]);
    } finally {
      await served.close();
    }
  });
});
