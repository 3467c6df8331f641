import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { completeLockFile, missingPackages } from "./lock-file.js";

describe("the lock file", () => {
  it("holds every optional package, so that `npm ci` takes it (else run `npx tsx installer/dev/complete-lock.ts`)", () => {
    expect([...missingPackages(JSON.parse(readFileSync("package-lock.json", "utf8"))).keys()]).toEqual([]);
  });

  it("names no registry", () => {
    expect(readFileSync("package-lock.json", "utf8")).not.toMatch(/"resolved": "https?:/);
  });

  it("is completed with the platform that a package's name tells", () => {
    const lock = {
      packages: {
        "": {},
        "node_modules/a": {
          dev: true,
          optionalDependencies: { "@a/linux-x64-musl": "1.0.0", "@a/darwin-arm64": "1.0.0", fsevents: "~2.3.3" },
        },
        "node_modules/fsevents": { version: "2.3.3", optional: true },
      },
    };
    expect([...missingPackages(lock).keys()]).toEqual(["@a/linux-x64-musl", "@a/darwin-arm64"]);
    expect(completeLockFile(lock).packages).toMatchObject({
      "node_modules/@a/darwin-arm64": { version: "1.0.0", os: ["darwin"], cpu: ["arm64"], dev: true, optional: true },
      "node_modules/@a/linux-x64-musl": { version: "1.0.0", os: ["linux"], cpu: ["x64"], libc: ["musl"], dev: true, optional: true },
    });
  });
});
