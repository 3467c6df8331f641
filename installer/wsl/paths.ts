/** Where a distribution of WSL and Windows find each other's files. */
export interface Mounts {
  /** Folder below which WSL mounts the drives: `/mnt`, or empty for the root itself. */
  readonly drives: string;
  /** Name of the distribution, as `wsl.exe --list` shows it. */
  readonly distribution: string;
}

/** A Windows path as WSL sees it: a drive below the mounts, the distribution's own share below `/`. Other paths come back as they are. */
export function toLinuxPath(path: string, { drives }: Pick<Mounts, "drives">): string {
  const slashed = path.replaceAll("\\", "/");
  const [, letter, rest = ""] = /^([a-z]):(\/.*)?$/is.exec(slashed) ?? [];
  if (letter !== undefined) return `${drives}/${letter.toLowerCase()}${rest}`;
  const [, inside] = /^\/\/wsl(?:\.localhost|\$)\/[^/]+(\/.*)?$/is.exec(slashed) ?? [];
  return inside ?? (/^\/\/wsl/i.test(slashed) ? "/" : path);
}

/** An absolute path of WSL as Windows sees it: on its own drive where it lies on one, else on the distribution's share. */
export function toWindowsPath(path: string, { drives, distribution }: Mounts): string {
  const below = path.startsWith(`${drives}/`) ? path.slice(drives.length) : "";
  const [, letter, rest = "/"] = /^\/([a-z])(\/.*)?$/s.exec(below) ?? [];
  const full = letter === undefined ? `//wsl.localhost/${distribution}${path}` : `${letter.toUpperCase()}:${rest}`;
  return full.replaceAll("/", "\\");
}
