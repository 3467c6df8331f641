/** A folder of the project into which a build tool may have written the page's scripts. */
export interface MapFolder {
  /** Path of the source map of a script that the page has loaded; undefined when the script cannot be of this folder. */
  mapOf(script: string): string | undefined;
  /** The same without scripts that stand in other folders than this one: those may be no part of the build. */
  below(script: string): MapFolder;
}

/** Scripts of bundles among the resources of a page; none of Next, which draws components on the server that are in no script of the page. */
export function bundledScripts(resources: readonly string[]): string[] {
  if (resources.some((path) => path.startsWith("_next/"))) return [];
  return [...new Set(resources)].filter((path) => /\.m?js$/.test(path)).slice(0, mostScripts);
}

const mostScripts = 250;

/** What build tools call the folder of a site that is ready to be served. */
const builtFolders = [
  "dist",
  "build",
  "out",
  "public",
  "dist/client",
  ".output/public",
  ".svelte-kit/output/client",
  "www",
  "static",
  "wwwroot",
];
/** Packages of the project whose folders of builds are looked into, the nearest to the root first. */
const mostPackages = 8;

/** Where the source maps of a page's scripts can lie, also of a page that is served below a path. `manifest`: text of the root's package.json. */
export function mapFolders(files: ReadonlySet<string>, manifest: string | undefined): MapFolder[] {
  const roots = packageRoots(files);
  // Angular names the folder after the project.
  const name = /"name"\s*:\s*"([\w-]+)"/.exec(manifest ?? "")?.[1];
  const folders = name === undefined ? builtFolders : [...builtFolders, `dist/${name}/browser`, `dist/${name}`];
  return [0, 1].flatMap((skip) => roots.flatMap((root) => folders.map((folder) => mapFolder(`${root}${folder}`, skip, ""))));
}

/** The folders of the project's packages, each with a slash behind it: its root, which is empty, then the nearest to that. */
export function packageRoots(files: ReadonlySet<string>): string[] {
  const packages = [...files].filter((path) => path.endsWith("/package.json")).sort((a, b) => depthOf(a) - depthOf(b));
  return ["", ...packages.slice(0, mostPackages - 1).map((path) => path.slice(0, -"package.json".length))];
}

function depthOf(path: string): number {
  return path.split("/").length;
}

function mapFolder(folder: string, skip: number, start: string): MapFolder {
  return {
    mapOf: (script) => {
      const parts = script.split("/");
      return parts.length <= skip || !script.startsWith(start) ? undefined : `${folder}/${parts.slice(skip).join("/")}.map`;
    },
    below: (script) => mapFolder(folder, skip, script.slice(0, script.lastIndexOf("/") + 1)),
  };
}

/** Paths of sources as maps list them, without virtual modules and the queries that distinguish the parts of a file. */
export function sourcesOfBundle(sources: Iterable<string>): string[] {
  return [...new Set([...sources].filter((source) => !source.includes("\0")).map((source) => source.split("?", 1)[0] ?? ""))];
}
