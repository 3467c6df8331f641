import { z } from "zod";
import { withMade } from "../made.js";
import { importRules } from "./import-rules.js";
import { lineCount, type Tree } from "./tree.js";

export const agentsPage = "AGENTS.md";

const tableSource = "installer/dev/check/import-rules.ts";
const wordsPage = "installer/dev/check/WORDS.md";
const agentsPageMax = 120;
const glossaryMax = 40;
const flowMax = 25;

/** AGENTS.md with its table of folders made again from the import rules. Throws when its markers are missing. */
export function withFolderTable(text: string): string {
  return withMade(text, tableSource, folderTable());
}

/** Where the pages for developers depart from the tree: a stale table, a file or name that is not there, a page, flow or glossary that is too long. */
export function guideProblems(tree: Tree): string[] {
  const text = tree.get(agentsPage) ?? "";
  const guides = [...tree].filter(([path]) => path.endsWith(".md") && path !== "README.md" && path !== "CHANGELOG.md");
  const words = [...(tree.get(wordsPage) ?? "").matchAll(/^\| \*([^*]+)\* \|/gm)].map(([, word]) => word);
  return [
    ...(words.length <= glossaryMax ? [] : [`${wordsPage}: ${words.length} words, at most ${glossaryMax}`]),
    ...words.filter((word, index) => words.indexOf(word) < index).map((word) => `${wordsPage}: "${word}" has two meanings`),
    ...(withFolderTable(text) === text ? [] : [`${agentsPage}: its table of folders is stale; run \`npm run gen\``]),
    ...(lineCount(text) <= agentsPageMax ? [] : [`${agentsPage}: ${lineCount(text)} lines, at most ${agentsPageMax}`]),
    ...commandProblems(tree, text),
    ...guides.flatMap(([path, page]) => [...pathProblems(tree, path, page), ...flowProblems(path, page)]),
  ];
}

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/** npm runs its life-cycle scripts itself. */
const lifeCycle = ["prepack"];

function commandProblems(tree: Tree, text: string): string[] {
  const { scripts } = packageSchema.parse(JSON.parse(tree.get("package.json") ?? "{}"));
  return Object.keys(scripts)
    .filter((name) => !lifeCycle.includes(name) && !new RegExp(`^\\| .npm (?:run )?${name}[ \`]`, "m").test(text))
    .map((name) => `${agentsPage}: lacks a row for \`npm run ${name}\``);
}

function folderTable(): string {
  const rows = Array.from(importRules, ([path, { mayImport, purpose }]) => {
    const others = mayImport.map((one) => (one === "*" ? "anything" : one === "node:" ? "node" : `\`${one}\``)).join(", ");
    return `| \`${path}\` | ${purpose} | ${others || "–"} |`;
  });
  return ["| path | holds | may import |", "|---|---|---|", ...rows].join("\n");
}

/** `path/to/file.ts#name`: the file must be there and hold the name. */
const fileReference = /`(\w[\w.-]*(?:\/[\w.-]+)+\.(?:tsx?|mjs|json|md))(?:#(\w+))?`/g;

function pathProblems(tree: Tree, page: string, text: string): string[] {
  return [...text.matchAll(fileReference)].flatMap(([, path = "", name]) => {
    const file = tree.get(path);
    if (file === undefined) return [`${page}: names ${path}, which does not exist`];
    return name === undefined || new RegExp(`\\b${name}\\b`).test(file) ? [] : [`${page}: ${path} has no ${name}`];
  });
}

function flowProblems(page: string, text: string): string[] {
  return text.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const files = new Set([...section.matchAll(fileReference)].map(([, path]) => path));
    const isLong = section.startsWith("### Flow: ") && files.size > flowMax;
    return isLong ? [`${page}: "${section.split("\n", 1)[0]}" leads through ${files.size} files, at most ${flowMax}`] : [];
  });
}
