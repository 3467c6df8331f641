import { ServiceError } from "../../host/contract/errors.js";
import { isRecord } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import type { OperationInput } from "../../host/contract/operations.js";
import { isSameOrigin } from "../../host/contract/routing.js";
import { trustOf, trustPatternFor } from "../../host/contract/trust.js";
import { shortenUrl } from "../../host/contract/urls.js";
import type { Attachment, ConsentDetails, SendOrder, SentCapture } from "../messages.js";
import { TransportError } from "../transport/transport.js";
import type { Connections } from "./connections.js";
import type { Decision } from "./discovery.js";

type CaptureInput = OperationInput<"captures:create">;

/** The trust gate: an untrusted page is sent only with the user's consent for this once, recorded in the capture. Null without it. */
export async function sendCapture(
  connections: Connections,
  askPerson: (details: ConsentDetails) => Promise<boolean>,
  pageUrl: string,
  { capture: json, sendAnyway, requestId, attachments }: SendOrder,
): Promise<SentCapture | null> {
  if (json.length > limits.captureMaxBytes) {
    const message = `This capture is larger than ${limits.captureMaxBytes / 1024 / 1024} MB. Close parts of the page that you do not need, and read it again.`;
    throw new ServiceError("too-large", message);
  }
  const decision = await connections.decide(pageUrl);
  const trust = trustOf(pageUrl, decision.state === "connected" ? decision.info.trustedPatterns : []);
  if (trust === "untrusted" && !sendAnyway)
    throw new ServiceError("conflict", "This page is not trusted. Add its host to the trusted ones, or send it anyway, this once.");
  const capture = readCapture(json);
  if (!isSameOrigin(capture.metadata.url, pageUrl))
    throw new ServiceError("conflict", "The page has changed since it was read. Send again.");
  if (trust === "untrusted" && !(await askPerson(detailsOf(capture, pageUrl, decision)))) return null;
  const { trustOverride: _old, ...metadata } = capture.metadata;
  const override = trust === "untrusted" ? { trustOverride: true } : {};
  const request = requestId === undefined ? {} : { requestId };
  // Asked first: an agent that waits for it is answered by the capture, and does not wait any longer.
  const asked = connections.call(pageUrl, "info:get", { pageUrl: shortenUrl(pageUrl) }).catch((error: unknown) => {
    console.debug("svc: who will read it is not known", error);
    return notKnown;
  });
  const sent = await connections.call(pageUrl, "captures:create", {
    ...capture,
    metadata: { ...metadata, trust, ...override, ...request },
  });
  const problems: string[] = [];
  for (const one of attachments) problems.push(await storeAttachment(connections, pageUrl, sent.filename, one));
  const { agent, listening } = await asked;
  return { ...sent, agent, listening, problem: problems.find((problem) => problem !== "") ?? "" };
}

const notKnown = { agent: "", listening: "unknown" } as const;

/** Stores an attachment. Returns the problem, "" for none: the capture is already stored, and stays so. */
async function storeAttachment(connections: Connections, pageUrl: string, capture: string, attachment: Attachment): Promise<string> {
  try {
    await connections.call(pageUrl, "snapshots:create", { capture, ...attachment });
    return "";
  } catch (error) {
    if (error instanceof ServiceError || error instanceof TransportError) return error.message;
    throw error;
  }
}

/** Returns what the consent window shows of an untrusted page: its host, its size and its notes. */
function detailsOf({ nodes, annotations }: CaptureInput, pageUrl: string, decision: Decision): ConsentDetails {
  return {
    kind: "send-anyway",
    host: trustPatternFor(pageUrl) ?? pageUrl,
    project: decision.state === "connected" ? decision.info.name : "",
    elements: nodes?.count ?? 0,
    notes: (annotations ?? []).map(({ comment }) => comment),
  };
}

/** Reads just what is needed here; the store validates the whole. */
function readCapture(json: string): CaptureInput {
  const value: unknown = JSON.parse(json);
  const metadata = isRecord(value) ? value["metadata"] : undefined;
  if (!isRecord(metadata) || !("url" in metadata)) throw new ServiceError("invalid-input", "This is no capture.");
  return value as CaptureInput;
}
