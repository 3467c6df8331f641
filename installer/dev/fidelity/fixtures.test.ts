import { describe, it } from "vitest";
import { inFirefox } from "../../../extension/e2e/each-browser.js";
import { isLong, onlyAtLength } from "../../../host/testing/long.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { openChromium } from "./chromium.js";
import { openFirefox } from "./firefox.js";
import { holdShares } from "./testing/shares.js";

const fixtures = () => `${projectRoot}extension/fixtures`;
const leastShares = { recall: 1, text: 0.99, role: 0.99, name: 0.98, state: 0.99, exposed: 0.99, box: 1, selector: 1, key: 0.95 };
const leastElements = 1_000;

describe("the capture of every fixture page, against the browser's own answers", () => {
  holdShares(openChromium, fixtures, leastShares, leastElements);
});

/** Roles, names and states are held against Chromium's answers for the same page, all else against Firefox's own. */
if (isLong)
  inFirefox("the capture of every fixture page in Firefox", () => {
    holdShares(openFirefox, fixtures, { ...leastShares, role: 0.98, state: 0.98, exposed: 0.98 }, leastElements);
  });
else it("in Firefox is skipped", (context) => context.skip(onlyAtLength));
