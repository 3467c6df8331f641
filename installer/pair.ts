import { openRegistry } from "../host/store/registry.js";
import { withStore } from "./init/project.js";
import { type Command, surroundingsOf } from "./init/run.js";

/** Prints the project's session key, alone on stdout so that it can be piped; how to use it goes to stderr. */
export async function runPair(command: Command): Promise<number> {
  const { root, stateFolder } = await surroundingsOf(command);
  const project = (await openRegistry(stateFolder).list()).find((one) => one.root === root);
  if (project === undefined) {
    const message = "This project is not set up. Run `svc-init` in it first.";
    command.terminal.json({ ok: false, errors: [message] });
    command.terminal.complain(message);
    return 1;
  }
  const key = await withStore(root, (store) => store.sessionKey.read());
  command.terminal.json({ ok: true, project: { id: project.id, name: project.name, root }, key });
  command.terminal.say(key);
  command.terminal.complain(`Paste this key on the extension's options page to pair it with "${project.name}". Treat it as a password.`);
  return 0;
}
