import { expect, test } from "vitest";
import { converse } from "./conversation.js";

test("a process that never answers is let go, though one that it started still holds its pipes", async () => {
  const started = performance.now();
  const args = ["-c", "sleep 20; true"];
  const outcome = await converse({ command: "sh", args, env: {}, input: "x", read: () => undefined, timeoutMs: 100 });
  expect(outcome).toEqual({ problem: "gave no answer in 0.1 s" });
  expect(performance.now() - started).toBeLessThan(15_000);
});
