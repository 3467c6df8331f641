import { browser } from "../browser.js";
import type { CommandName, Commands, Reply } from "../messages.js";

/** Sends a command to the background. Rejects with its error message. */
export async function ask<N extends CommandName>(command: N, input: Commands[N]["input"]): Promise<Commands[N]["output"]> {
  const reply: Reply<N> = await browser.runtime.sendMessage({ command, ...input });
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.output;
}
