import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { makeBrowserFolder } from "../../host/testing/browsers-run.js";

/** A browser until it is given back. */
interface Lease<B> {
  readonly browser: B;
  /** Holds the profile, and is the home of the browser's user. */
  readonly folder: string;
  /** Clears it for the next one. What cannot be cleared is closed. */
  giveBack(clear: () => Promise<void>): Promise<void>;
}

interface Started<B> {
  readonly browser: B;
  readonly folder: string;
}

/** What is done in another way with each browser. */
interface Driver<B> {
  /** Starts it with a folder for its profile and as its user's home. */
  start(folder: string): Promise<B>;
  lives(browser: B): boolean;
  close(browser: B): Promise<void>;
}

/** How long clearing may take until the browser is given up. */
const clearMs = 20_000;

/**
 * A browser that a process keeps over its test files, for one scenario at a time: a start takes 1.6 (Chromium) and 4.5 (Firefox) seconds of
 * processor time, an installation of the extension in a running one 0.3 and 0.5.
 */
export class SharedBrowser<B> {
  private started: Started<B> | undefined;
  private isTaken = false;
  private readonly driver: Driver<B>;

  constructor(driver: Driver<B>) {
    this.driver = driver;
  }

  /** Undefined while somebody has it. */
  async take(): Promise<Lease<B> | undefined> {
    if (this.isTaken) return undefined;
    this.isTaken = true;
    try {
      const { browser, folder } = await this.living();
      return { browser, folder, giveBack: (clear) => this.giveBack(clear) };
    } catch (error) {
      this.isTaken = false;
      throw error;
    }
  }

  private async living(): Promise<Started<B>> {
    if (this.started !== undefined && this.driver.lives(this.started.browser)) return this.started;
    this.remove();
    const folder = makeBrowserFolder();
    this.started = { browser: await this.driver.start(folder), folder };
    return this.started;
  }

  private async giveBack(clear: () => Promise<void>): Promise<void> {
    const { started } = this;
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), clearMs).unref());
    // A page of a test may have brought the browser into a state that it does not come back from: the next scenario gets another one.
    const isClear = await Promise.race([clear().then(() => true), late]).catch(() => false);
    if (!isClear && started !== undefined) {
      await this.driver.close(started.browser);
      this.remove();
    }
    this.isTaken = false;
  }

  private remove(): void {
    if (this.started !== undefined) rmSync(this.started.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    this.started = undefined;
  }
}

/** The environment of a shared browser: its user's home, and nothing of the test file that happened to start it. */
export function withoutSettings(home: string): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:SVC_HOME|SVC_PORTS|XDG_\w+)$/.test(name));
  return { ...Object.fromEntries(own), HOME: home };
}

/** Makes a path lead to a folder or file, in place of what stood there. */
export function linkTo(target: string, path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
