import { posix } from "node:path";
import { z } from "zod";
import { addToGroup } from "../../../host/contract/group-by.js";
import { cyclesOf, importGraph, testSupport } from "./imports.js";
import { lineCount, type Tree, testFile } from "./tree.js";
import { countWords, insteadOf } from "./words.js";

export const ratchetFile = "installer/dev/check/ratchet.json";

const ratchetSchema = z.object({
  /** Files of each cycle of imports that may still be there; a part of one is one of them. */
  cycles: z.array(z.array(z.string())),
  /** Files of at most `shortFile` lines whose one importer stands in the same folder. */
  fragments: z.array(z.string()),
  /** Uses of each discouraged word; a word that is not listed may not occur. */
  words: z.record(z.string(), z.number().int().positive()),
});
type Ratchet = z.infer<typeof ratchetSchema>;

const shortFile = 30;

/** What exceeds the recorded remainder, a sentence each. */
export function ratchetProblems(tree: Tree): string[] {
  const allowed = readRatchet(tree);
  const found = measure(tree);
  return [
    ...found.cycles
      .filter((cycle) => !isAllowedCycle(allowed, cycle))
      .map((cycle) => `a cycle of imports, \`import type\` included: ${cycle.join(", ")}; move what they share into a file of its own`),
    ...found.fragments
      .filter((path) => !allowed.fragments.includes(path))
      .map((path) => `${path}: at most ${shortFile} lines and one importer beside it; merge it into that file`),
    ...[...found.words].flatMap(([word, files]) => wordProblem(word, files, allowed.words[word] ?? 0)),
  ];
}

function wordProblem(word: string, files: ReadonlyMap<string, number>, allowed: number): string[] {
  const count = sum(files);
  if (count <= allowed) return [];
  const most = [...files].sort(([, a], [, b]) => b - a).map(([path, uses]) => `${path} ${uses}`);
  const more = most.length > 8 ? `, and ${most.length - 8} more files` : "";
  return [`the word "${word}" ${count} times, at most ${allowed}: write ${insteadOf(word)} (${most.slice(0, 8).join(", ")}${more})`];
}

/** The text of ratchet.json without what the tree no longer has. Never allows more than it did. */
export function shrunkRatchet(tree: Tree): string {
  const allowed = readRatchet(tree);
  const found = measure(tree);
  const words = [...found.words].map(([word, files]) => [word, Math.min(sum(files), allowed.words[word] ?? 0)] as const);
  const shrunk: Ratchet = {
    cycles: found.cycles.filter((cycle) => isAllowedCycle(allowed, cycle)),
    fragments: found.fragments.filter((path) => allowed.fragments.includes(path)),
    words: Object.fromEntries(words.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  return `${JSON.stringify(shrunk, null, 2)}\n`;
}

function measure(tree: Tree) {
  const graph = importGraph(tree);
  return { cycles: cyclesOf(graph), fragments: fragmentsOf(tree, graph), words: countWords(tree) };
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function isAllowedCycle({ cycles }: Ratchet, cycle: readonly string[]): boolean {
  return cycles.some((allowed) => cycle.every((path) => allowed.includes(path)));
}

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

function readRatchet(tree: Tree): Ratchet {
  return ratchetSchema.parse(JSON.parse(tree.get(ratchetFile) ?? '{"cycles":[],"fragments":[],"words":{}}'));
}
