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

interface Missing {
  readonly name: string;
  readonly version: string;
  readonly isDev: boolean;
}

/**
 * Optional dependencies without an entry: npm leaves those out whose packages the registry at hand does not have, which are mostly the
 * builds for other platforms, and `npm ci` then refuses the file on every machine.
 */
export function missingPackages(lock: LockFile): Missing[] {
  const missing = new Map<string, Missing>();
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (!isLocked(lock, path, name)) missing.set(name, { name, version: range.replace(/^[\^~]/, ""), isDev: dev === true });
    }
  }
  return [...missing.values()];
}

/** Adds an entry for each missing package, with the platform in its name. */
export function completeLockFile(lock: LockFile): LockFile {
  const added = missingPackages(lock).map(({ name, version, isDev }) => {
    const entry: LockedPackage = { version, ...platformOf(name), ...(isDev ? { dev: true } : {}), optional: true };
    return [`node_modules/${name}`, entry] as const;
  });
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
