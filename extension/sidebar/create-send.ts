import type { ProjectConfig } from "./create-config.js";
import type { Notice, Tasks } from "./create-task.js";
import type { Ports, Reading, ReadOptions } from "./ports.js";
import { texts } from "./texts.js";

export interface SendOptions {
  readonly sendAnyway: boolean;
  /** The agent's request that this answers. */
  readonly requestId?: string;
}

export interface SendSources {
  readonly ports: Pick<Ports, "ask" | "page">;
  readonly config: ProjectConfig;
  readonly tasks: Tasks;
  read(options: ReadOptions): Promise<Reading>;
}

/** Longest time that Send waits for the accessibility rules, in milliseconds: what they found until then goes along. */
const auditMs = 3_000;

/** Sends the page as it is at that moment, with what the project's configuration asks for beside it. */
export function createSend({ ports, config, tasks, read }: SendSources): (options: SendOptions) => Promise<void> {
  async function send(options: SendOptions): Promise<Notice> {
    const { auditOnCapture, includeSnapshot, includeScreenshot } = await config.look();
    const picture = includeScreenshot ? await takePicture() : { data: "", problem: "" };
    const { json, snapshot = "" } = await read({ snapshot: includeSnapshot, ...(auditOnCapture ? { auditMs } : {}) });
    const all = [{ kind: "html", data: snapshot } as const, { kind: "png", data: picture.data } as const];
    const beside = all.filter(({ data }) => data !== "");
    const sent = await ports.ask("capture:send", { capture: json, ...options, beside });
    const problem = picture.problem || sent.problem;
    if (problem !== "") return { kind: "error", text: texts.sentWithout(sent.filename, problem) };
    return { kind: "done", text: texts.sent(sent.filename) };
  }

  /** The capture goes without a picture that cannot be taken. */
  async function takePicture(): Promise<{ readonly data: string; readonly problem: string }> {
    try {
      return { data: await ports.page.picture(), problem: "" };
    } catch (error) {
      return { data: "", problem: error instanceof Error ? error.message : String(error) };
    }
  }

  return (options) => tasks.run(texts.sending, () => send(options));
}
