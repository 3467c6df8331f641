import { agentNames } from "../agents/agents.js";
import { browserNames } from "../browsers/browsers.js";
import type { CommandName } from "./arguments.js";
import { wrapLine } from "./wrap.js";

const common = `
  --project DIR   the project; default: upward from here to a .svc folder, else to the repository's root, else here
  --json          one JSON object on stdout
  --help          this text
  --version       the version

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

const texts: Readonly<Record<CommandName, string>> = {
  init: `svc-init sets a project up: its .svc folder, the native host for your browsers, and the entry in your agents' configs. Running it again changes nothing that is right already.

Usage: svc-init [options]
       svc-init doctor | status | pair | trust | import | keep | uninstall   (each has --help)

  --url PATTERN           pages of this project: host, host:port or a file:// folder; may be given again
  --browser NAME          only this browser: ${browserNames.join(", ")}
  --host-manifest-dir DIR a further folder for the host manifest; in Firefox's form when it is called native-messaging-hosts or lies below Mozilla or LibreWolf, else in Chromium's
  --extension-id ID       let a further extension in, beside our own
  --agent NAME            only this agent: ${agentNames.join(", ")}
  --http                  start the HTTP server even when native messaging is there
  --no-start              start nothing
  --rotate-key            make a new session key; paired browsers must pair again
  --dry-run               show what would change, change nothing
  --yes                   do not ask
${common}

Example: svc-init --url localhost:5173 --agent claude-code`,
  doctor: `svc-init doctor checks each hop from the browser to the agent and names the command that mends a broken one.

Usage: svc-init doctor [options]

  --host-manifest-dir DIR a further folder where a host manifest should be
${common}
Here 1 also means: a hop is broken.

Example: svc-init doctor --json`,
  status: `svc-init status shows the registered projects, what runs for them and when the extension last called.

Usage: svc-init status [options]
${common}

Example: svc-init status`,
  pair: `svc-init pair prints the project's session key, to be pasted on the extension's options page. Only needed for signed HTTP, as under WSL. Whoever has the key can send captures to this project: treat it as a password.

Once a browser has paired, under WSL from the start, the project's HTTP server takes signed calls only; svc-init status shows it.

Usage: svc-init pair [options]

  --unsigned      take unsigned calls again, whoever has paired; until svc-init pair shows the key again
  --revoke        make a new key: each paired browser has to pair again
  --allow ORIGIN  let in one Firefox over unsigned HTTP: moz-extension://..., as the extension's sidebar shows it
${common}

Example: svc-init pair | clip.exe     (in WSL: onto the clipboard of Windows)`,
  trust: `svc-init trust shows what the project's .svc folder proposes: hosts to trust, automatic answers, what is stored with a capture, baselines. A repository may bring such a folder, so nothing of it counts until you accept it. What you set yourself, with svc-init or in the extension, counts at once; what you write into .svc/config.json by hand is a proposal too.

Usage: svc-init trust [options]

  --accept        take all of it
  --reject        leave all of it, and be asked again only when it changes
${common}

Example: svc-init trust --accept`,
  import: `svc-init import merges the notes of a downloaded report into the project, with the capture and the pictures they came with: a tester without an agent files for one who has. It says first what the report holds, and stores all of it or nothing. The notes stay the report's: agents and the sidebar name it, and nothing in it counts as your words until you take a note over. A note that is there already is merged, never doubled; doing it again changes nothing.

Usage: svc-init import REPORT [options]

  REPORT          the .zip that Download Report made, or the capture.json in it
  --url HOST      where you serve the report's pages, such as localhost:5173: there the sidebar shows the notes
  --yes           do not ask
${common}

Example: svc-init import ~/Downloads/svc-localhost-5173-cart.zip`,
  keep: `svc-init keep makes accepted notes cases of your project's tests: their elements and checks go into svc.notes.json, to be committed; a spec that calls testNotes() of svc-capture/playwright runs them all. A case is taken out by deleting its lines. Without NOTE all accepted notes are taken; those that are there stay as they are.

Usage: svc-init keep [NOTE]... [options]

  NOTE            id of an accepted note
${common}

Example: svc-init keep`,
  uninstall: `svc-init uninstall takes back what svc-init wrote for a project; with its last project everything. Files that you changed since are left alone and named.

Usage: svc-init uninstall [options]

  --all           for all projects
  --delete-data   also delete .svc folders that hold captures
  --dry-run       show what would go, change nothing
  --yes           do not ask
${common}

Example: svc-init uninstall --dry-run`,
};

/** The text of `--help`, in lines of at most `width` columns. */
export function helpFor(command: CommandName, width: number): string {
  const lines = texts[command].split("\n").map((line) => wrapLine(line, width, /^ {2}--\S+(?: \S+)? +/.exec(line)?.[0].length ?? 0));
  return `${lines.join("\n")}\n`;
}
