import type { Browser, Runtime } from "webextension-polyfill";
import type { CommandName, Commands, Reply } from "./messages.js";

/** What a content script needs returns promises in every browser: the polyfill's ten kilobytes would be paid at each click. */
export const browser: Pick<Browser, "runtime"> = platform();

/** Firefox names it `browser`, Chrome `chrome`. An element of the page with that name would be found as a property that is not the global's own. */
function platform(): Pick<Browser, "runtime"> {
  return Reflect.get(globalThis, Object.hasOwn(globalThis, "browser") ? "browser" : "chrome");
}

/** Runs a command of the background for a page, by default this document's. Rejects with words for the user. */
export async function ask<N extends CommandName>(
  command: N,
  input: Commands[N]["input"],
  pageUrl = location.href,
): Promise<Commands[N]["output"]> {
  if (isReplaced()) throw new Error(replacedText);
  const reply: Reply<N> | undefined = await browser.runtime.sendMessage({ command, pageUrl, ...input });
  if (reply === undefined) throw new Error("The extension did not answer. Reload the page, then click its icon again.");
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.output;
}

/** What was typed in the last moment before an update may not have been stored. */
export const replacedTodo = "Click its icon to go on here: what you wrote until a moment before is kept.";
export const replacedText = `svc was updated. ${replacedTodo}`;

/** Runs `onAsleep` when a port was lost, and after an update, when there is nobody to connect with, which this context knows a moment later, `onReplaced`. */
export function whenLost(port: Runtime.Port, onAsleep: () => void, onReplaced: () => unknown = () => undefined): void {
  port.onDisconnect.addListener(() => void setTimeout(() => (isReplaced() ? onReplaced() : onAsleep()), settleMs));
}

const settleMs = 100;

/** The extension was loaded anew: Chrome takes the id away from what it ran before, and Firefox the object itself. */
export function isReplaced(): boolean {
  try {
    return browser.runtime.id === undefined;
  } catch {
    return true;
  }
}
