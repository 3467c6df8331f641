import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError } from "../../host/contract/errors.js";
import { isListeningName } from "../../host/contract/hosts.js";
import { chromeExtensionId, proofHeaders, signatureHeaders } from "../../host/contract/names.js";
import { withoutQuery } from "../../host/contract/urls.js";

/** The extensions that are let in beside our Chrome build. */
export interface KnownExtensions {
  /** Chromium ids that the user added. */
  readonly ids: readonly string[];
  /** `moz-extension://` origins that native messaging or pairing made known: each installation in Firefox has a random id of its own. */
  readonly origins: readonly string[];
}

/** Who calls: a program (no origin), an extension that is let in, or a stranger: a Firefox extension that nobody has vouched for, or a browser's tab. */
type Visitor = { readonly origin: string | undefined; readonly isKnown: boolean };

/**
 * Lets in programs (no Origin) and our extension, nobody else, before the body is read. Throws `forbidden-origin`.
 *
 * Both browsers send the extension's own origin from its background on fetch, preflight and WebSocket (Chromium 156, Firefox 153): `null`
 * is always a web page's. A page can ask without Origin (an image, `no-cors`): Sec-Fetch-Site names it (Fetch Metadata), which no page
 * can change; `none` means that the user typed the address, or an extension asks that may read every site, as it reads what a tab shows.
 */
export function checkOrigin({ headers }: IncomingMessage, known: KnownExtensions): Visitor {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isTyped = site === "none" && headers["sec-fetch-mode"] === "navigate";
  if (origin === undefined && (site === undefined || isTyped)) return { origin, isKnown: !isTyped };
  if (origin !== undefined && isKnownExtension(origin, known)) return { origin, isKnown: true };
  if (origin !== undefined && isFirefoxExtension(origin)) return { origin, isKnown: false };
  throw new ServiceError(
    "forbidden-origin",
    "Web pages may not call this server: only the svc extension and programs of this machine may.",
  );
}

const openToStrangers = new Set(["/info", "/health", "/handshake"]);

/** Throws `forbidden-origin` when a stranger asks for more than who is there and how to prove the key. */
export function checkStranger({ method, url = "" }: IncomingMessage, { origin, isKnown }: Visitor): void {
  // A browser's question before the real request reveals nothing, and without its answer the extension could not read the refusal.
  if (isKnown || method === "OPTIONS" || openToStrangers.has(withoutQuery(url))) return;
  const message =
    origin === undefined
      ? `A browser's tab gets ${[...openToStrangers].join(", ")} alone: other extensions can read what it shows. Ask through the svc extension or a program such as curl.`
      : `This browser is not known yet. Pair it with the key that \`svc-init pair\` shows, or run \`svc-init pair --allow ${origin}\`.`;
  throw new ServiceError("forbidden-origin", message);
}

function isFirefoxExtension(origin: string): boolean {
  return /^moz-extension:\/\/[\w-]{1,64}$/i.test(origin);
}

function isKnownExtension(origin: string, { ids, origins }: KnownExtensions): boolean {
  if (isFirefoxExtension(origin)) return origins.includes(origin);
  const id = /^chrome-extension:\/\/([a-p]{32})$/.exec(origin)?.[1];
  return id !== undefined && (id === chromeExtensionId || ids.includes(id));
}

/** Lets the extension read every response (Fetch, "CORS protocol"). Named instead of `*` and with `Vary`: no answer serves another. */
export function allowReading(outgoing: ServerResponse, origin: string): void {
  outgoing.setHeader("Access-Control-Allow-Origin", origin);
  outgoing.setHeader("Access-Control-Expose-Headers", ["Retry-After", ...Object.values(proofHeaders)].join(", "));
  outgoing.setHeader("Vary", "Origin");
}

const preflightLifetimeSeconds = 600;

/** Headers of the answer to OPTIONS (RFC 9110, 9.3.7). Private-Network answers Chromium's question about the local network. */
export function optionsHeaders(methods: readonly string[], origin: string | undefined): Record<string, string> {
  const allow = { Allow: methods.join(", ") };
  if (origin === undefined) return allow;
  return {
    ...allow,
    "Access-Control-Allow-Methods": allow.Allow,
    "Access-Control-Allow-Headers": ["Content-Type", ...Object.values(signatureHeaders)].join(", "),
    "Access-Control-Allow-Private-Network": "true",
    "Access-Control-Max-Age": String(preflightLifetimeSeconds),
  };
}

/** Refuses all but one loopback Host with the server's own port (RFC 9112, 3.2): a page with a rebound DNS name sends that name. */
export function checkHost(incoming: IncomingMessage, port: number): void {
  // Node's `headers` has the first Host alone.
  const { host: hosts = [] } = incoming.headersDistinct;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(incoming.url ?? "")?.[1];
  const names = authority === undefined ? hosts : [...hosts, authority];
  if (hosts.length === 1 && names.every((name) => isOwnAuthority(name, port))) return;
  throw new ServiceError(
    "forbidden-host",
    `The Host header must be one loopback name with this server's port: call http://127.0.0.1:${port}, not through another name.`,
  );
}

function isOwnAuthority(authority: string, port: number): boolean {
  const match = /^(\[[0-9a-f:]+\]|[^:[\]@]+):(\d{1,5})$/i.exec(authority);
  return match?.[1] !== undefined && isListeningName(match[1]) && Number(match[2]) === port;
}
