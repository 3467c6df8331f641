import process from "node:process";

/** Whether this is `npm run test:long`: every row of every matrix, and random tests at length. */
export const isLong = process.env["SVC_LONG"] === "1";

/** Why a test is skipped in the short run. */
export const onlyAtLength = "npm run test:long runs it";

/** The rows of a matrix that this run tests: all of them in the long one, else the `representatives`, at least one of each kind. */
export function rowsOfRun<Row>(all: readonly Row[], representatives: readonly Row[]): readonly Row[] {
  const unknown = representatives.filter((row) => !all.includes(row));
  if (unknown.length > 0) throw new Error(`no such rows: ${unknown.map(String).join(", ")}`);
  return isLong ? all : representatives;
}
