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
    const { hop, detail, mayAllow, projects } = decision;
    return { state: "broken", hop, detail, mayAllow, choices: learnablePattern(pageUrl) === undefined ? [] : projects };
  }
  const { transport, info, isNoPortOpen } = decision;
  const skew = versionSkew(browser.runtime.getManifest().version, info.version);
  return {
    state: "connected",
    transport: transport.name,
    isNoPortOpen,
    project: info.name,
    folder: info.projectRoot,
    choices: info.claimants ?? [],
    ...(skew === undefined ? {} : { skew }),
  };
}

/** Which of the two must be updated; undefined where they are compatible, as patch releases are: the stores publish them with a delay. */
export function versionSkew(extension: string, service: string): VersionSkew | undefined {
  const [ours, theirs] = [extension, service].map((version) => /^\d+\.\d+(?=\.\d)/.exec(version)?.[0]);
  // Unbuilt programs have version 0.0.0.
  if (ours === undefined || theirs === undefined || [extension, service].includes("0.0.0")) return undefined;
  const order = ours.localeCompare(theirs, "en", { numeric: true });
  return order === 0 ? undefined : { older: order < 0 ? "extension" : "service", extension, service };
}
