import { type Accessor, createSignal, onCleanup } from "solid-js";
import type { PageStatus } from "../messages.js";
import type { Ports } from "./ports.js";

export interface Status {
  /** Undefined until the first answer. */
  readonly current: Accessor<PageStatus | undefined>;
  readonly look: () => Promise<void>;
  readonly addToTrusted: () => Promise<void>;
  /** The page belongs to this project from now on. */
  readonly choose: (project: string) => Promise<void>;
}

/** How the page stands, from live answers: asked for once and then told by the background. */
export function createStatus({ ask, onPush }: Ports): Status {
  const [current, setCurrent] = createSignal<PageStatus>();
  onCleanup(onPush((push) => push.type === "status" && setCurrent(push.status)));
  return {
    current,
    look: async () => void setCurrent(await ask("page:status", {})),
    choose: async (project) => void setCurrent(await ask("project:choose", { project })),
    addToTrusted: async () => void setCurrent(await ask("trust:add", {})),
  };
}
