import { spawn } from "node:child_process";
import { endianness } from "node:os";
import { z } from "zod";
import { chromeExtensionId } from "../../host/contract/names.js";
import { operations } from "../../host/contract/operations.js";
import { projectId } from "../../host/store/project-root.js";
import type { Surroundings } from "../init/step.js";

const replySchema = z.object({ id: z.literal(1), ok: z.literal(true), output: operations["health:get"].output });

export type NativeAnswer =
  | { readonly version: string; readonly captures: number; readonly milliseconds: number }
  | { readonly problem: string };

const timeoutMs = 10_000;

/** Starts the native host through its wrapper, sends one health call in a frame and waits for the answer. */
export function askNative(wrapper: string, { machine, root }: Surroundings): Promise<NativeAnswer> {
  const started = performance.now();
  const origin = `chrome-extension://${chromeExtensionId}/`;
  const [command, args] =
    machine.platform === "win32" ? (["cmd.exe", ["/d", "/c", wrapper, origin]] as const) : ([wrapper, [origin]] as const);
  // The host must not take us for the browser: that it answered one decides whether a port is needed.
  const child = spawn(command, args, { env: { ...process.env, SVC_PROBE: "1" }, windowsHide: true });
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let said = "";
    const settle = (answer: NativeAnswer) => {
      clearTimeout(timer);
      child.stdin.destroy();
      resolve(answer);
    };
    const timer = setTimeout(() => {
      child.kill();
      settle({ problem: `gave no answer in ${timeoutMs / 1_000} s` });
    }, timeoutMs);
    child.on("error", (error) => settle({ problem: `cannot be started: ${error.message}` }));
    child.stdin.on("error", (error) => settle({ problem: `does not read: ${error.message}. ${said}` }));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-500).trim();
    });
    child.on("close", (code) => settle({ problem: `ended with code ${code} and without an answer. ${said}`.trim() }));
    child.stdout.on("data", (part: Buffer) => {
      received.push(part);
      const text = frameIn(Buffer.concat(received));
      if (text !== undefined) settle(judge(text, Math.round(performance.now() - started)));
    });
    child.stdin.write(frame({ id: 1, op: "health:get", project: projectId(root), input: {} }));
  });
}

/** Chrome's documentation of native messaging: 32 bits of length in native byte order, then JSON in UTF-8. */
function frame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(4);
  if (endianness() === "LE") length.writeUInt32LE(body.length);
  else length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

function frameIn(bytes: Buffer): string | undefined {
  if (bytes.length < 4) return undefined;
  const length = endianness() === "LE" ? bytes.readUInt32LE() : bytes.readUInt32BE();
  return bytes.length < 4 + length ? undefined : bytes.toString("utf8", 4, 4 + length);
}

function judge(text: string, milliseconds: number): NativeAnswer {
  const reply = replySchema.safeParse(jsonOf(text));
  if (!reply.success) return { problem: `answered something else: ${text.slice(0, 200)}` };
  const { version, captures, writable } = reply.data.output;
  return writable ? { version, captures, milliseconds } : { problem: "answers, but cannot write the project's .svc folder" };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Whatever printed this is not our host; the caller says so.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
