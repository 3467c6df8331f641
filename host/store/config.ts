import type { Config, ConfigChange } from "../contract/config.js";

export interface ConfigStore {
  /** The configuration with defaults filled; what is damaged or invalid in the file reads as its default, with a line in the log. */
  get(): Promise<Config>;
  /** Merges; keys that the user added by hand stay. Throws `conflict` when the file on disk is not readable JSON. */
  update(change: ConfigChange): Promise<Config>;
  /** Adds the pattern of a loopback or file:// page that the project does not claim yet; gives the pattern when one was added. */
  learn(pageUrl: string): Promise<string | undefined>;
}
