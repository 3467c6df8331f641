import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { expect, test } from "vitest";
import { z } from "zod";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { cleanup, temporaryFolder } from "../../../host/store/testing/temporary.js";
import { startAgent } from "../../../host/testing/mcp-client.js";
import { distPath } from "../../../host/testing/paths.js";
import { toolNames } from "../../../host/tools/names.js";

const plugin = distPath("claude-plugin");
const read = (path: string) => readFileSync(join(plugin, path), "utf8");
const filled = (text: string) => text.replaceAll("$" + "{CLAUDE_PLUGIN_ROOT}", plugin);

const manifestSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
});
const commandSchema = z.strictObject({ type: z.literal("command"), command: z.string(), timeout: z.number().max(10) });
/** One that runs beside the agent and holds up nothing. */
const wakerSchema = z.strictObject({ ...commandSchema.shape, asyncRewake: z.literal(true), timeout: z.number() });
const eventSchema = z.array(z.strictObject({ hooks: z.array(z.union([commandSchema, wakerSchema])).min(1) }));
const hooksSchema = z.strictObject({
  description: z.string(),
  hooks: z.strictObject({ Stop: eventSchema, UserPromptSubmit: eventSchema }),
});

test("manifest, marketplace, skill and commands have their documented forms", () => {
  const { name, version } = manifestSchema.parse(JSON.parse(read(".claude-plugin/plugin.json")));
  const market = JSON.parse(readFileSync(distPath(".claude-plugin/marketplace.json"), "utf8"));
  expect(market).toMatchObject({
    name: "svc-capture",
    owner: { name: expect.any(String) },
    plugins: [{ name, version, source: "./claude-plugin" }],
  });
  for (const path of ["skills/svc/SKILL.md", ...["audit", "diff", "debug-fullstack", "tests"].map((one) => `commands/svc-${one}.md`)])
    expect(read(path), path).toMatch(/^---\n(?:[a-z-]+: .+\n)*description: .+\n(?:[a-z-]+: .+\n)*---\n/);
  const named = [...read("skills/svc/SKILL.md").matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, tool]) => tool);
  expect(named.filter((tool) => !toolNames.some((known) => known === tool))).toEqual([]);
});

test("its hooks hand a note over once, at the end of a turn or with the next message; its server lists the tools", async () => {
  const folder = await temporaryFolder();
  const store = await openStore(folder, { stateFolder: join(folder, "state") });
  const { hooks } = hooksSchema.parse(JSON.parse(read("hooks/hooks.json")));
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, SVC_HOME: join(folder, "state"), SVC_PORTS: process.env["SVC_PORTS"] ?? "" };
  const run = async (event: keyof typeof hooks) => {
    const { command = "" } = hooks[event][0]?.hooks[0] ?? {};
    const { stdout } = await execa(filled(command), { shell: true, cwd: folder, env, input: JSON.stringify({ hook_event_name: event }) });
    return stdout;
  };
  await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("a")] }));
  expect(JSON.parse(await run("Stop"))).toMatchObject({ decision: "block", reason: expect.stringContaining("Comment a") });
  expect(await run("UserPromptSubmit")).toBe("");
  await store.captures.create(sampleCapture({ annotations: [sampleAnnotation("b")] }));
  expect(JSON.parse(await run("UserPromptSubmit"))).toMatchObject({
    hookSpecificOutput: { additionalContext: expect.stringContaining("Comment b") },
  });
  const { command, args } = JSON.parse(read(".mcp.json")).mcpServers.svc;
  const agent = await startAgent({ command, args: args.map(filled), env, cwd: folder, name: "claude-code" });
  cleanup(() => agent.close());
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).toEqual([...toolNames]);
});
