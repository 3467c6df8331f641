import type { FoundBrowser } from "../browsers/find.js";
import type { InitContext } from "../init/step.js";
import type { ManifestPlace } from "../native/places.js";

/** What became of a hop. `untested`: an earlier one is broken, or there is nothing to test. `mend` is one command, or what to do. */
export interface CheckResult {
  readonly status: "pass" | "fail" | "untested";
  readonly detail: string;
  readonly mend?: string | undefined;
}

/** What the hops know of each other, on the way from the browser to the agent. */
export interface CheckState extends InitContext {
  readonly browsers: readonly FoundBrowser[];
  readonly places: readonly ManifestPlace[];
  readonly wrappers: Set<string>;
  /** Versions seen, by whose they are. */
  readonly versions: Map<string, string>;
  isRegistered: boolean;
}

export type Check = (state: CheckState) => Promise<CheckResult> | CheckResult;

export const pass = (detail: string): CheckResult => ({ status: "pass", detail });
export const fail = (detail: string, mend: string): CheckResult => ({ status: "fail", detail, mend });
export const untested = (detail: string, mend?: string): CheckResult => ({ status: "untested", detail, mend });
