import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { zipSync } from "fflate";
import { projectRoot as root } from "../../../host/testing/paths.js";
import { packTarball } from "./tarball.js";
import { readVersion } from "./version.js";

/** The stores want one zip a browser, by the build that they take. */
const stores = { "dist/chrome": ["chrome", "edge"], "dist/firefox": ["firefox"] } as const;

/**
 * `npm run package`: the npm tarball and the stores' zips, byte for byte the same from the same sources. `--out DIR`: where to; by default dist.
 */
function main(): void {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "dist") } } });
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const version = readVersion(root);
  const write = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(out, name), bytes);
    return name;
  };
  const names = [
    packTarball(root, out),
    ...Object.entries(stores).flatMap(([folder, names]) => {
      const bytes = zip(filesBelow(join(root, folder)));
      return names.map((name) => write(`svc-${name}-${version}.zip`, bytes));
    }),
  ];
  for (const name of names) console.log(`${join(values.out, name)}  ${statSync(join(out, name)).size} bytes`);
}

/** Files by their path, with `/` between its parts. */
type Files = ReadonlyMap<string, Uint8Array>;

/** The earliest day that a zip can hold, at an hour that every time zone had: a zip writes the local time. */
const mtime = new Date(1980, 0, 1, 12);

/** Zips files: the same bytes for the same files, whatever the folder, the time, the time zone and the file modes. */
function zip(files: Files): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  return zipSync(Object.fromEntries(sorted), { level: 9, mtime });
}

function filesBelow(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), new Uint8Array(readFileSync(path))]));
}

main();
