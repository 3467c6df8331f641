import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { expect, test } from "vitest";
import { program } from "../../../host/cli/testing/machine.js";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { cleanup, temporaryFolder } from "../../../host/store/testing/temporary.js";
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
  /** How the tools are reached: some clients look tools up before they call them. */
  readonly reach: readonly Turn[];
  /** Before the name of a tool, where the model has to name it whole. */
  readonly prefix?: string;
}

const clients: readonly Client[] = [
  {
    agent: "claude-code",
    command: "claude",
    args: ["-p", "hello", "--allowedTools", "mcp__svc"],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    }),
    reach: [{ tool: "ToolSearch", args: { query: "select:mcp__svc__get_unresolved,mcp__svc__wait_for_annotations" } }],
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
      const lines = ['model = "stub"', 'model_provider = "stub"', 'approval_policy = "never"', "[model_providers.stub]", ...provider];
      await writeFile(file, `${lines.join("\n")}\n${await readFile(file, "utf8")}`);
    },
    reach: [],
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
    reach: [],
  },
  {
    agent: "copilot",
    command: "copilot",
    args: ["-p", "hello", "--allow-all-tools"],
    env: (url) => ({
      ...{ COPILOT_OFFLINE: "true", COPILOT_PROVIDER_BASE_URL: `${url}/v1`, COPILOT_PROVIDER_TYPE: "openai" },
      ...{ COPILOT_MODEL: "gpt-5", COPILOT_AUTO_UPDATE: "false" },
    }),
    reach: [],
  },
];

for (const { agent, command, args, env: envFor, prepare, reach, prefix = "" } of clients) {
  const path = folders.map((folder) => join(folder, command)).find((one) => existsSync(one));
  test(`${agent} reads what was left: with the next message, by its tools, while it waits, at the end of its turn`, async ({ skip }) => {
    if (path === undefined) return skip(`${agent} is not installed`);
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
    const send = (id: string) => store.captures.create(sampleCapture({ annotations: [sampleAnnotation(id)] }));
    await execa("git", ["init", "-q"], { cwd: root, env });
    await execa(process.execPath, [program("init.js"), "--agent", agent, "--url", "localhost:5173", "--no-start"], { cwd: root, env });
    const wait = { tool: `${prefix}wait_for_annotations`, args: { waitSeconds: 30 } };
    // The first call returns what is there, and the second waits.
    const sendLater = async () => void setTimeout(() => void send("awaited"), 1_500);
    const calls: Turn[] = [...reach, { tool: `${prefix}get_unresolved` }, wait, { ...wait, before: sendLater }];
    const atEnd: Turn = { text: "done", before: async () => void (await send("second")) };
    // Clients connect to their servers while the first request is under way, and offer the tools with the next.
    const connecting: Turn = { tool: "nothing", before: () => sleep(4_000) };
    const stub = await startModelStub([connecting, ...calls, atEnd, { text: "done" }]);
    cleanup(() => stub.close());
    await prepare?.(home, stub.url);
    await send("first");
    const child = spawn(path ?? "", args, { cwd: root, env: { ...env, ...envFor(stub.url) }, stdio: ["ignore", "ignore", "ignore"] });
    cleanup(() => child.kill("SIGKILL"));
    await new Promise((resolve) => child.once("exit", resolve));
    const shown = (text: string) => stub.requests.map((request) => request.includes(text));
    const last = 1 + calls.length;
    expect(shown("Comment first")[0]).toBe(true);
    expect(shown('Comment first[/USER_COMMENT]\\"')[last - 2]).toBe(true);
    expect(shown("Comment awaited")).toEqual([...Array<boolean>(last).fill(false), true, true]);
    expect(shown("Comment second")).toEqual([...Array<boolean>(last + 1).fill(false), true]);
    expect(await store.annotations.find("first")).toMatchObject({ by: expect.stringContaining(agent.split("-")[0] ?? "") });
  }, 180_000);
}
