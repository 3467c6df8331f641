import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { program } from "../../host/cli/testing/machine.js";
import { temporaryFolder } from "../../host/store/testing/temporary.js";
import { announce } from "../../host/store/user/presence.js";
import { isLong } from "../../host/testing/long.js";

const hostile = "shop\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\nfail  forged line";
/** Everything but line feeds that a terminal would obey. */
const obeyed = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

test("no name from outside reaches a terminal with its control characters", async () => {
  const folder = await temporaryFolder();
  const project = join(folder, hostile);
  mkdirSync(project);
  const state = join(folder, "state");
  const env = {
    PATH: process.env["PATH"],
    HOME: join(folder, "home"),
    SVC_HOME: state,
    SVC_PORTS: process.env["SVC_PORTS"] ?? "",
    NO_COLOR: "1",
    SVC_DEBUG: "1",
  };
  writeFileSync(join(project, ".mcp.json"), JSON.stringify({ mcpServers: { svc: { command: `\u001b[31m${hostile}` } } }));
  const run = (...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [program("init.js"), ...args], { cwd: project, env, encoding: "utf8" });
    return stdout + stderr;
  };
  const output = [
    run("--dry-run", "--agent", "claude-code", "--no-start"),
    run("--agent", "claude-code", "--agent", "cursor", "--no-start", "--yes"),
  ];
  await announce(state, { kind: "mcp", version: "1", projectRoot: project, agent: `agent\u001b[2J\u202e` });
  const commands = [["status"], ["status", "--json"], ["doctor"], ["--project", `${hostile}\u001b`], ["uninstall"]];
  const alike = [
    ["doctor", "--json"],
    ["--url", `\u001b[2J`],
  ];
  for (const args of isLong ? [...alike, ...commands] : commands) output.push(run(...args));
  for (const text of output) {
    expect(text).not.toMatch(obeyed);
    expect(text).not.toMatch(/^fail {2}forged line/m);
  }
  expect(output.join("\n")).toContain("\\x1b[2J");
  const http = spawnSync(process.execPath, [program("server.js"), "--project", `\u001b[2J${folder}`], { env, encoding: "utf8" });
  expect(http.stderr + http.stdout).not.toMatch(obeyed);
});
