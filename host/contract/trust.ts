import { fitsPattern, hostPortOf, isLoopback, parsePattern, parseUrl } from "./hosts.js";

/** How far a page may be sent: at once, because the user configured it, or only after a decision. */
export type Trust = "trusted" | "configured" | "untrusted";

/** Labels of the shield. */
export const trustLabels: Readonly<Record<Trust, string>> = { trusted: "Trusted", configured: "Configured", untrusted: "Untrusted" };

/** Classes a page by host name and port only: neither path nor query nor credentials can influence it. */
export function trustOf(pageUrl: string, trustedPatterns: readonly string[]): Trust {
  const url = parseUrl(pageUrl);
  if (url === undefined) return "untrusted";
  if (url.protocol === "file:") return "trusted";
  const page = hostPortOf(url);
  if (page === undefined) return "untrusted";
  if (isLoopback(page.hostname)) return "trusted";
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
