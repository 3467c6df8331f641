import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { execa } from "execa";
import { structureProblems } from "./check/structure.js";
import { hashOf, readTree } from "./check/tree.js";

interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Left out beside `npm test`: 6 s of processor time for what `npm run check` states before a commit, and CI with each push. */
  readonly isApart?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** What the last check has found of files that have not changed. */
const cache = "node_modules/.cache/svc";

const steps: readonly Step[] = [
  // One project per place where code runs, which knows what there is: a document, a worker, Node. In one process they share the declarations that
  // they all read. Collecting garbage less often takes half a gigabyte more.
  { name: "types", command: "tsc", args: ["--build", "--singleThreaded"], env: { GOGC: "400" } },
  { name: "format and lint", command: "biome", args: ["ci", "--error-on-warnings", "--colors=off", "."] },
  { name: "unused files, exports, dependencies", command: "knip", args: ["--no-progress"], isApart: true },
  { name: "package", command: "publint", args: ["--strict"], isApart: true },
];

/** Holds the hash of what has passed. */
const passedFile = `${cache}/checked`;
/** What the steps read besides the tree: the packages that are installed, and what was built from which sources. */
const besides = ["node_modules/.package-lock.json", "dist/.sources"];

/**
 * `npm run check`: types, lint, unused, package, structure; with `--beside-tests` those that are not apart. Prints each failure; exits 1 when one
 * fails. What has passed is not checked again.
 */
async function main(isBesideTests: boolean): Promise<number> {
  const able = steps.filter(({ name }) => name !== "package" || existsSync("dist/server.js"));
  const chosen = able.filter(({ isApart = false }) => !(isApart && isBesideTests));
  const tree = readTree(process.cwd());
  const names: [string, string] = ["steps", chosen.map(({ name }) => name).join()];
  const hash = hashOf([...tree, names, ...besides.map((path) => [path, existsSync(path) ? readFileSync(path, "utf8") : "absent"])]);
  if (existsSync(passedFile) && readFileSync(passedFile, "utf8") === hash) {
    console.log(`✓ check: ${chosen.length + 1} steps, of the same files as the last time`);
    return 0;
  }
  const failures: string[] = [];
  const waiting = [...chosen];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await execa(step.command, step.args, { preferLocal: true, reject: false, all: true, env: step.env ?? {} });
      if (result.exitCode === 0) continue;
      failures.push(step.name);
      console.error(`✗ ${step.name}\n${result.all}\n`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const problems = structureProblems(tree);
  for (const problem of problems) console.error(`✗ structure: ${problem}`);
  const failed = failures.length + (problems.length > 0 ? 1 : 0);
  console.log(failed === 0 ? `✓ check: ${chosen.length + 1} steps` : `✗ check: ${failed} of ${chosen.length + 1} steps failed`);
  if (failed > 0) return 1;
  mkdirSync(cache, { recursive: true });
  writeFileSync(passedFile, hash);
  return 0;
}

process.exitCode = await main(process.argv.includes("--beside-tests"));
