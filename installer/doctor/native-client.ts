import { z } from "zod";
import { parseJson } from "../../host/contract/json.js";
import { limits } from "../../host/contract/limits.js";
import { chromeExtensionId } from "../../host/contract/names.js";
import { operations } from "../../host/contract/operations.js";
import { encodeFrame, FrameError, makeFrameDecoder } from "../../host/native/framing.js";
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
    input: encodeFrame(JSON.stringify({ id: 1, op: "health:get", project: projectId(root), input: {} })),
    read: firstFrame,
    timeoutMs: 10_000,
  });
  if ("problem" in outcome) return outcome;
  const reply = replySchema.safeParse(parseJson(outcome.answer));
  if (!reply.success) return { problem: `answered something else: ${outcome.answer.slice(0, 200).replace(/\s+/g, " ").trim()}` };
  const { version, captures, writable } = reply.data.output;
  return { version, captures, writable, milliseconds: outcome.milliseconds };
}

/** The body of the first frame; undefined while it is not whole. What announces more than browsers take is no frame: all of it. */
function firstFrame(bytes: Buffer): string | undefined {
  try {
    return makeFrameDecoder(limits.nativeReplyMaxBytes).push(bytes).next().value?.toString();
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return bytes.toString();
  }
}
