import { parseUrl } from "./hosts.js";

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
