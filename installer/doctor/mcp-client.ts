import { spawn } from "node:child_process";
import { z } from "zod";
import { mcpServerName } from "../../host/contract/names.js";
import { version } from "../../host/contract/version.js";
import type { Surroundings } from "../init/step.js";

const answerSchema = z.object({
  id: z.literal(1),
  result: z.object({ serverInfo: z.object({ name: z.string(), version: z.string() }) }),
});

export type McpAnswer = { readonly name: string; readonly version: string; readonly milliseconds: number } | { readonly problem: string };

const timeoutMs = 15_000;

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "svc-init doctor", version } },
};

/** Starts an MCP server, initializes it as an agent does and lets it go. */
export function askMcp(command: string, args: readonly string[], { root, stateFolder }: Surroundings): Promise<McpAnswer> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env: { ...process.env, SVC_HOME: stateFolder, SVC_PROBE: "1" }, windowsHide: true });
  return new Promise((resolve) => {
    let received = "";
    let said = "";
    const settle = (answer: McpAnswer) => {
      clearTimeout(timer);
      child.stdin.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      child.kill();
      settle({ problem: `did not initialize in ${timeoutMs / 1_000} s` });
    }, timeoutMs);
    child.on("error", (error) => settle({ problem: `cannot be started: ${error.message}` }));
    child.stdin.on("error", (error) => settle({ problem: `does not read: ${error.message}` }));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-500).trim();
    });
    child.on("close", (code) => settle({ problem: `ended with code ${code} before it initialized. ${said}`.trim() }));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      received += text;
      const line = received.split("\n")[0];
      if (received.includes("\n") && line !== undefined) settle(judge(line, Math.round(performance.now() - started)));
    });
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
  });
}

function judge(line: string, milliseconds: number): McpAnswer {
  const answer = answerSchema.safeParse(jsonOf(line));
  if (!answer.success) return { problem: `printed something that is not the protocol: ${line.slice(0, 200)}` };
  const { name, version: told } = answer.data.result.serverInfo;
  return name === mcpServerName ? { name, version: told, milliseconds } : { problem: `is another server: ${name}` };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The caller says what was printed instead.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
