import type { Agent } from "./agent.js";
import type { ConfigFormat } from "./format.js";
import { jsonc } from "./jsonc.js";
import { toml } from "./toml.js";

export const formats: Readonly<Record<Agent["format"], ConfigFormat>> = { jsonc, toml };
