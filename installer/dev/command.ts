import { statSync } from "node:fs";
import process from "node:process";
import { UsageError } from "../../host/contract/errors.js";

/** Runs a command of development; a number that it returns is the exit code, else 0; wrong usage prints the usage and exits 2. */
export async function runCommand(usage: string, main: () => Promise<unknown>): Promise<void> {
  try {
    const code = await main();
    process.exitCode = typeof code === "number" ? code : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = 2;
  }
}

/** Throws UsageError where one of the paths is no folder. */
export function mustBeFolders(paths: readonly string[]): void {
  const absent = paths.find((path) => !statSync(path, { throwIfNoEntry: false })?.isDirectory());
  if (absent !== undefined) throw new UsageError(`not a folder: ${absent}`);
}
