import type { ServiceEvent } from "../contract/events.js";
import type { OpenCall, ServerInfo } from "../contract/operations.js";
import type { Log } from "../store/log.js";

export interface ServiceOptions {
  readonly stateFolder: string;
  /** Serves this one project; without it every registered one, by id or by page URL. */
  readonly root?: string;
  /** Name of the agent that is connected to this process. */
  readonly agent?: string;
  readonly version: string;
  readonly log?: Log;
}

export interface Service {
  /** The one door: checks name, size and input, finds the project, runs the handler. Rejects with ServiceError only. */
  readonly call: OpenCall;
  /** Tells the events of all projects served. Gives the function that ends it. */
  subscribe(listener: (event: ServiceEvent) => void): () => void;
  projects(): Promise<readonly ServerInfo[]>;
  close(): Promise<void>;
}

/** Opens the 14 operations over one project or all of them. */
export async function openService(options: ServiceOptions): Promise<Service> {
  throw new Error(`not built yet: ${options.version}`);
}
