import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { execaSync } from "execa";
import { type Zippable, zipSync } from "fflate";

/** The stores want one zip a browser family; Edge takes Chrome's build. */
const zips = { chrome: "dist/chrome", edge: "dist/chrome", firefox: "dist/firefox" } as const;

/** The earliest date that a zip can hold, so that equal content gives equal bytes. */
const epoch = new Date(1980, 0, 1);

/** `npm run package`: the npm tarball and the stores' zips, byte for byte the same from the same sources. */
function main(): void {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  mkdirSync("dist", { recursive: true });
  for (const [browser, folder] of Object.entries(zips)) {
    const file = join("dist", `svc-${browser}-${version}.zip`);
    writeFileSync(file, zipSync(entriesOf(folder), { level: 9, mtime: epoch }));
    console.log(`${file}  ${statSync(file).size} bytes`);
  }
  // The build has run; packing must not run it again.
  const packed = execaSync("npm", ["pack", "--ignore-scripts", "--pack-destination", "dist", "--json"]);
  const [{ filename, size }] = JSON.parse(packed.stdout);
  console.log(`${join("dist", filename)}  ${size} bytes`);
}

/** All files below a folder in one order on every machine. */
function entriesOf(folder: string): Zippable {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), new Uint8Array(readFileSync(path))]));
}

main();
