import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { captureSchema } from "../../../host/contract/capture.js";
import { readCapture } from "../../../host/contract/reader.js";
import { OwnWorld } from "../fidelity/own-world.js";
import type { Action, Truth } from "./actions.js";
import { enliven, mutate, register, settle } from "./in-page.js";
import type { Known } from "./plan.js";

/** One page, open in Chromium, that is captured and changed from a world of its own. */
export class MutablePage {
  private readonly page: Page;
  private readonly world: OwnWorld;
  private readonly engine: string;

  private constructor(page: Page, world: OwnWorld, engine: string) {
    this.page = page;
    this.world = world;
    this.engine = engine;
  }

  static async open(browser: Browser | BrowserContext, url: string, engine: string): Promise<MutablePage> {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(url, { waitUntil: "load" });
    return new MutablePage(page, new OwnWorld(await page.createCDPSession()), engine);
  }

  /** Captures it and learns which element each entry is. Throws where the capture is not valid. */
  async capture(): Promise<Known> {
    await this.call(settle, undefined);
    const text = await this.world.evaluate(
      `${this.engine};Promise.resolve(svcCapture(document)).then((capture) => JSON.stringify(capture))`,
    );
    const reader = readCapture(captureSchema.parse(JSON.parse(String(text))));
    const ids = (await this.call(
      register,
      [...reader.elements()].map(({ selector }) => selector),
    )) as number[];
    return { reader, ids };
  }

  /** Undefined where the mutation had no effect. */
  async mutate(action: Action): Promise<Truth | undefined> {
    return ((await this.call(mutate, action)) as Truth | null) ?? undefined;
  }

  /** Adds to the page what changes by itself. */
  async enliven(): Promise<void> {
    await this.call(enliven, undefined);
  }

  close(): Promise<void> {
    return this.page.close();
  }

  private call<A>(run: (given: A) => unknown, given: A): Promise<unknown> {
    // The TypeScript loader wraps functions in a helper that the page does not have.
    return this.world.evaluate(`{ const __name = (made) => made; (${run.toString()})(${JSON.stringify(given) ?? ""}) }`);
  }
}
