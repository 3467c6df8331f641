import { endianness } from "node:os";
import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import { chromeExtensionId } from "../../host/contract/names.js";
import { operations } from "../../host/contract/operations.js";
import { projectId } from "../../host/store/project-root.js";
import type { InitContext } from "../init/step.js";
import { converse } from "./conversation.js";

const replySchema = z.object({ id: z.literal(1), ok: z.literal(true), output: operations["health:get"].output });

/** Starts the native host through its wrapper, as a browser does, and asks it for the project's health in real frames. */
export async function askNative(wrapper: string, { machine, root }: Pick<InitContext, "machine" | "root">) {
  const origin = `chrome-extension://${chromeExtensionId}/`;
  const isWindows = machine.platform === "win32";
  const outcome = await converse({
    command: isWindows ? "cmd.exe" : wrapper,
    args: isWindows ? ["/d", "/c", wrapper, origin] : [origin],
    env: {},
    input: frame({ id: 1, op: "health:get", project: projectId(root), input: {} }),
    read: frameIn,
    timeoutMs: 10_000,
  });
  if ("problem" in outcome) return outcome;
  const reply = replySchema.safeParse(parseJson(outcome.answer));
  if (!reply.success) return { problem: `answered something else: ${outcome.answer.slice(0, 200).replace(/\s+/g, " ").trim()}` };
  const { version, captures, writable } = reply.data.output;
  if (!writable) return { problem: "answers, but cannot write the project's .svc folder" };
  return { version, captures, milliseconds: outcome.milliseconds };
}

/** Chrome's documentation of native messaging: 32 bits of length in native byte order, then JSON in UTF-8. */
export function frame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(4);
  if (endianness() === "LE") length.writeUInt32LE(body.length);
  else length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}

/** The body of the first frame; undefined while it is not whole. What announces more than browsers take is no frame: all of it. */
export function frameIn(bytes: Buffer): string | undefined {
  if (bytes.length < 4) return undefined;
  const length = endianness() === "LE" ? bytes.readUInt32LE() : bytes.readUInt32BE();
  if (length > limits.nativeReplyMaxBytes) return bytes.toString();
  return bytes.length < 4 + length ? undefined : bytes.toString("utf8", 4, 4 + length);
}
