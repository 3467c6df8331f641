import type { CommandName, Commands, Reply } from "../messages.js";
import { browser } from "../platform.js";

/** Runs a command of the background that a page's script may give. Rejects with words for the user. */
export async function ask<N extends CommandName>(command: N, input: Commands[N]["input"]): Promise<Commands[N]["output"]> {
  if (browser.runtime.id === undefined) throw new Error("svc was updated. Reload the page, then click its icon again.");
  const reply: Reply<N> | undefined = await browser.runtime.sendMessage({ command, pageUrl: location.href, ...input });
  if (reply === undefined) throw new Error("The extension did not answer. Reload the page, then click its icon again.");
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.output;
}
