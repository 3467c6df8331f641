import { fitsPattern, hostPortOf, isLoopback, parsePattern, parseUrl } from "./hosts.js";

/** How far a page may be sent: at once, because the user configured it, or only after a decision. */
export type Trust = "trusted" | "configured" | "untrusted";

export const trustLabels: Readonly<Record<Trust, string>> = { trusted: "Trusted", configured: "Configured", untrusted: "Untrusted" };

/** Trust by the address alone: files and pages of this machine have it. */
export function ownTrustOf(pageUrl: string): "trusted" | "untrusted" {
  const url = parseUrl(pageUrl);
  const isOwn = url?.protocol === "file:" || (/^https?:$/.test(url?.protocol ?? "") && isLoopback(url?.hostname ?? ""));
  return isOwn ? "trusted" : "untrusted";
}

/** Classes a page by host name and port only: neither path nor query nor credentials can influence it. */
export function trustOf(pageUrl: string, trustedPatterns: readonly string[]): Trust {
  if (ownTrustOf(pageUrl) === "trusted") return "trusted";
  const url = parseUrl(pageUrl);
  const page = url && hostPortOf(url);
  if (page === undefined) return "untrusted";
  const fits = trustedPatterns.some((text) => {
    const pattern = parsePattern(text);
    return pattern !== undefined && fitsPattern(page, pattern);
  });
  return fits ? "configured" : "untrusted";
}

/** The pattern that "Add to trusted" writes for a page: its host name. Undefined when the page has none. */
export function trustPatternFor(pageUrl: string): string | undefined {
  const url = parseUrl(pageUrl);
  return url === undefined ? undefined : hostPortOf(url)?.hostname;
}
