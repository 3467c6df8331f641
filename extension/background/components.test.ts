import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { blankPage, openChromium } from "../../host/testing/chromium.js";
import type { Connections } from "./connections.js";

let page: Page;
const stored = new Map<string, unknown>();

// The page is real; the extension's interfaces to it stand here, and answer later as they do there.
vi.mock("../browser.js", () => ({
  browser: {
    storage: {
      session: {
        get: async (name: string) => ({ [name]: stored.get(name) }),
        set: async (entries: object) => void Object.entries(entries).map(([name, value]) => stored.set(name, value)),
        remove: async (name: string) => void stored.delete(name),
      },
    },
    scripting: {
      executeScript: async ({ func, args }: { func: (...args: unknown[]) => string; args: unknown[] }) => [
        { result: await page.evaluate(func, ...args) },
      ],
    },
  },
}));

// An earlier file of this process may have loaded it beside its own stand-in.
vi.resetModules();
const { hearPageErrors, stopPageErrors } = await import("./components.js");
const context = await openChromium();

beforeAll(async () => {
  page = await blankPage(context);
  await page.evaluate(() => {
    const counts = { listeners: 0 };
    const { addEventListener, removeEventListener } = globalThis;
    Object.assign(globalThis, {
      counts,
      addEventListener: (...all: Parameters<typeof addEventListener>) => {
        counts.listeners++;
        addEventListener(...all);
      },
      removeEventListener: (...all: Parameters<typeof removeEventListener>) => {
        counts.listeners--;
        removeEventListener(...all);
      },
    });
  });
});

afterAll(() => context.close());

const listeners = () => page.evaluate("counts.listeners");

it("listens once in a page however many ask at once, and leaves nothing there", async () => {
  const info = { trustedPatterns: [] };
  const connections = {
    decide: async () => ({ state: "connected", info }),
    call: async () => ({ componentNames: true }),
  } as unknown as Connections;
  const hear = () => hearPageErrors(connections, "http://localhost/", { tabId: 1, isOpen: () => true });
  await Promise.all([hear(), hear(), hear()]);
  expect(await listeners()).toBe(3);
  await Promise.all([hear(), stopPageErrors(1)]);
  expect(await listeners()).toBe(0);
  expect(stored.size).toBe(0);
});
