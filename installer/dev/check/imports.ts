import { posix } from "node:path";
import { addToGroup } from "../../../host/contract/group-by.js";
import { importRules, neverImported } from "./import-rules.js";
import { lineCount, oncePerFile, sourceFile, type Tree, testFile } from "./tree.js";

/** Helpers of tests stand in folders of this name, and only tests use them. */
const testSupport = /(^|\/)testing\//;

/** Imports that `importRules` forbids. `import type` may cross any border. */
export function importProblems(tree: Tree): string[] {
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (!sourceFile.test(path)) continue;
    const forbidden = Object.entries(neverImported).flatMap(([folder, others]) => (path.startsWith(`${folder}/`) ? others : []));
    for (const target of importsOf(text, path).all.map((one) => resolveImport(path, one, tree))) {
      if (forbidden.some((folder) => target.startsWith(`${folder}/`)))
        problems.push(`${path}: imports ${target}; what tests share stands in host/testing`);
    }
    if (testFile.test(path)) continue;
    const home = homeOf(path);
    if (home === undefined) {
      problems.push(`${path}: its folder has no import rule (installer/dev/check/import-rules.ts)`);
      continue;
    }
    const allowed = importRules.get(home)?.mayImport ?? [];
    for (const target of importsOf(text, path).atRunTime) {
      const resolved = target.startsWith(".") ? resolveImport(path, target, tree) : target;
      if (!isAllowed(resolved, home, allowed))
        problems.push(`${path}: imports ${resolved}; ${home} may import ${allowed.join(", ") || "nothing"}`);
    }
  }
  return problems;
}

/** Files too short to stand beside their one importer. */
export function fragmentProblems(tree: Tree): string[] {
  return fragmentsOf(tree, importGraph(tree)).map(
    (path) => `${path}: at most ${shortFile} lines and one importer beside it; merge it into that file`,
  );
}

/** Each source file of the project, tests too, to the project's files that it imports, `import type` included. */
function importGraph(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const graph = new Map<string, readonly string[]>();
  for (const [path, text] of tree) {
    if (!sourceFile.test(path)) continue;
    const targets = importsOf(text, path).all.filter((target) => target.startsWith("."));
    graph.set(path, [...new Set(targets.map((target) => resolveImport(path, target, tree)))].filter(tree.has, tree));
  }
  return graph;
}

const shortFile = 30;

/** A tool is a file by rule, `*-script.ts` is a bundle of its own, and the fixtures are laid out as their frameworks want them. */
const fragmentByRule = /^host\/tools\/[a-z]+(?:_[a-z]+)+\.ts$|-script\.ts$|^extension\/fixtures\//;

function fragmentsOf(tree: Tree, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const importers = new Map<string, string[]>();
  for (const [path, targets] of graph) {
    // What stands in `testing/` is there for test files; any other file is there for the product.
    for (const target of targets.filter((one) => !testFile.test(path) || testSupport.test(one))) addToGroup(importers, target, path);
  }
  return [...graph.keys()]
    .filter((path) => !testFile.test(path) && !fragmentByRule.test(path) && lineCount(tree.get(path) ?? "") <= shortFile)
    .filter((path) => {
      const [importer, ...others] = importers.get(path) ?? [];
      return importer !== undefined && others.length === 0 && posix.dirname(importer) === posix.dirname(path);
    })
    .sort();
}

/** The longest rule that holds the path: a folder, or a single file that has its own. */
function homeOf(path: string): string | undefined {
  if (testSupport.test(path)) return "testing";
  return [...importRules.keys()].filter((rule) => path === rule || path.startsWith(`${rule}/`)).sort((a, b) => b.length - a.length)[0];
}

/** Specifiers of imports and re-exports: all, and those that remain at run time. */
const importsOf = oncePerFile((text) => {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found = (pattern: RegExp) => [...code.matchAll(pattern)].map(([, target = ""]) => target);
  const calls = found(/\bimport\(\s*["']([^"'\n]+)["']\s*\)/g);
  return {
    all: [...found(/^\s*(?:import|export)\s+(?:[\w*{][^;"'`]*?\sfrom\s*)?["']([^"'\n]+)["']/gm), ...calls],
    atRunTime: [...found(/^\s*(?:import|export)\s+(?!type\b)(?:[\w*{][^;"'`]*?\sfrom\s*)?["']([^"'\n]+)["']/gm), ...calls],
  };
});

/** `./x.js` is written where `x.ts` or `x.tsx` stands. */
function resolveImport(from: string, target: string, tree: Tree): string {
  const bare = posix.join(posix.dirname(from), target.replace(/\?.*$/, ""));
  const stem = bare.replace(/\.jsx?$/, "");
  return [`${stem}.ts`, `${stem}.tsx`, bare].find((path) => tree.has(path)) ?? bare;
}

function isAllowed(target: string, home: string, allowed: readonly string[]): boolean {
  if (allowed.includes("*")) return true;
  if (testSupport.test(target)) return false;
  // A file with a rule of its own is not at home in the folder around it.
  if (homeOf(target) === home) return true;
  return allowed.some((rule) => target === rule || (rule.endsWith(":") ? target.startsWith(rule) : target.startsWith(`${rule}/`)));
}
