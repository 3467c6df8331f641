import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { beforeEach, expect, test } from "vitest";
import { program } from "../../host/cli/testing/machine.js";
import { temporaryFolder } from "../../host/store/testing/temporary.js";

const names = ["a", "b", "c", "d"];

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  for (const name of names) mkdirSync(join(folder, name));
});

function run(args: readonly string[]) {
  const env = { HOME: join(folder, "home"), SVC_HOME: join(folder, "home/state"), XDG_CONFIG_HOME: "", PATH: "/usr/bin:/bin" };
  const hosts = ["--host-manifest-dir", join(folder, "hosts")];
  const all = args[0] === "uninstall" ? args : [...args, ...hosts, "--agent", "claude-code", "--agent", "codex", "--no-start"];
  return execa(process.execPath, [program("init.js"), ...all], { cwd: folder, env, extendEnv: false, reject: false, stdin: "ignore" });
}

const tree = () => readdirSync(folder, { recursive: true }).map(String).sort();

test("projects set up at the same instant lose no line of the receipt, and two runs in one project are one", async () => {
  const before = tree();
  const runs = await Promise.all(
    [...names, "a", "a"].map((name) => run(["--project", join(folder, name), "--url", `localhost:${name === "a" ? 3_000 : 3_001}`])),
  );
  expect(runs.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(runs.map(() => [0, ""]));
  const { urlPatterns } = JSON.parse(readFileSync(join(folder, "a/.svc/config.json"), "utf8"));
  expect(urlPatterns).toEqual(["localhost:3000"]);
  const receipt = JSON.parse(readFileSync(join(folder, "home/state/receipt.json"), "utf8"));
  const stores = receipt.items.filter(({ kind }: { kind: string }) => kind === "store");
  expect(stores.map(({ root }: { root: string }) => root).sort()).toEqual(names.map((name) => join(folder, name)));
  const { exitCode, stderr } = await run(["uninstall", "--all"]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(tree()).toEqual(before);
});
