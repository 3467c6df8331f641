import { readFileSync, writeFileSync } from "node:fs";
import { completeLockFile, type LockFile, missingPackages } from "./lock-file.js";

// Run after each `npm install` of a new package: see missingPackages.
const lock: LockFile = JSON.parse(readFileSync("package-lock.json", "utf8"));
writeFileSync("package-lock.json", `${JSON.stringify(completeLockFile(lock), null, 2)}\n`);
console.log(`added ${missingPackages(lock).size} optional packages to package-lock.json`);
