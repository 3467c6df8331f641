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
