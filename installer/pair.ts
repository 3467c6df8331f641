import { join } from "node:path";
import { UsageError } from "../host/contract/errors.js";
import { storeFolderName } from "../host/contract/names.js";
import { sessionKeyFile } from "../host/store/project/session-key.js";
import { openPairings } from "../host/store/user/pairings.js";
import { openRegistry } from "../host/store/user/registry.js";
import { withStore } from "./init/project.js";
import { type Command, initContextOf } from "./init/run.js";
import { isWsl } from "./machine.js";

/** Prints the session key alone on stdout, to be piped; how to use it on stderr. `--unsigned`, `--revoke` and `--allow` print no key. */
export async function runPair(command: Command): Promise<number> {
  const { machine, terminal, values } = command;
  const origin = originOf(values.allow);
  const { root, stateFolder } = await initContextOf(command);
  const project = (await openRegistry(stateFolder).list()).find((one) => one.root === root);
  if (project === undefined) {
    const message = "This project is not set up. Run `svc-init` in it first.";
    terminal.json({ ok: false, errors: [message] });
    terminal.printError(message);
    return 1;
  }
  const pairings = openPairings(stateFolder, isWsl(machine));
  const { id, name } = project;
  const named = { id, name, root };
  const isUnsigned = values.unsigned === true;
  const isRevoked = values.revoke === true;
  if (origin !== undefined) await pairings.letIn(origin, "user");
  if (isUnsigned) await pairings.allowUnsigned(id, true);
  if (isRevoked) await withStore({ root, stateFolder }, (store) => store.sessionKey.rotate());
  if (origin !== undefined || isUnsigned || isRevoked) {
    const done = {
      ...(origin === undefined ? {} : { allowed: origin }),
      ...(isUnsigned ? { calls: "unsigned" } : {}),
      ...(isRevoked ? { revoked: true } : {}),
    };
    terminal.json({ ok: true, project: named, ...done });
    if (origin !== undefined) terminal.print(`let in  ${origin}`);
    if (isRevoked) terminal.print(`revoked  every pairing with "${name}": pair the browsers that you use again, with \`svc-init pair\``);
    if (isUnsigned) {
      terminal.print(
        `"${name}" takes unsigned calls over HTTP from now on, from every program of this machine. \`svc-init pair\` ends that.`,
      );
      terminal.print("A browser that has paired keeps signing until you forget the pairing on the extension's options page.");
    }
    return 0;
  }
  // Who asks for the key wants signed calls.
  await pairings.allowUnsigned(id, false);
  const key = await withStore({ root, stateFolder }, (store) => store.sessionKey.read());
  terminal.json({ ok: true, project: named, key });
  terminal.print(key);
  terminal.printError(`Paste this key on the extension's options page to pair it with "${name}". Treat it as a password.`);
  const distribution = machine.env["WSL_DISTRO_NAME"];
  if (distribution && isWsl(machine)) {
    const file = join(root, storeFolderName, sessionKeyFile).replaceAll("/", "\\");
    terminal.printError(
      `Windows may keep what was copied (Win+V); choosing the key's file there leaves no copy: \\\\wsl.localhost\\${distribution}${file}`,
    );
  }
  terminal.printError(
    "From then on, under WSL always, the project takes signed calls only over HTTP; `svc-init pair --unsigned` undoes that.",
  );
  return 0;
}

/** Throws UsageError for what is no origin of a Firefox extension. */
function originOf(text: string | undefined): string | undefined {
  if (text === undefined || /^moz-extension:\/\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text;
  throw new UsageError(
    `--allow ${text} is no Firefox extension's origin. The extension's sidebar shows the one to allow: moz-extension://…`,
  );
}
