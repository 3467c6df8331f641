import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../host/store/testing/temporary.js";
import { converse } from "./conversation.js";

test("a process that never answers is let go, though one that it started still holds its pipes", async () => {
  const folder = await temporaryFolder();
  const started = performance.now();
  const args = ["-c", 'sleep 120 & echo $! > "$0"; wait', join(folder, "pid")];
  const outcome = await converse({ command: "sh", args, env: {}, input: "x", read: () => undefined, timeoutMs: 500 });
  expect(outcome).toEqual({ problem: "gave no answer in 0.5 s" });
  expect(performance.now() - started).toBeLessThan(60_000);
  process.kill(Number(readFileSync(join(folder, "pid"), "utf8")));
});
