import { isLoopback, parsePattern, parseUrl } from "../../contract/hosts.js";

/** Why a pattern covers pages of several owners: all, a public suffix (publicsuffix.org) or addresses by wildcard; undefined for none. */
export async function whyTooWide(pattern: string): Promise<string | undefined> {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return whyFolderTooWide(pattern);
  const { hostname } = parsed;
  const isWildcard = hostname.startsWith("*.");
  const name = isWildcard ? hostname.slice(2) : hostname;
  if (!name.startsWith("[") && name.split(".").includes("")) return "has an empty label. Write a host such as `app.example.com`";
  if (isLoopback(name)) return undefined;
  const { parse } = await import("tldts");
  const { isIp, isIcann, publicSuffix } = parse(name, { allowPrivateDomains: true, extractHostname: false });
  if (isIp === true) return isWildcard ? "puts a wildcard before an address, which has no subdomains. Write the address" : undefined;
  if (publicSuffix !== name) return undefined;
  // A bare name that no list has is a host of the local network.
  if (!isWildcard && isIcann !== true) return undefined;
  return `covers the hosts of many owners: \`${name}\` is a public suffix. Write the host, or a wildcard below one owner's domain such as \`*.example.com\``;
}

function whyFolderTooWide(pattern: string): string | undefined {
  const url = parseUrl(pattern);
  if (url?.protocol !== "file:") return undefined;
  const isRoot = /^\/*(?:[a-z][:|]\/*)?$/i.test(url.pathname);
  return isRoot ? "covers every file of the disk. Write the folder of the project's pages" : undefined;
}

/**
 * Whether a URL pattern names one development server of this machine: a loopback name with a port. It admits no page of another machine
 * away, so a repository may bring it. Ports 80 and 443 are left out: with those, routing takes hosts of any name.
 */
export function isDevelopmentServer(pattern: string): boolean {
  const parsed = parsePattern(pattern);
  return parsed !== undefined && isLoopback(parsed.hostname) && !["", "80", "443"].includes(parsed.port);
}
