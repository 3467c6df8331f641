import { z } from "zod";
import { eventSchema, type ServiceEvent } from "../../contract/events.js";
import { type Handover, handoverSchema } from "../../contract/frames.js";
import { encodeFrame, makeFrameDecoder } from "../../native/framing.js";
import type { Machine, Started } from "./machine.js";

/** The browser's side of native messaging, in raw frames, over a host process of its own. */
export interface NativePeer extends Started {
  /** Rejects with an error that has the code of the wire. */
  call(op: string, input: unknown, project?: string): Promise<unknown>;
  readonly events: readonly ServiceEvent[];
  readonly handovers: readonly Handover[];
  /** Closes the pipe, as a browser does, and waits for the end. */
  close(): Promise<number | string>;
}

const replySchema = z.union([
  z.object({ event: eventSchema }),
  z.object({ handover: handoverSchema }),
  z.object({ id: z.number(), ok: z.literal(true), output: z.unknown() }),
  z.object({ id: z.number(), ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);
type Waiting = { readonly resolve: (output: unknown) => void; readonly reject: (error: Error) => void };
const replyMaxBytes = 1024 * 1024;

export function connectNative(
  machine: Machine,
  { env = {}, args = [], client }: { env?: NodeJS.ProcessEnv; args?: readonly string[]; client?: unknown } = {},
): NativePeer {
  const started = machine.start("server.js", ["--native-host", ...args], env);
  const waiting = new Map<number, Waiting>();
  const events: ServiceEvent[] = [];
  const handovers: Handover[] = [];
  const decoder = makeFrameDecoder(replyMaxBytes);
  let calls = 0;

  function take(reply: z.infer<typeof replySchema>): void {
    if ("event" in reply) {
      events.push(reply.event);
      return;
    }
    if ("handover" in reply) {
      handovers.push(reply.handover);
      return;
    }
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) call?.resolve(reply.output);
    else call?.reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
  }

  started.child.stdout?.on("data", (chunk: Buffer) => {
    for (const body of decoder.push(chunk)) take(replySchema.parse(JSON.parse(body.toString())));
  });
  void started.ended.then((how) => {
    for (const { reject } of waiting.values()) reject(new Error(`the host ended with ${how}: ${started.stderr()}`));
  });
  return {
    ...started,
    events,
    handovers,
    call: (op, input, project) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        started.child.stdin?.write(encodeFrame(JSON.stringify({ id, op, project, input, client })));
      }),
    close: () => {
      started.child.stdin?.end();
      return started.ended;
    },
  };
}
