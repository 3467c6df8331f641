import type { Log } from "../store/log.js";
import type { Store } from "../store/store.js";

/** What a handler works on: one project's store, and what its process says of itself. */
export interface OperationContext {
  readonly store: Store;
  readonly version: string;
  readonly log: Log;
  /** Name of the agent that works in the project; empty when none is connected. */
  agent(): Promise<string>;
}
