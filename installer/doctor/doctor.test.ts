import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { program } from "../../host/cli/testing/machine.js";
import { mcpServerName } from "../../host/contract/names.js";
import { version } from "../../host/contract/version.js";
import { projectId } from "../../host/store/project-root.js";
import { openPairings } from "../../host/store/user/pairings.js";
import { recordHello } from "../../host/store/user/presence.js";
import { runInit } from "../init/run.js";
import { type FakeMachine, fakeMachine } from "../testing/fake-machine.js";
import { takePorts } from "../testing/taken-ports.js";
import { runUninstall } from "../uninstall/run.js";
import { runDoctor } from "./run.js";

const programs = { node: process.execPath, server: program("server.js"), http: program("http.js"), isTemporary: false };

let fake: FakeMachine;
beforeEach(async () => {
  fake = fakeMachine("linux");
  fake.put("/usr/bin/chromium");
  expect(await runInit({ ...fake.command({ agent: ["claude-code"] }), programs })).toBe(0);
});
// A server that an agent's start brought up goes with the project.
afterEach(() => runUninstall(fake.command({ all: true, "delete-data": true })));

interface Result {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly mend?: string;
}

async function examine(with_: Partial<typeof programs> = {}): Promise<{ code: number; results: Result[] }> {
  const run = fake.command({ json: true });
  const code = await runDoctor({ ...run, programs: { ...programs, ...with_ } });
  const [report] = run.objects as { checks: Result[] }[];
  return { code, results: report?.checks ?? [] };
}

/** The same beside an MCP server that answers at once: a real one costs half of an examination. */
function examineRest() {
  const server = join(fake.folder, "answers.sh");
  const answer = { id: 1, result: { serverInfo: { name: mcpServerName, version } } };
  writeFileSync(server, `echo '${JSON.stringify(answer)}'\ncat >/dev/null\n`);
  return examine({ node: "/bin/sh", server });
}

const wrapper = () => join(fake.stateFolder, "native-host.sh");
const manifest = () => join(fake.folder, "disk/home/ana/.config/chromium/NativeMessagingHosts/com.svc.host.json");
const edit = (path: string, change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, "utf8")));
const script = (lines: string) => writeFileSync(wrapper(), `#!/bin/sh\n${lines}\n`);

test("a healthy project passes every hop that can be tested", async () => {
  const { code, results } = await examine();
  expect(results.filter(({ status }) => status !== "pass").map(({ name }) => name)).toEqual(["extension", "hearing", "versions"]);
  expect(code).toBe(0);
});

test("reports when each agent reads: a hook counts once it has run", async () => {
  const hearing = async () => (await examineRest()).results.find(({ name }) => name === "hearing");
  expect(await hearing()).toMatchObject({
    status: "untested",
    detail: "Claude Code: its hooks have not run yet",
    mend: expect.stringContaining("Claude Code"),
  });
  const folder = join(fake.project, ".svc/run");
  mkdirSync(folder, { recursive: true });
  const ran = (events: object) => writeFileSync(join(folder, "notes-claude-code.json"), JSON.stringify({ stamp: "", known: {}, events }));
  ran({ UserPromptSubmit: Date.now() });
  expect(await hearing()).toMatchObject({ status: "pass", detail: "Claude Code: when you next write to it" });
  ran({ UserPromptSubmit: Date.now(), Stop: Date.now() });
  expect(await hearing()).toMatchObject({ status: "pass", detail: "Claude Code: after its turn" });
  rmSync(join(fake.project, ".claude"), { recursive: true });
  expect(await hearing()).toMatchObject({ status: "pass", detail: "Claude Code: when you ask it to" });
});

test("a project that a browser has paired with is said to take signed calls only", async () => {
  await recordHello(fake.stateFolder, { transport: "signed", origin: "", extension: "", browser: "Chromium" });
  await openPairings(fake.stateFolder).paired(projectId(fake.project));
  const { results } = await examineRest();
  expect(results.find(({ name }) => name === "extension")?.detail).toMatch(/takes signed calls only/);
});

test("a store without space has the same remedy wherever it is noticed", async ({ skip }) => {
  const folder = join(fake.project, ".svc");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return skip("mounting a tmpfs is not permitted here");
  }
  try {
    const failed = (await examine()).results.filter(({ detail }) => /cannot (be )?writ/.test(detail));
    expect(failed.map(({ name, mend = "" }) => [name, mend.startsWith("free space, make the disk writable")])).toEqual([
      [".svc", true],
      ["native host", true],
    ]);
  } finally {
    execFileSync("umount", ["-l", folder]);
  }
});

test("ports that are all taken break nothing where the native host is set up", async () => {
  const taken = await takePorts(2);
  try {
    const run = fake.command({ json: true });
    const machine = { ...run.machine, env: { ...run.machine.env, SVC_PORTS: taken.ports.join() } };
    const code = await runDoctor({ ...run, machine, programs });
    const [report] = run.objects as { checks: Result[] }[];
    expect(report?.checks.find(({ name }) => name === "ports")).toMatchObject({
      status: "untested",
      detail: expect.stringMatching(/^(\d+: held by another program(; )?){2}$/),
    });
    expect(code).toBe(0);
  } finally {
    await taken.free();
  }
});

describe("a broken hop is named, with what mends it", () => {
  const breaks: readonly (readonly [what: string, hop: string, detail: RegExp, breakIt: () => void])[] = [
    ["no manifest", "host manifest", /is missing/, () => rmSync(manifest())],
    ["a manifest that is none", "host manifest", /is no host manifest/, () => writeFileSync(manifest(), "{")],
    ["others' manifest", "host manifest", /does not let our extension in/, () => edit(manifest(), (was) => was.replace(/[a-p]{32}/, "a"))],
    ["a manifest of another host", "host manifest", /names another host/, () => edit(manifest(), (was) => was.replace("com.svc", "com"))],
    ["no wrapper", "wrapper", /is missing/, () => rmSync(wrapper())],
    ["a wrapper that may not run", "wrapper", /may not be executed/, () => chmodSync(wrapper(), 0o644)],
    ["Node that is gone", "node and program", /\/gone is gone/, () => edit(wrapper(), (was) => was.replace(process.execPath, "/gone"))],
    ["no program", "node and program", /server\.js is gone/, () => edit(wrapper(), (was) => was.replace(programs.server, "/no/server.js"))],
    ["a project that is not registered", "project", /is not registered/, () => rmSync(join(fake.stateFolder, "projects.json"))],
    ["no .svc", ".svc", /is missing/, () => rmSync(join(fake.project, ".svc"), { recursive: true })],
    ["a broken config", ".svc", /config\.json is not a JSON object/, () => writeFileSync(join(fake.project, ".svc", "config.json"), "{")],
    [
      "a pattern that nobody understands",
      ".svc",
      /urlPatterns is not allowed or not all of it/,
      () => writeFileSync(join(fake.project, ".svc", "config.json"), '{"urlPatterns":["localhost:5173","http://["]}'),
    ],
    ["a host that dies", "native host", /ended with code 3.*no luck/, () => script("echo no luck >&2; exit 3")],
    ["a host that prints at first", "native host", /something else: Debugger/, () => script("echo Debugger; cat >/dev/null")],
    [
      "a program that Node cannot start",
      "native host",
      /ended with code 1 and without an answer. Error: Cannot find module '[^']*gone\.js'$/,
      () => script(`${process.execPath} /tmp/gone.js`),
    ],
    [
      "an agent that starts what is gone",
      "agent config",
      /names .*\/gone\.js, which is gone/,
      () => edit(join(fake.project, ".mcp.json"), (was) => was.replace(programs.server, "/gone.js")),
    ],
    ["broken JSON", "agent config", /\(close brace expected in line 1\)/, () => writeFileSync(join(fake.project, ".mcp.json"), "{")],
    ["no agent", "agent config", /no agent knows/, () => rmSync(join(fake.project, ".mcp.json"))],
  ];

  test.each(breaks)("%s", async (_what, hop, detail, breakIt) => {
    breakIt();
    const { code, results } = await examineRest();
    const [first] = results.filter(({ status }) => status === "fail");
    expect(first).toMatchObject({ name: hop, detail: expect.stringMatching(detail), mend: expect.stringMatching(/./) });
    expect(code).toBe(1);
  });

  test.each([
    ["prints before it speaks", 'console.log("hi")', /not the protocol: hi/],
    ["dies", "process.exit(4)", /code 4/],
    ["is another server", 'console.log(JSON.stringify({id:1,result:{serverInfo:{name:"x",version:"1"}}}))', /another server: x/],
  ])("an MCP server that %s", async (_what, code, detail) => {
    const server = join(fake.folder, "fake.mjs");
    writeFileSync(server, `${code}; process.stdin.resume();`);
    const { results } = await examine({ server });
    expect(results.find(({ name }) => name === "MCP server")).toMatchObject({ status: "fail", detail: expect.stringMatching(detail) });
  });
});

test("svc-init mends what doctor found", async () => {
  rmSync(manifest());
  rmSync(wrapper());
  expect((await examine()).code).toBe(1);
  expect(await runInit({ ...fake.command({ agent: ["claude-code"] }), programs })).toBe(0);
  expect((await examine()).code).toBe(0);
});

test("a project that was never set up is not set up by looking at it", async () => {
  fake = fakeMachine("linux");
  const before = fake.tree();
  const { code, results } = await examine();
  expect(code).toBe(1);
  expect(results.find(({ name }) => name === "MCP server")?.status).toBe("untested");
  expect([...fake.tree().keys()].filter((name) => !name.startsWith("state"))).toEqual([...before.keys()]);
});
