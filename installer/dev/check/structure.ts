import { guideProblems } from "./guides.js";
import { topLevel } from "./import-rules.js";
import { fragmentProblems, importProblems } from "./imports.js";
import { lineCount, sourceFile, type Tree, testFile } from "./tree.js";
import { wordProblems } from "./words.js";

/** Everything in which the tree departs from the architecture, a sentence each; empty when nothing does. */
export function structureProblems(tree: Tree): string[] {
  return [
    ...topLevelProblems(tree),
    ...importProblems(tree),
    ...sizeProblems(tree),
    ...permissionProblems(tree),
    ...storeProblems(tree),
    ...machinePathProblems(tree),
    ...fragmentProblems(tree),
    ...wordProblems(tree),
    ...guideProblems(tree),
  ];
}

function topLevelProblems(tree: Tree): string[] {
  const entries = new Set([...tree.keys()].map((path) => path.split("/")[0] ?? ""));
  return [...entries].filter((entry) => !topLevel.includes(entry)).map((entry) => `top level: "${entry}" has no place there`);
}

const longestFile = 450;

function sizeProblems(tree: Tree): string[] {
  return [...tree]
    .filter(([path]) => sourceFile.test(path))
    .map(([path, text]) => ({ path, lines: lineCount(text) }))
    .filter(({ lines }) => lines > longestFile)
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${longestFile}`);
}

const permissions = ["activeTab", "storage", "scripting"];

function permissionProblems(tree: Tree): string[] {
  const problems: string[] = [];
  for (const [path, text] of tree) {
    if (!/^manifests\/.*\.json$/.test(path)) continue;
    const manifest: Record<string, unknown> = JSON.parse(text);
    const listed = (...keys: readonly string[]) => keys.flatMap((key) => manifest[key] ?? []).map(String);
    const asked = listed("permissions", "host_permissions", "optional_host_permissions");
    const extra = asked.filter((permission) => !permissions.includes(permission));
    if (extra.length > 0) problems.push(`${path}: asks for ${extra.join(", ")}; exactly ${permissions.join(", ")} are allowed`);
    const optional = listed("optional_permissions").filter((one) => one !== "nativeMessaging");
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
function machinePathProblems(tree: Tree): string[] {
  const machinePath = /(^|[^A-Za-z0-9_.])\/(work|farm|root)\//m;
  return [...tree]
    .filter(([path, text]) => path !== "package-lock.json" && machinePath.test(text))
    .map(([path]) => `${path}: names a path of one machine`);
}
