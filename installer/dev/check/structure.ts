import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { importRules, topLevel } from "./import-rules.js";

/** The project's text files: path from the root, with `/`, to content. */
export type Tree = ReadonlyMap<string, string>;

/** Reads what git tracks or would track. */
export function readTree(root: string): Tree {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root, encoding: "utf8" });
  const paths = listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)));
  return new Map(paths.map((path) => [path, /\.(png|ico|zip)$/.test(path) ? "" : readFileSync(join(root, path), "utf8")]));
}

/** Everything in which the tree departs from the architecture, a sentence each; empty when nothing does. */
export function structureProblems(tree: Tree): string[] {
  return [
    ...topLevelProblems(tree),
    ...importProblems(tree),
    ...sizeProblems(tree),
    ...toolProblems(tree),
    ...permissionProblems(tree),
    ...storeProblems(tree),
    ...wordProblems(tree),
  ];
}

function topLevelProblems(tree: Tree): string[] {
  const entries = new Set([...tree.keys()].map((path) => path.split("/")[0] ?? ""));
  return [...entries].filter((entry) => !topLevel.includes(entry)).map((entry) => `top level: "${entry}" has no place there`);
}

const sourceFile = /\.(ts|tsx|mjs)$/;
/** Helpers of tests stand in folders of this name, and only tests use them. */
const testSupport = /(^|\/)testing\//;
const testFile = /\.test\.tsx?$|\.d\.ts$/;

function importProblems(tree: Tree): string[] {
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (!sourceFile.test(path) || testFile.test(path)) continue;
    const home = homeOf(path);
    if (home === undefined) {
      problems.push(`${path}: its folder has no import rule (installer/dev/check/import-rules.ts)`);
      continue;
    }
    const allowed = importRules[home] ?? [];
    for (const target of runtimeImports(text)) {
      const resolved = target.startsWith(".") ? resolveImport(path, target, tree) : target;
      if (!isAllowed(resolved, home, allowed))
        problems.push(`${path}: imports ${resolved}; ${home} may import ${allowed.join(", ") || "nothing"}`);
    }
  }
  return problems;
}

/** The longest rule that holds the path: a folder, or a single file that has its own. */
function homeOf(path: string): string | undefined {
  if (testSupport.test(path)) return "testing";
  return Object.keys(importRules)
    .filter((rule) => path === rule || path.startsWith(`${rule}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Specifiers of all imports and re-exports that remain at run time; `import type` and `export type` are free. */
function runtimeImports(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const statements = code.matchAll(/^\s*(?:import|export)\s+(?!type\b)(?:[\w*{][^;"'`]*?\sfrom\s*)?["']([^"'\n]+)["']/gm);
  const calls = code.matchAll(/\bimport\(\s*["']([^"'\n]+)["']\s*\)/g);
  return [...statements, ...calls].map((match) => match[1] ?? "");
}

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

const longestFile = 450;

function sizeProblems(tree: Tree): string[] {
  return [...tree]
    .filter(([path]) => sourceFile.test(path))
    .map(([path, text]) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > longestFile)
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${longestFile}`);
}

/** A tool is a file named after it; the registry must import each. */
function toolProblems(tree: Tree): string[] {
  const registry = tree.get("host/tools/registry.ts") ?? "";
  return [...tree.keys()]
    .map((path) => /^host\/tools\/([a-z]+(?:_[a-z]+)+)\.ts$/.exec(path)?.[1])
    .filter((name) => name !== undefined)
    .filter((name) => !registry.includes(`"./${name}.js"`))
    .map((name) => `host/tools/${name}.ts: not registered in host/tools/registry.ts`);
}

const permissions = ["activeTab", "storage", "scripting"];

function permissionProblems(tree: Tree): string[] {
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (!/^manifests\/.*\.json$/.test(path)) continue;
    const manifest: Record<string, unknown> = JSON.parse(text);
    const asked = [manifest["permissions"], manifest["host_permissions"], manifest["optional_host_permissions"]]
      .flat()
      .filter((one) => one !== undefined);
    const extra = asked.filter((permission) => !permissions.includes(String(permission)));
    if (extra.length > 0) problems.push(`${path}: asks for ${extra.join(", ")}; exactly ${permissions.join(", ")} are allowed`);
    const optional = [manifest["optional_permissions"]].flat().filter((one) => one !== undefined && one !== "nativeMessaging");
    if (optional.length > 0) problems.push(`${path}: asks optionally for ${optional.join(", ")}; only nativeMessaging is allowed`);
  }
  const base: Record<string, unknown> = JSON.parse(tree.get("manifests/base.json") ?? "{}");
  const missing = permissions.filter((permission) => ![base["permissions"]].flat().includes(permission));
  return missing.length === 0 ? problems : [...problems, `manifests/base.json: lacks ${missing.join(", ")}`];
}

/** What the stores' linters warn of: text that becomes code or markup. Libraries have their own reasons; the extension's sources have none. */
function storeProblems(tree: Tree): string[] {
  const risky = /\beval\(|\bFunction\(|\.(?:inner|outer)HTML\s*\+?=[^=]|\binsertAdjacentHTML\(|\bdocument\.write/;
  return [...tree]
    .filter(([path]) => path.startsWith("extension/") && !/^extension\/(?:e2e|fixtures)\//.test(path))
    .filter(([path, text]) => sourceFile.test(path) && !testFile.test(path) && risky.test(text))
    .map(([path]) => `${path}: makes code or markup from text; a store's linter warns of it`);
}

/** A path of one machine says where something was made, not what it is. */
function wordProblems(tree: Tree): string[] {
  const machinePath = /(^|[^A-Za-z0-9_.])\/(work|farm|root)\//m;
  return [...tree]
    .filter(([path, text]) => path !== "package-lock.json" && machinePath.test(text))
    .map(([path]) => `${path}: names a path of one machine`);
}
