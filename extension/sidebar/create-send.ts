import type { ProjectConfig } from "./create-config.js";
import type { Notice, Tasks } from "./create-task.js";
import type { Ask, Reading, ReadOptions } from "./ports.js";
import { texts } from "./texts.js";

export interface SendOptions {
  readonly sendAnyway: boolean;
  /** The agent's request that this answers. */
  readonly requestId?: string;
}

export interface SendSources {
  readonly ask: Ask;
  readonly config: ProjectConfig;
  readonly tasks: Tasks;
  read(options: ReadOptions): Promise<Reading>;
}

/** Longest time that Send waits for the accessibility rules, in milliseconds: what they found until then goes along. */
const auditMs = 3_000;

/** Sends the page as it is at that moment, with what the project's configuration asks for beside it. */
export function createSend({ ask, config, tasks, read }: SendSources): (options: SendOptions) => Promise<void> {
  async function send(options: SendOptions): Promise<Notice> {
    const { auditOnCapture, includeSnapshot } = await config.look();
    const { json, snapshot } = await read({ snapshot: includeSnapshot, ...(auditOnCapture ? { auditMs } : {}) });
    const order = { capture: json, ...options, ...(snapshot === undefined ? {} : { snapshot }) };
    const { filename, snapshotProblem } = await ask("capture:send", order);
    if (snapshotProblem !== "") return { kind: "error", text: texts.sentWithout(filename, snapshotProblem) };
    return { kind: "done", text: texts.sent(filename) };
  }

  return (options) => tasks.run(texts.sending, () => send(options));
}
