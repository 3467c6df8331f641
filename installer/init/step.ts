import type { Machine } from "../machine.js";
import type { Programs } from "../programs.js";
import type { Receipt } from "./receipt.js";

/** What a step is about; the word that `--json` shows. */
export type StepKind =
  | "store"
  | "project"
  | "url-pattern"
  | "extension-id"
  | "session-key"
  | "program"
  | "wrapper"
  | "host-manifest"
  | "registry-key"
  | "agent-config"
  | "http-server";

/** One thing that must be true at the end. Planning only reads; `apply` is called where `changed` is true. */
export interface Step {
  readonly kind: StepKind;
  /** The file, key, pattern, folder or address. */
  readonly target: string;
  readonly changed: boolean;
  /** For whom: a browser, an agent. */
  readonly detail?: string;
  /** What would change in a file, line by line. */
  readonly diff?: string;
  readonly apply: () => Promise<void>;
}

/** A plan: the steps, what a person should know, and what stands in the way. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
  readonly errors: readonly string[];
}

/** What every planner needs to know. */
export interface InitContext {
  readonly machine: Machine;
  readonly stateFolder: string;
  readonly programs: Programs;
  readonly receipt: Receipt;
  /** Real path of the project. */
  readonly root: string;
}
