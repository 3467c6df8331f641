import type { Capture } from "../../host/contract/capture.js";
import { cleanResourceUrl } from "../../host/contract/urls.js";
import { cut } from "./text.js";

const most = 1_000;
/** Longer paths are data: what tells one resource from another stands before. */
const urlMaxChars = 1_000;

/**
 * The resources that the page has loaded so far, without query strings. A status is known only where the browser tells it: it says 0 for
 * other origins that did not allow timing, and these stay unknown. Long paths are cut and counted.
 */
export function networkOf(window: Window, count: (what: "long-urls") => void): Capture["network"] {
  const entries = window.performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const newest = entries.slice(-most);
  return newest.flatMap(({ name, initiatorType, responseStatus }) => {
    if (!/^https?:/.test(name)) return [];
    const status = responseStatus === undefined || responseStatus === 0 ? "unknown" : responseStatus < 400 ? "pass" : "fail";
    const url = cleanResourceUrl(name);
    if (url.length > urlMaxChars) count("long-urls");
    return [{ url: cut(url, urlMaxChars), kind: initiatorType, status } as const];
  });
}
