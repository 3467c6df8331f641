import { fitsPattern, hostPortOf, isLoopback, parsePattern, parseUrl } from "./hosts.js";
import { memoized } from "./memoized.js";
import { isOnePage, originOf, pageOf } from "./page.js";
import { cleanUrl } from "./urls.js";

export interface Routable {
  readonly projectRoot: string;
  readonly urlPatterns: readonly string[];
  readonly trustedPatterns: readonly string[];
}

/**
 * Finds the projects whose page this is: the first takes it, the others fit alike. file:// pages go to the deepest root that holds them, then to
 * the folders among the URL patterns. Others go by host name and port, the most exact pattern first: URL patterns with host and port, with
 * a host, trusted patterns with host and port, with a host, and at last URL patterns `localhost:<port>`, which fit any host on that port.
 * A loopback page that nobody claims goes to the only project that has no pattern yet, which then learns it. A file:// page does not:
 * its path shows that it is another folder's.
 */
export function fittingPage<P extends Routable>(pageUrl: string, projects: readonly P[]): readonly P[] {
  const scores = projects.map((project) => scoreOf(pageUrl, project));
  const best = Math.max(0, ...scores);
  if (best > 0) return projects.filter((_project, place) => scores[place] === best);
  if (!isLoopbackPage(pageUrl)) return [];
  const fresh = projects.filter(({ urlPatterns }) => urlPatterns.length === 0);
  return fresh.length === 1 ? fresh : [];
}

/** The first of `fittingPage`. */
export function routePage<P extends Routable>(pageUrl: string, projects: readonly P[]): P | undefined {
  return fittingPage(pageUrl, projects)[0];
}

function isLoopbackPage(pageUrl: string): boolean {
  const url = parseUrl(pageUrl);
  const page = url === undefined ? undefined : hostPortOf(url);
  return page !== undefined && isLoopback(page.hostname);
}

/** The pattern that a first capture teaches its project: only loopback and file:// pages teach. */
export function learnablePattern(pageUrl: string): string | undefined {
  const url = parseUrl(pageUrl);
  if (url === undefined) return undefined;
  if (url.protocol === "file:") return folderUrl(url);
  const page = hostPortOf(url);
  return page !== undefined && isLoopback(page.hostname) ? `${page.hostname}:${page.port}` : undefined;
}

/** Whether a project already claims the page, so that nothing needs to be learned. */
export function claimsPage(pageUrl: string, project: Routable): boolean {
  return scoreOf(pageUrl, project) > 0;
}

/** Whether a captured page is the one that was asked for, with the query and the query of the router's fragment where these were asked for. */
export function isSamePage(asked: string, captured: string): boolean {
  if (!isOnePage(asked, captured)) return false;
  const [wanted, found] = [asked, captured].map((address) => {
    const url = parseUrl(cleanUrl(address).url);
    return [url?.search ?? "", /^#!?\/[^?]*(\?[^#]*)/.exec(url?.hash ?? "")?.[1] ?? ""];
  });
  return wanted?.every((query, place) => query === "" || query === found?.[place]) === true;
}

/** Whether a captured page is the asked one or lies below it: same origin, path a prefix at a `/` boundary. */
export function isPageUnder(captured: string, asked: string): boolean {
  return pagesUnder(asked)(captured);
}

/** The first row of the very address, else the first of the same page with another query or fragment. Not of the pages below it. */
export function nearestPage<Row extends { readonly url: string }>(asked: string, rows: readonly Row[]): Row | undefined {
  const { url } = cleanUrl(asked);
  return rows.find((row) => row.url === url) ?? rows.find((row) => isPageUnder(asked, row.url) && isPageUnder(row.url, asked));
}

/** isPageUnder for many captured pages: each distinct one is parsed once. Addresses are compared as captures keep them, without secrets. */
export function pagesUnder(asked: string): (captured: string) => boolean {
  const outer = parseUrl(cleanUrl(asked).url);
  if (outer === undefined) return () => false;
  const [origin, document] = [originOf(outer), pageOf(outer.href)?.document];
  return memoized((captured) => {
    const inner = parseUrl(cleanUrl(captured).url);
    if (inner === undefined || originOf(inner) !== origin) return false;
    return isInside(inner.pathname, outer.pathname) || pageOf(inner.href)?.document === document;
  });
}

/** Whether two pages have one origin; loopback names count as one. */
export function isSameOrigin(one: string, other: string): boolean {
  const first = parseUrl(one);
  const second = parseUrl(other);
  return first !== undefined && second !== undefined && originOf(first) === originOf(second);
}

function scoreOf(pageUrl: string, project: Routable): number {
  const url = parseUrl(pageUrl);
  if (url === undefined) return 0;
  if (url.protocol === "file:") return scoreOfFile(pageUrl, project);
  return Math.max(scoreOfPatterns(url, project.urlPatterns, 2), scoreOfPatterns(url, project.trustedPatterns, 0));
}

function scoreOfPatterns(url: URL, patterns: readonly string[], bonus: number): number {
  const page = hostPortOf(url);
  if (page === undefined) return 0;
  let best = 0;
  for (const text of patterns) {
    const pattern = parsePattern(text);
    if (pattern === undefined) continue;
    if (fitsPattern(page, pattern)) best = Math.max(best, (pattern.port === "" ? 2 : 3) + bonus);
    // A development server behind a custom host name keeps its port, be that the scheme's own.
    else if (bonus > 0 && pattern.hostname === "localhost" && pattern.port === page.port) best = Math.max(best, 1);
  }
  return best;
}

function scoreOfFile(pageUrl: string, project: Routable): number {
  const paths = pathsOfFileUrl(pageUrl);
  if (paths.some((path) => isInside(path, project.projectRoot))) return 1_000 + project.projectRoot.length;
  const folders = project.urlPatterns.flatMap((pattern) => [...pathsOfFileUrl(pattern)]);
  return folders.some((folder) => paths.some((path) => isInside(path, folder))) ? 1 : 0;
}

function folderUrl(url: URL): string {
  return `file://${url.host}${url.pathname.replace(/\/[^/]*$/, "/")}`;
}

/**
 * The absolute paths, with `/` between their parts, that a file:// URL can mean to a process on this machine: itself, and on the
 * two sides of WSL `file://wsl.localhost/<distro>/x` as `/x` in there and `//wsl.localhost/<distro>/x` on Windows, and `file:///C:/x` as
 * `/mnt/c/x`. Empty when it is no file URL.
 */
export function pathsOfFileUrl(text: string): readonly string[] {
  const url = parseUrl(text);
  if (url === undefined || url.protocol !== "file:") return [];
  const path = decodePath(url.pathname);
  if (path === undefined) return [];
  const host = url.hostname.toLowerCase();
  // Firefox writes a network path behind an empty host: file://///wsl.localhost/…
  const share = host === "" || host === "localhost" ? /^\/{2,}([^/]+)(\/.*)$/.exec(path) : ["", host, path];
  if (share !== null) return isWslHost(share[1]) ? pathsInWsl(share[2] ?? "") : [];
  const drive = /^\/([a-z]):(\/.*)?$/i.exec(path);
  if (drive === null) return [path];
  const [, letter = "", rest = "/"] = drive;
  return [`${letter.toUpperCase()}:${rest}`, `/mnt/${letter.toLowerCase()}${rest}`];
}

/** `path`: the distribution and what is in it. */
function pathsInWsl(path: string): readonly string[] {
  return [path.replace(/^\/[^/]+/, "") || "/", `//wsl.localhost${path}`];
}

function isWslHost(host = ""): boolean {
  return /^wsl(?:\.localhost|\$)$/i.test(host);
}

/** Whether a path lies in a folder, at path boundaries: `/a/bc` is not in `/a/b`. Drive letters compare without case. */
export function isInside(path: string, folder: string): boolean {
  const inner = comparable(path);
  const outer = comparable(folder);
  return inner === outer || inner.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}

/** Windows file names have no case; its separators and a trailing one are spelling, too. In WSL only host and distribution have none. */
function comparable(path: string): string {
  const slashed = withoutLastSlashes(path.replace(/\\/g, "/"));
  if (/^[a-z]:/i.test(slashed)) return slashed.toLowerCase();
  const wsl = /^\/\/([^/]+)(\/[^/]+)(.*)$/.exec(slashed);
  return wsl !== null && isWslHost(wsl[1]) ? `//wsl.localhost${(wsl[2] ?? "").toLowerCase()}${wsl[3]}` : slashed;
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    // A stray percent sign: such a URL names no file.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
