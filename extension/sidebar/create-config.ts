import { type Accessor, createSignal, onCleanup } from "solid-js";
import type { Config } from "../../host/contract/config.js";
import { askOperation } from "./ask-operations.js";
import type { Ports } from "./ports.js";

/** The configuration of the page's project. */
export interface ProjectConfig {
  /** Undefined before the first answer. */
  readonly current: Accessor<Config | undefined>;
  look(): Promise<Config>;
}

/** Asked for when it is needed, and again when somebody has changed it. */
export function createConfig({ ask, onPush }: Ports, fail: (error: unknown) => void): ProjectConfig {
  const [current, setCurrent] = createSignal<Config>();

  async function look(): Promise<Config> {
    const config = await askOperation(ask, "config:get", {});
    setCurrent(config);
    return config;
  }

  onCleanup(onPush((push) => push.type === "event" && push.event.type === "config:changed" && void look().catch(fail)));
  return { current, look };
}
