import type { Agent } from "./agent.js";
import { claudeCode } from "./claude-code.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { cursor } from "./cursor.js";
import { gemini } from "./gemini.js";
import { kiro } from "./kiro.js";
import { opencode } from "./opencode.js";
import { vscode } from "./vscode.js";
import { windsurf } from "./windsurf.js";
import { zed } from "./zed.js";

/** All agents whose config we write; the key is what `--agent` takes. */
export const agents = {
  "claude-code": claudeCode,
  cursor,
  vscode,
  windsurf,
  codex,
  gemini,
  zed,
  cline,
  opencode,
  kiro,
} as const satisfies Record<string, Agent>;

export type AgentName = keyof typeof agents;
export const agentNames = Object.keys(agents) as readonly AgentName[];
