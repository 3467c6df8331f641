/** What routing and trust compare: nothing else of a URL counts. */
export interface HostPort {
  /** Lower case; every loopback name is `localhost`. */
  readonly hostname: string;
  /** Decimal digits; empty when neither written nor implied. */
  readonly port: string;
}

const impliedPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch (error) {
    // The constructor has no other way to say that a text is no URL.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Names by which clients address a server that listens on the loopback interface. */
const listeningNames = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a Host header may name a server of ours so. Narrower than `isLoopback`: no other name is ever handed out. */
export function isListeningName(hostname: string): boolean {
  return listeningNames.includes(hostname.toLowerCase());
}

/** Returns `localhost` for every name of this machine, else the name in lower case (RFC 6761 for `.localhost`, RFC 1122 for 127/8). */
export function normalizeHostname(hostname: string): string {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const isLocal = isListeningName(name) || name === "0.0.0.0" || name === "::1" || /^127\.\d+\.\d+\.\d+$/.test(name);
  return isLocal ? "localhost" : name;
}

/** Whether a host name can only be this machine. */
export function isLoopback(hostname: string): boolean {
  const name = normalizeHostname(hostname);
  return name === "localhost" || name.endsWith(".localhost");
}

/** Host and port of an http(s) URL; undefined for every other scheme. */
export function hostPortOf(url: URL): HostPort | undefined {
  const implied = impliedPorts[url.protocol];
  if (implied === undefined) return undefined;
  return { hostname: normalizeHostname(url.hostname), port: url.port === "" ? implied : url.port };
}

/** Reads `host`, `host:port`, `*.host` or an http(s) URL, its path ignored. An empty port fits any. Undefined for what is no pattern. */
export function parsePattern(pattern: string): HostPort | undefined {
  const text = pattern.trim();
  const schemed = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (schemed && !/^https?:\/\//i.test(text)) return undefined;
  const rest = text.replace(/^https?:\/\//i, "");
  const match = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:/?#@*[\]]+)(?::(\d{1,5}|\*))?(?:[/?#].*)?$/i.exec(rest);
  const host = match?.[2];
  if (match === null || host === undefined) return undefined;
  // The URL parser turns names into their ASCII form, as the browser's address has it.
  const parsed = parseUrl(`http://${host}/`);
  if (parsed === undefined || Number(match[3] ?? 0) > 65_535) return undefined;
  const port = match[3] === undefined || match[3] === "*" ? "" : match[3];
  return { hostname: (match[1] ?? "") + normalizeHostname(parsed.hostname), port };
}

/** Whether host and port fit a parsed pattern exactly, or as its subdomain when it starts with `*.`. */
export function fitsPattern(page: HostPort, pattern: HostPort): boolean {
  if (pattern.port !== "" && pattern.port !== page.port) return false;
  if (pattern.hostname.startsWith("*.")) return page.hostname.endsWith(pattern.hostname.slice(1));
  return page.hostname === pattern.hostname;
}
