import { trustOf, trustPatternFor } from "../../host/contract/trust.js";
import type { Connection, PageStatus } from "../messages.js";
import type { Decision } from "./discovery.js";

/** What the sidebar shows: trust is judged here, never by the page's part. */
export function pageStatusOf(pageUrl: string, decision: Decision): PageStatus {
  const patterns = decision.state === "connected" ? decision.info.trustedPatterns : [];
  return { trust: trustOf(pageUrl, patterns), trustPattern: trustPatternFor(pageUrl) ?? "", connection: connectionOf(decision) };
}

function connectionOf(decision: Decision): Connection {
  if (decision.state === "broken") return decision;
  const { transport, info } = decision;
  return { state: "connected", transport: transport.name, project: info.name, agent: info.agent };
}
