import { hostPortOf, parseUrl } from "./hosts.js";
import { cleanUrl } from "./urls.js";

export interface PageIdentity {
  /** Origin and path: what loads anew when it changes. Loopback names are one; `/` and `/index.html` at the end of a path are none. */
  readonly document: string;
  /** The path that a router keeps in the fragment, `#/users` of `#/users?sort=name#top`; "" for its root, for an anchor and for none. */
  readonly fragment: string;
}

/** Distinguishes pages by origin, path and a router's fragment (`#/…`, `#!/…`), not by query or anchor. Undefined for what is no address. */
export function pageOf(address: string): PageIdentity | undefined {
  const url = parseUrl(address);
  if (url === undefined) return undefined;
  const path = /^#!?\/[^?#]*/.exec(url.hash)?.[0].replace(/\/+$/, "") ?? "";
  const document = originOf(url) + url.pathname.replace(/\/(index\.html?)?$/, "");
  return { document, fragment: /^#!?$/.test(path) ? "" : path };
}

/** A page's identity as one text, equal for equal pages; "" for what is no address. */
export function pageKey(address: string): string {
  const page = pageOf(address);
  return page === undefined ? "" : page.document + page.fragment;
}

/** Whether two addresses name one page. They are compared as captures keep them, without secrets. */
export function isOnePage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((address) => pageKey(cleanUrl(address).url));
  return first !== "" && first === second;
}

/** Whether two addresses name one document, maybe at other routes: moving from one to the other loads nothing. */
export function isOneDocument(one: string, other: string): boolean {
  const [first, second] = [one, other].map((address) => pageOf(cleanUrl(address).url)?.document);
  return first !== undefined && first === second;
}

/** Origin of a URL; loopback names count as one, and files have `file://` and their host. */
export function originOf(url: URL): string {
  const page = hostPortOf(url);
  return page === undefined ? `${url.protocol}//${url.host}` : `${url.protocol}//${page.hostname}:${page.port}`;
}
