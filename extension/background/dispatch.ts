import { ServiceError, toErrorBody } from "../../host/contract/errors.js";
import type { CommandName, Reply } from "../messages.js";
import { TransportError } from "../transport/transport.js";
import { type Context, commands } from "./commands.js";
import { pageUrlOf, type Sender } from "./senders.js";

/** Runs a message's command and returns the response. Never rejects: errors are serialised. */
export async function answer(context: Context, message: unknown, sender: Sender): Promise<Reply<CommandName>> {
  try {
    if (!isMessage(message)) throw new ServiceError("not-found", "The extension knows no such command. Reload the page and try again.");
    return { ok: true, output: await run(context, message, sender) };
  } catch (error) {
    return { ok: false, ...toErrorBody(tellable(error)) };
  }
}

async function run(context: Context, message: Message, sender: Sender): Promise<unknown> {
  // The table binds each name to its own input; the compiler cannot follow the name through a union.
  const command = commands[message.command] as {
    readonly from: Sender["kind"];
    run(context: Context, input: unknown, page?: { readonly tabId: number; readonly url: string }): Promise<unknown>;
  };
  if (command.from !== sender.kind) throw new ServiceError("forbidden-origin", "This command is not for this part of the extension.");
  if (sender.kind === "extension") return command.run(context, message);
  const { tabId } = sender;
  const confirmed = sender.kind === "page" ? sender.url : (await context.sidebars.get(tabId)).confirmedUrl;
  return command.run(context, message, { tabId, url: pageUrlOf(confirmed, String(message.pageUrl)) });
}

interface Message {
  readonly command: CommandName;
  readonly pageUrl?: unknown;
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "command" in value && Object.hasOwn(commands, String(value.command));
}

/** Messages of transport errors are written for the user; others are logged to the extension's console only. */
function tellable(error: unknown): unknown {
  if (error instanceof TransportError) return new ServiceError("no-match", error.message, { cause: error });
  if (!(error instanceof ServiceError)) console.error(error);
  return error;
}
