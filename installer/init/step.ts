import type { Machine } from "../machine.js";
import type { Programs } from "../programs.js";
import type { Receipt } from "./receipt.js";

/** What a step is about, as `--json` shows it, and what was done and is to be done in words. */
export const stepWords = {
  store: ["created", "create"],
  project: ["registered", "register"],
  "url-pattern": ["added URL pattern", "add URL pattern"],
  "extension-id": ["let in extension", "let in extension"],
  "session-key": ["made a new key", "make a new key"],
  program: ["copied", "copy"],
  wrapper: ["wrote", "write"],
  "host-manifest": ["wrote", "write"],
  "registry-key": ["set", "set"],
  "agent-config": ["wrote", "write"],
  "http-server": ["started", "start"],
} as const;

/** One thing that must be true at the end. Planning only reads; `apply` is called where `changed` is true. */
export interface Step {
  readonly kind: keyof typeof stepWords;
  /** The file, key, pattern, folder or address. */
  readonly target: string;
  readonly changed: boolean;
  /** For whom: a browser, an agent. */
  readonly detail?: string;
  readonly diff?: string;
  readonly apply: () => Promise<void>;
}

/** A plan: the steps, what a person should know, and what stands in the way. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
  readonly errors: readonly string[];
}

export interface InitContext {
  readonly machine: Machine;
  readonly stateFolder: string;
  readonly programs: Programs;
  readonly receipt: Receipt;
  /** Real path of the project. */
  readonly root: string;
}
