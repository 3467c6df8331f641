import * as pickLimits from "./pick-limits.js";
import { urlMaxChars } from "./urls.js";

/** Every bound of the wire and the files, with its unit in its name. Numbers of the specification's table of limits. */
export const limits = {
  captureMaxBytes: 5 * 1024 * 1024,
  snapshotMaxBytes: 10 * 1024 * 1024,
  smallBodyMaxBytes: 64 * 1024,
  socketMessageMaxBytes: 1024 * 1024,
  socketConnectionsMax: 10,
  socketHelloTimeoutMs: 5_000,
  httpConnectionTimeoutMs: 30_000,
  httpRequestTimeoutMs: 10_000,
  /** Far more than may ask in one window, so that a burst is answered by the rate rule. */
  httpConnectionsMax: 1_024,
  httpRequestsMax: 240,
  httpRequestsWindowMs: 10_000,
  handshakesMax: 20,
  handshakesWindowMs: 60_000,
  challengeLifetimeMs: 60_000,
  signatureWindowMs: 30_000,
  /** Browsers refuse a longer message from a native host. */
  nativeReplyMaxBytes: 1024 * 1024,
  /** The longest frame the host accepts: a snapshot and its envelope. */
  nativeRequestMaxBytes: 11 * 1024 * 1024,
  lingerAfterLastAgentMs: 60 * 60_000,
  idleExitMs: 60 * 60_000,
  registryRefreshMs: 15_000,
  requestLifetimeMs: 300_000,
  openRequestsMax: 10,
  requestWaitForNativeMs: 10_000,
  /** Files and folders that are looked at in a project without git. */
  sourceEntriesMax: 200_000,
  /** Source files that a question reads: about a second where the disk has them cached. */
  sourceReadsMax: 50_000,
  /** Of one source file that are looked at as what an element was made by. */
  sourceTagsMax: 10_000,
  /** A window of 7,680 × 4,320 device pixels. */
  picturePixelsMax: 7_680 * 4_320,
  /** As long as the longest capture. */
  comparisonMaxChars: 5 * 1024 * 1024,
  listMax: 200,
  listDefault: 50,
  dataAttributeMaxChars: 100,
  commentMaxChars: 4_000,
  /** Most file systems take 255 bytes; a file is written under a longer name first. */
  filenameMaxChars: 190,
  titleMaxChars: 500,
  agentMaxChars: 200,
  urlMaxChars,
  annotationsMax: 500,
  ...pickLimits,
  threadMax: 200,
  checksMax: 20,
  wantedMax: 50,
  patternsMax: 100,
  patternMaxChars: 255,
  toolTokensMin: 200,
  toolTokensMax: 20_000,
  toolTokensDefault: 6_000,
  toolWaitMaxSeconds: 50,
} as const;

/** The ports of the HTTP fallback, tried in this order: one per project. */
export const httpPorts = [9876, 9877, 9878, 9879] as const;

/** The ports that are used: the four, or the valid ones of a list such as `4001,4002` (`SVC_PORTS`, for tests beside other programs). */
export function httpPortsIn(list: string | undefined): readonly number[] {
  const ports = (list ?? "").split(",").map((text) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : 0));
  const valid = ports.filter((port) => port > 0 && port <= 65_535);
  return valid.length > 0 ? valid : httpPorts;
}
