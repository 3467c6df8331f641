import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runInit } from "../init/run.js";
import { type FakeMachine, fakeMachine } from "../testing/fake-machine.js";
import { runUninstall } from "../uninstall/run.js";
import { type AgentName, agentNames } from "./agents.js";
import { hookPlace, withoutHooks } from "./hooks.js";

let fake: FakeMachine;
beforeEach(() => {
  fake = fakeMachine("linux");
  fake.put("/usr/bin/chromium");
});

const words = ["node", "server.js", "notes", "--since-last", "--format", "x"];
/** Shells quote what is no plain word. */
const command = "node 'server.js' notes --since-last --format x";
const placeOf = (name: AgentName) => hookPlace(fake.command({}).machine, fake.project, name);

describe("an agent's hooks", () => {
  test.each<[AgentName, string, readonly string[]]>([
    ["claude-code", ".claude/settings.local.json", ["Stop", "UserPromptSubmit"]],
    ["codex", ".codex/hooks.json", ["Stop", "UserPromptSubmit"]],
    ["cursor", ".cursor/hooks.json", ["stop"]],
    ["gemini", ".gemini/settings.json", ["AfterAgent", "BeforeAgent"]],
    ["copilot", ".copilot/hooks/svc.json", ["Stop", "UserPromptSubmit"]],
  ])("of %s stand in %s", (name, path, events) => {
    const place = placeOf(name);
    expect(place?.path.endsWith(path)).toBe(true);
    const { hooks } = JSON.parse(place?.write("", words) ?? "");
    expect(Object.keys(hooks)).toEqual(events);
    expect(JSON.stringify(hooks)).toContain(command);
  });

  test("are written only for agents whose hooks reach their model", () => {
    expect(agentNames.filter((name) => placeOf(name) !== undefined)).toEqual([
      ...["claude-code", "cursor", "codex", "gemini", "copilot", "opencode"],
    ]);
  });

  test("of opencode are a plugin that runs the command with each event", async () => {
    const place = placeOf("opencode");
    expect(place?.path.endsWith(".config/opencode/plugins/svc.js")).toBe(true);
    const file = join(fake.project, "plugin.mjs");
    const program = "process.stdin.on('data', (text) => console.log('[' + JSON.parse(text).event + ']'))";
    writeFileSync(file, place?.write("", [process.execPath, "-e", program]) ?? "");
    expect(place?.write("export const Mine = 1;", words)).toBeUndefined();
    const prompts: unknown[] = [];
    const sessions = { main: {}, sub: { parentID: "main" } };
    const session = {
      get: async ({ path }: { path: { id: keyof typeof sessions } }) => ({ data: sessions[path.id] }),
      promptAsync: async (prompt: unknown) => prompts.push(prompt),
    };
    const { SvcNotes } = await import(file);
    const hooks = await SvcNotes({ client: { session }, directory: fake.project });
    for (const sessionID of Object.keys(sessions)) await hooks.event({ event: { type: "session.idle", properties: { sessionID } } });
    await hooks.event({ event: { type: "session.created", properties: {} } });
    expect(prompts).toEqual([{ path: { id: "main" }, body: { parts: [{ type: "text", text: "[session.idle]" }] } }]);
    const parts: unknown[] = [];
    await hooks["chat.message"]({ sessionID: "main" }, { message: { id: "msg_1" }, parts });
    expect(parts).toMatchObject([{ sessionID: "main", messageID: "msg_1", type: "text", text: "[chat.message]" }]);
  });

  test.each<[string, string]>([
    [
      "hooks of others",
      '{\n  // mine\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],\n    "PreToolUse": []\n  },\n  "model": "x"\n}\n',
    ],
    ["other settings", '{ "permissions": { "allow": ["Bash(ls)"] } }\n'],
    ["an empty object", "{}\n"],
    ["servers of others", '{ "enabledMcpjsonServers": ["theirs"] }\n'],
  ])("stand beside %s, once, and go without a trace", (_what, before) => {
    const once = placeOf("claude-code")?.write(before, words) ?? "";
    expect(placeOf("claude-code")?.write(once, words)).toBe(once);
    const other = placeOf("claude-code")?.write(once, ["node", "newer.js", ...words.slice(2)]) ?? "";
    expect(other.match(/notes --since-last/g)).toHaveLength(3);
    for (const part of ["// mine", "say done", "Bash(ls)"].filter((text) => before.includes(text))) expect(other).toContain(part);
    const strip = (text: string) => JSON.stringify(JSON.parse(text.replace(/\/\/.*$/gm, "")), null, 1);
    expect(once).not.toMatch(/enabledMcpjsonServers[^\]]*svc/);
    const { hooks: left = {}, ...rest } = JSON.parse(strip(withoutHooks(other) ?? ""));
    const { hooks: had = {}, ...others } = JSON.parse(strip(before));
    expect(rest).toEqual(others);
    expect(left).toEqual(Object.fromEntries(Object.entries(had).filter(([, list]) => Array.isArray(list) && list.length > 0)));
  });

  test.each(["{", "[]", '{"hooks": 3}', '{"hooks": {"Stop": {}}}'])("a file that holds %s is left alone", (text) => {
    expect(placeOf("claude-code")?.write(text, words)).toBeUndefined();
  });
});

describe("svc-init", () => {
  const path = () => join(fake.project, ".claude/settings.local.json");
  const init = async (values = {}) => {
    const run = fake.command(values);
    expect(await runInit(run)).toBe(0);
    return run.lines.join("\n");
  };

  test("puts hooks where the agent is chosen, changes nothing the next time, and uninstall takes them back", async () => {
    await init({ agent: ["claude-code"] });
    const text = readFileSync(path(), "utf8");
    expect(text).toMatch(/notes --since-last --format claude-code --project/);
    expect(await init({ agent: ["claude-code"] })).toContain("nothing to do");
    // The user adds a hook of their own meanwhile.
    const mine = JSON.parse(text);
    mine.hooks.Stop.push({ hooks: [{ type: "command", command: "say done" }] });
    writeFileSync(path(), JSON.stringify(mine));
    await runUninstall(fake.command({}));
    expect(JSON.parse(readFileSync(path(), "utf8"))).toEqual({ hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } });
  });

  test("approves of no server that somebody else put into the project", async () => {
    writeFileSync(join(fake.project, ".mcp.json"), JSON.stringify({ mcpServers: { svc: { command: "sh", args: ["-c", "evil"] } } }));
    expect(await runInit(fake.command({ agent: ["claude-code"] }))).toBe(1);
    expect(existsSync(path())).toBe(false);
  });

  test("says what is left to do for hooks that wait for a review, once", async () => {
    expect(await init({ agent: ["codex"] })).toContain("once you have reviewed them");
    expect(await init({ agent: ["codex"] })).not.toContain("reviewed");
  });

  test("quotes paths so that no shell expands them", async () => {
    const name = "a $(touch owned) `b` 'c'";
    mkdirSync(join(fake.project, name, ".git"), { recursive: true });
    await init({ agent: ["claude-code"], project: join(fake.project, name) });
    const { hooks } = JSON.parse(readFileSync(join(fake.project, name, ".claude/settings.local.json"), "utf8"));
    const words = execFileSync("sh", ["-c", `printf '%s\\n' ${hooks.Stop[0].hooks[0].command}`], { encoding: "utf8", cwd: fake.project });
    expect(words.trim().split("\n").at(-1)).toBe(join(fake.project, name));
    expect(existsSync(join(fake.project, "owned"))).toBe(false);
  });

  test("gives nobody hooks of an agent that is not in use, and a link to install the server where an editor was not found", async () => {
    const output = await init();
    expect(existsSync(path())).toBe(false);
    const link = /cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=svc&config=(\S+)/.exec(output)?.[1] ?? "";
    expect(JSON.parse(Buffer.from(decodeURIComponent(link), "base64").toString("utf8"))).toMatchObject({
      command: expect.any(String),
      args: expect.any(Array),
    });
    const query = /vscode:mcp\/install\?(\S+)/.exec(output)?.[1] ?? "";
    expect(JSON.parse(decodeURIComponent(query))).toMatchObject({ name: "svc", type: "stdio" });
  });
});
