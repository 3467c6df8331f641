import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { mcpServerName } from "../../host/contract/names.js";
import { version } from "../../host/contract/version.js";
import type { InitContext } from "../init/step.js";
import { converse } from "./conversation.js";

const answerSchema = z.object({
  id: z.literal(1),
  result: z.object({ serverInfo: z.object({ name: z.string(), version: z.string() }) }),
});

export const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "svc-init doctor", version } },
};

/** Starts an MCP server and initializes it, as an agent does. */
export async function askMcp(command: string, args: readonly string[], { root, stateFolder }: Pick<InitContext, "root" | "stateFolder">) {
  const outcome = await converse({
    command,
    args,
    env: { SVC_HOME: stateFolder },
    cwd: root,
    input: `${JSON.stringify(initialize)}\n`,
    read: firstLine,
    timeoutMs: 15_000,
  });
  if ("problem" in outcome) return outcome;
  const answer = answerSchema.safeParse(parseJson(outcome.answer));
  if (!answer.success) return { problem: `printed something that is not the protocol: ${outcome.answer.slice(0, 200)}` };
  const { name, version: reported } = answer.data.result.serverInfo;
  return name === mcpServerName
    ? { name, version: reported, milliseconds: outcome.milliseconds }
    : { problem: `is another server: ${name}` };
}

function firstLine(printed: Buffer): string | undefined {
  const end = printed.indexOf("\n");
  return end < 0 ? undefined : printed.toString("utf8", 0, end);
}
