import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReceipt } from "../init/receipt.js";
import { runInit } from "../init/run.js";
import { runStatus } from "../status.js";
import { type FakeMachine, fakeMachine } from "../testing/fake-machine.js";
import { runUninstall } from "../uninstall/run.js";
import { agentNames } from "./agents.js";

let fake: FakeMachine;
beforeEach(() => {
  fake = fakeMachine("linux");
});
afterEach(() => fake.remove());

async function changed(): Promise<readonly string[]> {
  const run = fake.command({ json: true });
  await runStatus(run);
  return (run.objects as { projects: { changed: string[] }[] }[]).at(-1)?.projects[0]?.changed ?? [];
}

/** Files of agents, each with its text. */
function written(): Map<string, string> {
  const items = openReceipt(fake.stateFolder).items.filter((item) => item.kind === "file");
  const files = items.filter(({ purpose }) => purpose === "agent-config").map(({ path }) => path);
  return new Map(files.filter(existsSync).map((path) => [path, readFileSync(path, "utf8")]));
}

describe.each(agentNames)("what svc-init wrote for %s", (name) => {
  test("is as it was left; another program, argument or hook in its place is named", async () => {
    expect(await runInit(fake.command({ agent: [name] }))).toBe(0);
    const files = written();
    expect([files.size > 0, await changed()]).toEqual([true, []]);
    for (const [path, text] of files) {
      const isHook = text.includes("--since-last");
      writeFileSync(
        path,
        isHook ? text.replaceAll("--since-last", "--since-last --format x; sh evil #") : text.replaceAll("server.js", "other.js"),
      );
      const found = await changed();
      expect(found, text).toEqual([expect.stringMatching(isHook ? /hooks run something else/ : /entry has another (args|command)/)]);
      expect(found[0]).toContain(path);
      writeFileSync(path, text);
    }
    await runUninstall(fake.command({}));
    expect(written().size).toBe(0);
  });
});
