/** A package of the lock file, as far as it matters here. */
interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

/**
 * Optional dependencies without an entry, by name, each with the entry that it lacks: npm leaves those out whose packages the registry at
 * hand does not have, which are mostly the builds for other platforms, and `npm ci` then refuses the file on every machine.
 */
export function missingPackages(lock: LockFile): ReadonlyMap<string, LockedPackage> {
  const missing = new Map<string, LockedPackage>();
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (isLocked(lock, path, name)) continue;
      missing.set(name, { version: range.replace(/^[\^~]/, ""), ...platformOf(name), ...(dev === true ? { dev } : {}), optional: true });
    }
  }
  return missing;
}

/** Adds an entry for each missing package, with the platform in its name. */
export function completeLockFile(lock: LockFile): LockFile {
  const added = Array.from(missingPackages(lock), ([name, entry]) => [`node_modules/${name}`, entry] as const);
  const entries = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(entries) };
}

/** Looks where Node would: beside the dependent, then outward. */
function isLocked(lock: LockFile, path: string, name: string): boolean {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    const prefix = base === "" ? "" : `${base}/`;
    if (Object.hasOwn(lock.packages, `${prefix}node_modules/${name}`)) return true;
    if (base === "") return false;
  }
}

const systems = ["android", "darwin", "linux", "win32", "freebsd", "openharmony", "sunos", "aix", "netbsd", "openbsd"];
const processors = ["x64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> {
  const words = name === "fsevents" ? ["darwin"] : name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : words.some((word) => word.startsWith("gnu")) ? ["glibc"] : [];
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(os.includes("linux") && libc.length > 0 ? { libc } : {}),
  };
}
