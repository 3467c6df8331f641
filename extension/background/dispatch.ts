import { ServiceError, toErrorBody } from "../../host/contract/errors.js";
import type { CommandName, Message, Reply } from "../messages.js";
import { TransportError } from "../transport/transport.js";
import { type Context, commands } from "./commands.js";
import type { Speaker } from "./senders.js";

/** Runs a message's command and gives what goes back. Never rejects: errors travel as their wire form. */
export async function answer(context: Context, message: unknown, speaker: Speaker): Promise<Reply<CommandName>> {
  try {
    if (!isMessage(message)) throw new ServiceError("not-found", "The extension knows no such command. Reload the page and try again.");
    return { ok: true, output: await run(context, message, speaker) };
  } catch (error) {
    return { ok: false, ...toErrorBody(tellable(error)) };
  }
}

function run(context: Context, message: Message, speaker: Speaker): Promise<unknown> {
  // The table binds each name to its own input; the compiler cannot follow the name through a union.
  const command = commands[message.command] as {
    readonly from: "page" | "extension" | "both";
    run(context: Context, input: unknown, speaker: Speaker): Promise<unknown>;
  };
  if (command.from !== "both" && command.from !== speaker.kind) {
    throw new ServiceError("forbidden-origin", "This command is not for this part of the extension.");
  }
  return command.run(context, message, speaker);
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "command" in value && Object.hasOwn(commands, String(value.command));
}

/** Transport errors are our own words, fit for the user; others stay hidden, and the console of the extension has them. */
function tellable(error: unknown): unknown {
  if (error instanceof TransportError) return new ServiceError("no-match", error.message, { cause: error });
  if (!(error instanceof ServiceError)) console.error(error);
  return error;
}
