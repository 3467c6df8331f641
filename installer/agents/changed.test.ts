import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { rowsOfRun } from "../../host/testing/long.js";
import { runDoctor } from "../doctor/run.js";
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

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: fake.project, encoding: "utf8" });

/** What `svc-init status` names. */
async function changed(): Promise<readonly string[]> {
  const run = fake.command({ json: true });
  await runStatus(run);
  return (run.objects as { projects: { changed: string[] }[] }[]).at(-1)?.projects[0]?.changed ?? [];
}

/** What `svc-init doctor` reports of the agents' configurations. */
async function examined() {
  const run = fake.command({ json: true });
  await runDoctor(run);
  const [report] = run.objects as { checks: { name: string; status: string; detail: string }[] }[];
  return report?.checks.find(({ name }) => name === "agent config");
}

/** Files of agents, each with its text. */
function written(): Map<string, string> {
  const items = openReceipt(fake.stateFolder).items.filter((item) => item.kind === "file");
  const files = items.filter(({ purpose }) => purpose === "agent-config").map(({ path }) => path);
  return new Map(files.filter(existsSync).map((path) => [path, readFileSync(path, "utf8")]));
}

test("status names a project whose store cannot be opened, and shows the others", async () => {
  const other = join(fake.folder, "other");
  mkdirSync(other);
  for (const project of [fake.project, other]) await runInit(fake.command({ project, agent: ["claude-code"], "no-start": true }));
  rmSync(join(other, ".svc"), { recursive: true });
  writeFileSync(join(other, ".svc"), "");
  const run = fake.command({});
  expect(await runStatus(run)).toBe(0);
  expect(run.lines.join("\n")).toMatch(/in 1 project\.[\s\S]*other\n {2}broken {4}A file stands where/);
});

/** As a repository's author would have it: another program where ours is started. */
function forged(text: string): string {
  return text.includes("--since-last")
    ? text.replaceAll("--since-last", "--since-last --format x; sh evil #")
    : text.replaceAll("server.js", "other.js");
}

/** One whose user has a file of their own, one with a file of the project alone, one with TOML. */
describe.each(rowsOfRun(agentNames, ["claude-code", "cursor", "codex"]))("what svc-init wrote for %s", (name) => {
  test("is as it was left; another program, argument or hook that a pull brings in its place is named by status and doctor", async () => {
    git("init", "-q", "-b", "main");
    const claude = fake.put("/home/ana/.claude.json", '{ "numStartups": 3 }\n');
    expect(await runInit(fake.command({ agent: [name] }))).toBe(0);
    const files = written();
    expect([files.size > 0, await changed()]).toEqual([true, []]);
    for (const [path, text] of files) {
      if (path.startsWith(fake.project)) pull(path, forged(text));
      else writeFileSync(path, forged(text));
      const found = await changed();
      const isHook = text.includes("--since-last");
      expect(found, text).toEqual([expect.stringMatching(isHook ? /hooks run something else/ : /entry has another (args|command)/)]);
      expect(found[0]).toContain(path);
      expect(await examined()).toMatchObject({ status: "fail", detail: expect.stringContaining(found[0] ?? "") });
      writeFileSync(path, text);
    }
    await runUninstall(fake.command({}));
    expect([...written().keys()]).toEqual([]);
    expect(readFileSync(claude, "utf8")).not.toContain('"svc"');
  });

  test("approves of nothing by name where a pull may change what the name stands for", async () => {
    await runInit(fake.command({ agent: [name] }));
    const ofProject = [...written()].filter(([path]) => path.startsWith(fake.project));
    for (const [path, text] of ofProject) {
      expect(text, path).not.toMatch(/autoApprove|alwaysAllow|enabled\w*Servers|enableAll|"trust"|disabledTools|permissions/i);
    }
  });
});

/** Commits a file as the repository has it upstream, and pulls another text of it. */
function pull(path: string, text: string): void {
  git("add", "-f", path);
  git("commit", "-qm", "before", "--allow-empty");
  const upstream = join(fake.folder, `upstream-${Date.now()}-${Math.random()}`);
  git("clone", "-q", fake.project, upstream);
  writeFileSync(join(upstream, path.slice(fake.project.length)), text);
  git("-C", upstream, "commit", "-qam", "after");
  git("pull", "-q", upstream, "main");
  expect(readFileSync(path, "utf8")).toBe(text);
}

describe("Claude Code", () => {
  const init = async (root = fake.project) => {
    mkdirSync(root, { recursive: true });
    const run = fake.command({ agent: ["claude-code"], project: root });
    expect(await runInit(run)).toBe(0);
    return run.lines.join("\n");
  };

  test("finds the entry in its user's own file, for each project, where nothing that is pulled takes its place", async () => {
    const file = fake.put("/home/ana/.claude.json", '{ "numStartups": 3, "projects": { "/other": { "mcpServers": {} } } }\n');
    const blog = join(fake.folder, "blog");
    expect(await init()).not.toContain("asks once");
    await init(blog);
    const shared = readFileSync(join(fake.project, ".mcp.json"), "utf8");
    const { projects, ...rest } = JSON.parse(readFileSync(file, "utf8"));
    expect(rest).toEqual({ numStartups: 3 });
    expect(projects[fake.project].mcpServers.svc).toEqual(JSON.parse(shared).mcpServers.svc);
    expect(projects[blog].mcpServers.svc.args).toContain(blog);
    writeFileSync(join(fake.project, ".mcp.json"), shared.replace("server.js", "evil.js"));
    expect(JSON.parse(readFileSync(file, "utf8")).projects).toEqual(projects);
    expect(await init(blog)).toMatch(/^nothing to do/);
    await runUninstall(fake.command({}));
    expect(JSON.parse(readFileSync(file, "utf8")).projects).toMatchObject({ [fake.project]: { mcpServers: {} }, [blog]: projects[blog] });
  });
});
