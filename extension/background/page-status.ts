import { learnablePattern } from "../../host/contract/routing.js";
import { trustOf, trustPatternFor } from "../../host/contract/trust.js";
import { browser } from "../browser.js";
import type { Connection, PageStatus } from "../messages.js";
import type { Decision } from "./discovery.js";
import { versionSkew } from "./version-skew.js";

/** Returns the status that the sidebar shows. Trust is decided here, never by a script in the page. */
export function pageStatusOf(pageUrl: string, decision: Decision): PageStatus {
  const patterns = decision.state === "connected" ? decision.info.trustedPatterns : [];
  return { trust: trustOf(pageUrl, patterns), trustPattern: trustPatternFor(pageUrl) ?? "", connection: connectionOf(pageUrl, decision) };
}

function connectionOf(pageUrl: string, decision: Decision): Connection {
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
    agent: info.agent,
    ...(skew === undefined ? {} : { skew }),
  };
}
