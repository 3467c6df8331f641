import { UsageError } from "../host/contract/errors.js";
import { openPairings } from "../host/store/user/pairings.js";
import { openRegistry } from "../host/store/user/registry.js";
import { withStore } from "./init/project.js";
import { type Command, initContextOf } from "./init/run.js";

/**
 * Prints the project's session key, alone on stdout so that it can be piped; how to use it goes to stderr. `--unsigned` allows unsigned calls
 * again after a browser has paired, `--allow ORIGIN` lets in one Firefox installation: both print no key.
 */
export async function runPair(command: Command): Promise<number> {
  const { terminal, values } = command;
  const origin = originOf(values.allow);
  const isUnsigned = values.unsigned === true;
  const { root, stateFolder } = await initContextOf(command);
  const project = (await openRegistry(stateFolder).list()).find((one) => one.root === root);
  if (project === undefined) {
    const message = "This project is not set up. Run `svc-init` in it first.";
    terminal.json({ ok: false, errors: [message] });
    terminal.printError(message);
    return 1;
  }
  const pairings = openPairings(stateFolder);
  const named = { id: project.id, name: project.name, root };
  if (origin !== undefined) await pairings.letIn(origin, "user");
  if (isUnsigned) await pairings.allowUnsigned(project.id, true);
  if (origin !== undefined || isUnsigned) {
    terminal.json({
      ok: true,
      project: named,
      ...(origin === undefined ? {} : { allowed: origin }),
      ...(isUnsigned ? { calls: "unsigned" } : {}),
    });
    if (origin !== undefined) terminal.print(`let in  ${origin}`);
    if (isUnsigned) {
      terminal.print(
        `"${project.name}" takes unsigned calls over HTTP from now on, from every program of this machine. \`svc-init pair\` ends that.`,
      );
      terminal.print("A browser that has paired keeps signing until you forget the pairing on the extension's options page.");
    }
    return 0;
  }
  // Who asks for the key wants signed calls.
  await pairings.allowUnsigned(project.id, false);
  const key = await withStore({ root, stateFolder }, (store) => store.sessionKey.read());
  terminal.json({ ok: true, project: named, key });
  terminal.print(key);
  terminal.printError(`Paste this key on the extension's options page to pair it with "${project.name}". Treat it as a password.`);
  terminal.printError("Once a browser has paired, the project takes signed calls only over HTTP; `svc-init pair --unsigned` undoes that.");
  return 0;
}

/** Throws UsageError for what is no origin of a Firefox extension. */
function originOf(text: string | undefined): string | undefined {
  if (text === undefined || /^moz-extension:\/\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text;
  throw new UsageError(
    `--allow ${text} is no Firefox extension's origin. The extension's sidebar shows the one to allow: moz-extension://…`,
  );
}
