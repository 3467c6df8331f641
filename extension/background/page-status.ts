import { learnablePattern } from "../../host/contract/routing.js";
import { trustOf, trustPatternFor } from "../../host/contract/trust.js";
import { browser } from "../browser.js";
import type { ConnectionStatus, PageStatus, VersionSkew } from "../messages.js";
import type { Decision } from "./discovery.js";

/** Returns the status that the sidebar shows. Trust is decided here, never by a script in the page. */
export function pageStatusOf(pageUrl: string, decision: Decision): PageStatus {
  const patterns = decision.state === "connected" ? decision.info.trustedPatterns : [];
  return { trust: trustOf(pageUrl, patterns), trustPattern: trustPatternFor(pageUrl) ?? "", connection: connectionOf(pageUrl, decision) };
}

function connectionOf(pageUrl: string, decision: Decision): ConnectionStatus {
  if (decision.state === "broken") {
    const { hop, detail, projects } = decision;
    return { state: "broken", hop, detail, choices: learnablePattern(pageUrl) === undefined ? [] : projects };
  }
  const { transport, info, isNoPortOpen } = decision;
  const skew = versionSkew(browser.runtime.getManifest().version, info.version);
  return {
    state: "connected",
    transport: transport.name,
    isNoPortOpen,
    project: info.name,
    ...(skew === undefined ? {} : { skew }),
  };
}

/**
 * Returns which of the two must be updated; undefined when they are compatible. Patch releases are always compatible, since the stores
 * publish them with a delay.
 */
export function versionSkew(extension: string, service: string): VersionSkew | undefined {
  const [ours, theirs] = [partsOf(extension), partsOf(service)];
  if (ours === undefined || theirs === undefined) return undefined;
  const difference = ours[0] - theirs[0] || ours[1] - theirs[1];
  if (difference === 0) return undefined;
  return { older: difference < 0 ? "extension" : "service", extension, service };
}

/** Returns undefined for what is not a release: unbuilt programs have version 0.0.0. */
function partsOf(version: string): readonly [major: number, minor: number] | undefined {
  const match = /^(\d+)\.(\d+)\.\d+/.exec(version);
  return match === null || version === "0.0.0" ? undefined : [Number(match[1]), Number(match[2])];
}
