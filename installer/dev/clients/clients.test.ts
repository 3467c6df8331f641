import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { expect, test } from "vitest";
import { program } from "../../../host/cli/testing/machine.js";
import { readCapture } from "../../../host/contract/reader.js";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { cleanup, temporaryFolder } from "../../../host/store/testing/temporary.js";
import { openStudio } from "../../../host/testing/captures.js";
import { shared } from "../../../host/testing/shared.js";
import { annotated } from "../../../host/testing/tool-bench.js";
import { startModelStub, type Turn } from "./testing/model-stub.js";

/**
 * Real agents, set up by `svc-init`, with a stand-in for the API of their model. They run where `SVC_TEST_CLIENTS` names the folders that hold their
 * commands (as PATH does), and are skipped without it.
 */
const folders = (process.env["SVC_TEST_CLIENTS"] ?? "").split(delimiter).filter((folder) => folder !== "");

interface Client {
  readonly agent: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: (url: string) => NodeJS.ProcessEnv;
  /** What else the user would have set: the model's place, that the folder is trusted. */
  readonly prepare?: (home: string, url: string) => Promise<void>;
  /** How tools are reached: some clients look them up before they call them. */
  readonly reach: (tools: readonly string[]) => readonly Turn[];
  /** With what the client itself changes a file: one text for another. */
  readonly edit: (file: string, from: string, to: string) => readonly Turn[];
  /** Before the name of a tool, where the model has to name it whole. */
  readonly prefix?: string;
}

const clients: readonly Client[] = [
  {
    agent: "claude-code",
    command: "claude",
    args: ["-p", "hello", "--allowedTools", "mcp__svc", "Read", "Edit"],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    reach: (tools) => [{ tool: "ToolSearch", args: { query: `select:${tools.map((one) => `mcp__svc__${one}`).join()}` } }],
    edit: (file_path, old_string, new_string) => [
      { tool: "Read", args: { file_path } },
      { tool: "Edit", args: { file_path, old_string, new_string } },
    ],
    prefix: "mcp__svc__",
  },
  {
    agent: "codex",
    command: "codex",
    // Its user reviews hooks once, in a dialog.
    args: ["exec", "--dangerously-bypass-hook-trust", "--skip-git-repo-check", "hello"],
    env: () => ({ STUB_KEY: "none" }),
    prepare: async (home, url) => {
      const file = join(home, ".codex/config.toml");
      const provider = ['name = "stub"', `base_url = "${url}/v1"`, 'env_key = "STUB_KEY"', 'wire_api = "responses"'];
      const own = ['model = "stub"', 'model_provider = "stub"', 'approval_policy = "never"', 'sandbox_mode = "workspace-write"'];
      const lines = [...own, "[model_providers.stub]", ...provider];
      // Without a user to ask, it refuses tools that change something unless they were approved before.
      const written = (await readFile(file, "utf8")).replace("[mcp_servers.svc]", '$&\ndefault_tools_approval_mode = "approve"');
      await writeFile(file, `${lines.join("\n")}\n${written}`);
    },
    reach: () => [],
    edit: (file, from, to) => [{ tool: "exec_command", args: { cmd: `perl -pi -e 's/\\Q${from}\\E/${to}/' ${file}` } }],
  },
  {
    agent: "gemini",
    command: "gemini",
    args: ["-p", "hello", "--yolo"],
    env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: "none", GEMINI_CLI_TRUST_WORKSPACE: "true" }),
    prepare: async (home) => {
      const file = join(home, ".gemini/settings.json");
      const settings = JSON.parse(await readFile(file, "utf8"));
      const own = { security: { auth: { selectedType: "gemini-api-key" } }, privacy: { usageStatisticsEnabled: false } };
      await writeFile(file, JSON.stringify({ ...settings, ...own }));
    },
    reach: () => [],
    edit: (file_path, old_string, new_string) => [
      { tool: "replace", args: { file_path, old_string, new_string, instruction: "As asked" } },
    ],
  },
  {
    agent: "copilot",
    command: "copilot",
    args: ["-p", "hello", "--allow-all-tools"],
    env: (url) => ({
      ...{ COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_TYPE: "openai" },
      ...{ COPILOT_MODEL: "gpt-5", COPILOT_AUTO_UPDATE: "false" },
    }),
    reach: () => [],
    edit: (path, old_str, new_str) => [{ tool: "edit", args: { path, old_str, new_str } }],
  },
];

/** A project that `svc-init` has set up for an agent, with what starts the agent on turns of its model. */
async function setUp({ agent, command, args, env: envFor, prepare }: Client) {
  const path = folders.map((folder) => join(folder, command)).find((one) => existsSync(one));
  if (path === undefined) return undefined;
  const home = await temporaryFolder();
  const root = join(home, "shop");
  await mkdir(root);
  const env = {
    PATH: process.env["PATH"],
    TMPDIR: home,
    HOME: home,
    SVC_HOME: join(home, "state"),
    SVC_PORTS: process.env["SVC_PORTS"],
  };
  const store = await openStore(root, { stateFolder: env.SVC_HOME });
  cleanup(() => store.close());
  await execa("git", ["init", "-q"], { cwd: root, env });
  await execa(process.execPath, [program("init.js"), "--agent", agent, "--url", "localhost", "--no-start"], { cwd: root, env });
  const run = async (turns: readonly Turn[]): Promise<readonly string[]> => {
    const stub = await startModelStub(turns);
    cleanup(() => stub.close());
    await prepare?.(home, stub.url);
    const child = spawn(path, args, { cwd: root, env: { ...env, ...envFor(stub.url) }, stdio: ["ignore", "ignore", "ignore"] });
    cleanup(() => child.kill("SIGKILL"));
    await new Promise((resolve) => child.once("exit", resolve));
    return stub.requests;
  };
  return { root, store, run };
}

// Clients connect to their servers while the first request is under way, and offer the tools with the next.
const connecting: Turn = { tool: "nothing", before: () => sleep(4_000) };

for (const client of clients) {
  const { agent, reach, prefix = "" } = client;
  test(`${agent} reads what was left: with the next message, by its tools, while it waits, at the end of its turn`, async ({ skip }) => {
    const project = await setUp(client);
    if (project === undefined) return skip(`${agent} is not installed`);
    const { store, run } = project;
    const send = (id: string) => store.captures.create(sampleCapture({ annotations: [sampleAnnotation(id)] }));
    const wait = { tool: `${prefix}wait_for_annotations`, args: { waitSeconds: 30 } };
    // The first call returns what is there, and the second waits.
    const sendLater = async () => void setTimeout(() => void send("awaited"), 1_500);
    const tools = ["get_unresolved", "wait_for_annotations"];
    const calls: Turn[] = [...reach(tools), { tool: `${prefix}get_unresolved` }, wait, { ...wait, before: sendLater }];
    const atEnd: Turn = { text: "done", before: async () => void (await send("second")) };
    await send("first");
    const requests = await run([connecting, ...calls, atEnd, { text: "done" }]);
    const shown = (text: string) => requests.map((request) => request.includes(text));
    const last = 1 + calls.length;
    expect(shown("Comment first")[0]).toBe(true);
    expect(shown('Comment first[/USER_COMMENT]\\"')[last - 2]).toBe(true);
    expect(shown("Comment awaited")).toEqual([...Array<boolean>(last).fill(false), true, true]);
    expect(shown("Comment second")).toEqual([...Array<boolean>(last + 1).fill(false), true]);
    expect(await store.annotations.find("first")).toMatchObject({ by: expect.stringContaining(agent.split("-")[0] ?? "") });
  }, 180_000);
}

const page = `<!doctype html>
<html lang="en"><title>Cart</title><link rel="icon" href="data:,"><style>
.buy { color: #aaa; background: #fff; padding: 4px; }
</style><main><h1>Cart</h1><p>Two things</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="40" height="40"><button class="buy">Buy now</button></main></html>
`;
const studio = shared(openStudio);

/** What a job's turns are made of. Each call is by the end of the tool's name. */
interface Job {
  readonly call: (tool: string, args?: object | (() => object), before?: () => Promise<void>) => Turn;
  readonly edit: (from: string, to: string) => readonly Turn[];
  /** The page as its file is now, captured by the engine in a browser and sent. Returns the file's name. */
  readonly capture: (note?: string) => Promise<string>;
  readonly refOf: (tag: string) => Promise<string>;
}

interface Outcome {
  readonly last: string;
  readonly html: string;
  readonly store: Awaited<ReturnType<typeof openStore>>;
}

const jobs: readonly {
  readonly name: string;
  readonly tools: readonly string[];
  readonly turns: (job: Job) => Promise<readonly Turn[]>;
  readonly check: (outcome: Outcome) => Promise<void> | void;
}[] = [
  {
    name: "settles a note: what is left, its context, an edit, resolved with checks, the verdict",
    tools: ["get_unresolved", "get_annotation_context", "resolve_annotation"],
    turns: async ({ call, edit, capture }) => {
      await capture("pale");
      const checks = [{ kind: "contrast", expected: 4.5 }];
      const resolved = { annotation: "pale", action: "fixed", summary: "Darker", files: ["index.html"], checks, waitSeconds: 20 };
      return [
        call("get_unresolved"),
        call("get_annotation_context", { annotation: "pale" }),
        ...edit("color: #aaa", "color: #333"),
        call("resolve_annotation", resolved, async () => void (await capture())),
      ];
    },
    check: async ({ html, last, store }) => {
      expect(html).toContain("color: #333");
      expect(/index\.html\\+",4,/.test(last), "where it is made").toBe(true);
      expect(await store.annotations.find("pale")).toMatchObject({ annotation: { verdict: { status: "pass" } } });
      expect(/status\\+":\\+"pass/.test(last), "the verdict").toBe(true);
    },
  },
  {
    name: "mends what an audit finds: the finding, its source, an edit, audited again",
    tools: ["audit_accessibility", "find_source"],
    turns: async ({ call, edit, capture, refOf }) => {
      await capture();
      const ref = await refOf("img");
      return [
        call("audit_accessibility"),
        call("find_source", { ref }),
        ...edit("<img src", '<img alt="A red cup" src'),
        call("audit_accessibility", undefined, async () => void (await capture())),
      ];
    },
    check: ({ html, last }) => {
      expect(html).toContain('alt="A red cup"');
      const [before = "", after = ""] = last.split(/A red cup(?!.*A red cup)/);
      expect(before.includes("image-alt"), "found").toBe(true);
      expect(after.includes("image-alt"), "found again").toBe(false);
    },
  },
  {
    name: "compares before and after an edit of its own",
    tools: ["list_captures", "compare_captures"],
    turns: async ({ call, edit, capture }) => {
      const before = await capture();
      let after = "";
      return [
        call("list_captures"),
        ...edit("Two things", "Three things"),
        call(
          "compare_captures",
          () => ({ before, after }),
          async () => {
            after = await capture();
          },
        ),
      ];
    },
    check: ({ html, last }) => {
      expect(html).toContain("Three things");
      expect(/Two things.{1,200}Three things/.test(last), "what changed").toBe(true);
    },
  },
];

for (const client of clients)
  for (const { name, tools, turns, check } of jobs)
    test(`${client.agent} ${name}`, async ({ skip }) => {
      const project = await setUp(client);
      if (project === undefined) return skip(`${client.agent} is not installed`);
      const { root, store, run } = project;
      const file = join(root, "index.html");
      await writeFile(file, page);
      let shots = 0;
      // The studio caches what it has captured: each shot is one of its own, taken after the file's last change.
      const shot = async () =>
        studio.html(await readFile(file, "utf8"), { path: "index.html", change: `"${client.agent} ${name} ${shots++}"` });
      const job: Job = {
        call: (tool, args = {}, before = async () => undefined) => ({
          tool: `${client.prefix ?? ""}${tool}`,
          before,
          get args() {
            return typeof args === "function" ? args() : args;
          },
        }),
        edit: (from, to) => client.edit(file, from, to),
        capture: async (note) => {
          const taken = await shot();
          const noted = note === undefined ? taken : annotated(taken, ({ tag }) => tag === "button", "Too pale", note);
          return (await store.captures.create(noted)).filename;
        },
        refOf: async (tag) => [...readCapture(await shot()).elements()].find((one) => one.tag === tag)?.ref ?? "",
      };
      const calls = await turns(job);
      const requests = await run([connecting, ...client.reach(tools), ...calls, { text: "done" }]);
      await check({ last: requests.at(-1) ?? "", html: await readFile(file, "utf8"), store });
    }, 180_000);
