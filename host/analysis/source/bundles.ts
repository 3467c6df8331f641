/** Scripts of bundles among the resources of a page; none of Next, which draws components on the server that are in no script of the page. */
export function bundledScripts(resources: readonly string[]): string[] {
  if (resources.some((path) => path.startsWith("_next/"))) return [];
  return [...new Set(resources)].filter((path) => /\.m?js$/.test(path)).slice(0, mostScripts);
}

const mostScripts = 250;

/** What build tools call the folder of a site that is ready to be served. */
export const builtFolders = "dist build out public dist/client .output/public .svelte-kit/output/client www _site static wwwroot".split(
  " ",
);
/** Packages of the project whose folders of builds are looked into, the nearest to the root first. */
const mostPackages = 8;

/** The path at which the source map of a script may lie in a folder of a build; undefined when the script cannot be of it. */
export type MapFolder = (script: string) => string | undefined;

/** The maps of the scripts that stand where one stands whose map was found: others may be no part of the build. */
export function mapsBeside(folder: MapFolder, found: string, scripts: readonly string[]): string[] {
  const start = found.slice(0, found.lastIndexOf("/") + 1);
  return scripts.flatMap((script) => (script.startsWith(start) ? (folder(script) ?? []) : []));
}

/** Where the source maps of a page's scripts can lie, also of a page that is served below a path. `manifest`: text of the root's package.json. */
export function mapFolders(files: ReadonlySet<string>, manifest: string | undefined): MapFolder[] {
  const roots = packageRoots(files);
  // Angular names the folder after the project.
  const name = /"name"\s*:\s*"([\w-]+)"/.exec(manifest ?? "")?.[1];
  const folders = name === undefined ? builtFolders : [...builtFolders, `dist/${name}/browser`, `dist/${name}`];
  return [0, 1].flatMap((skip) => roots.flatMap((root) => folders.map((folder) => mapsIn(root + folder, skip))));
}

/** `skip`: how many parts of the scripts' addresses are no folders. */
function mapsIn(path: string, skip: number): MapFolder {
  return (script) => {
    const parts = script.split("/").slice(skip);
    return parts.length === 0 ? undefined : `${path}/${parts.join("/")}.map`;
  };
}

/** The folders of the project's packages, each with a slash behind it: its root, which is empty, then the nearest to that. */
export function packageRoots(files: ReadonlySet<string>): string[] {
  const packages = [...files].filter((path) => path.endsWith("/package.json")).sort((a, b) => depthOf(a) - depthOf(b));
  return ["", ...packages.slice(0, mostPackages - 1).map((path) => path.slice(0, -"package.json".length))];
}

function depthOf(path: string): number {
  return path.split("/").length;
}

/** Paths of sources as maps list them, without virtual modules and the queries that distinguish the parts of a file. */
export function sourcesOfBundle(sources: Iterable<string>): string[] {
  return [...new Set([...sources].filter((source) => !source.includes("\0")).map((source) => source.split("?", 1)[0] ?? ""))];
}
