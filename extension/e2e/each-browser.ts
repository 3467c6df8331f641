import { describe, it } from "vitest";
import { isLong } from "../../host/testing/long.js";
import { chromiumForTests } from "./browser.js";
import type { LaunchBrowser } from "./extension-browser.js";
import { firefoxPath } from "./firefox.js";
import { firefoxForTests } from "./firefox-browser.js";

interface Choice {
  readonly launch: LaunchBrowser;
  /** Why it cannot be used here; undefined when it can. */
  readonly absent: () => string | undefined;
}

/** The browsers that every scenario runs in. */
const browsers = {
  Chromium: { launch: chromiumForTests, absent: () => undefined },
  Firefox: {
    launch: firefoxForTests,
    absent: () => (firefoxPath() === undefined ? "Firefox is absent: install firefox-esr or set SVC_TEST_FIREFOX" : undefined),
  },
} as const satisfies Record<string, Choice>;

export type BrowserName = keyof typeof browsers;

/**
 * Runs the scenarios that `body` states once in each browser. Where a browser is absent, or cannot do them for the reason that `except`
 * states, a skipped test states so.
 */
export function eachBrowser(
  title: string,
  body: (launch: LaunchBrowser, browser: BrowserName) => void,
  except: Readonly<Partial<Record<BrowserName, string>>> = {},
): void {
  for (const name of Object.keys(browsers) as BrowserName[]) {
    const { launch, absent } = browsers[name];
    const reason = except[name] ?? absent();
    describe(`${title}, in ${name}`, () => {
      if (reason === undefined) body(launch, name);
      else saySkipped(reason);
    });
  }
}

/**
 * As `eachBrowser`, for what depends on code that both browsers share: Firefox, where a test takes a half more of the processors, runs it in
 * `npm run test:long` alone, and else a skipped test states so.
 */
export function eachBrowserAtLength(
  title: string,
  body: (launch: LaunchBrowser, browser: BrowserName) => void,
  except: Readonly<Partial<Record<BrowserName, string>>> = {},
): void {
  eachBrowser(title, body, isLong ? except : { Firefox: "npm run test:long runs it in Firefox", ...except });
}

/** Runs tests that need Firefox alone, or reports that it is absent. */
export function inFirefox(title: string, body: () => void): void {
  const reason = browsers.Firefox.absent();
  describe(title, () => {
    if (reason === undefined) body();
    else saySkipped(reason);
  });
}

function saySkipped(reason: string): void {
  it(`is skipped: ${reason}`, (context) => context.skip(reason));
}
