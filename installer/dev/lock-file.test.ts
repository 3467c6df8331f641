import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

/** Looks where Node would: beside the dependent, then outward. */
function isLocked({ packages }: LockFile, path: string, name: string): boolean {
  if (Object.hasOwn(packages, `${path === "" ? "" : `${path}/`}node_modules/${name}`)) return true;
  return path !== "" && isLocked({ packages }, path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}

describe("the lock file", () => {
  const text = readFileSync("package-lock.json", "utf8");

  it("holds every optional package, so that `npm ci` takes it: npm leaves out what the registry at hand lacks, builds for other platforms mostly", () => {
    const lock: LockFile = JSON.parse(text);
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(lock, path, name)),
    );
    expect(missing).toEqual([]);
  });

  it("names no registry", () => {
    expect(text).not.toMatch(/"resolved": "https?:/);
  });
});
