import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cleanup } from "../../host/store/testing/temporary.js";
import type { Values } from "../cli/arguments.js";
import type { Terminal } from "../cli/terminal.js";
import type { Command } from "../init/run.js";
import { type Machine, onDisk, type Platform } from "../machine.js";
import type { Programs } from "../programs.js";

/** A machine of any platform inside a temporary folder, with a project in it; it goes after the test. */
export interface FakeMachine {
  readonly machine: Machine;
  readonly folder: string;
  readonly project: string;
  readonly stateFolder: string;
  /** Puts a file where the machine would have it; programs may be executed. Returns its place on the disk. */
  put(path: string, text?: string): string;
  /** A command as the program would get it, and its output. */
  command(values: Values): Command & { readonly lines: string[]; readonly objects: unknown[] };
  /** Every file below the folder with its content: path → text. */
  tree(): Map<string, string>;
}

const homes: Readonly<Record<Platform, string>> = { linux: "/home/ana", darwin: "/Users/ana", win32: "C:\\Users\\Ana Müller" };

export function fakeMachine(platform: Platform, env: Record<string, string> = {}): FakeMachine {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "svc-machine-")));
  cleanup(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const home = homes[platform];
  const stateFolder = join(folder, "state");
  const windows = {
    ProgramFiles: "C:\\Program Files",
    "ProgramFiles(x86)": "C:\\Program Files (x86)",
    LOCALAPPDATA: `${home}\\AppData\\Local`,
    APPDATA: `${home}\\AppData\\Roaming`,
    SystemRoot: "C:\\Windows",
  };
  const machine: Machine = {
    platform,
    env: { SVC_HOME: stateFolder, SVC_PORTS: process.env["SVC_PORTS"], PATH: "", ...(platform === "win32" ? windows : {}), ...env },
    home,
    root: join(folder, "disk"),
  };
  const project = join(folder, "project");
  mkdirSync(project);
  mkdirSync(onDisk(machine, home), { recursive: true });
  const put = (path: string, text = "") => {
    const place = onDisk(machine, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    chmodSync(place, 0o755);
    return place;
  };
  if (platform === "win32") put("C:\\Windows\\System32\\reg.exe", fakeRegistry(folder));
  return {
    machine,
    folder,
    project,
    stateFolder,
    put,
    command: (values) => command(machine, project, values, fakePrograms),
    tree: () => treeOf(folder),
  };
}

const fakePrograms: Programs = {
  node: process.execPath,
  server: "/opt/svc/dist/server.js",
  http: "/opt/svc/dist/http.js",
  isTemporary: false,
};

/** A command on a project as a program would get it, which starts nothing, and its output. */
export function command(machine: Machine, project: string, values: Values, programs: Programs) {
  const lines: string[] = [];
  const objects: unknown[] = [];
  const terminal: Terminal = {
    print: (line) => void lines.push(line),
    printError: (text) => void lines.push(text),
    json: (value) => void objects.push(value),
    confirm: async () => true,
    paint: (_colour, text) => text,
  };
  return { machine, programs, terminal, values: { project, "no-start": true, ...values }, lines, objects };
}

/** Lock files and logs come and go by themselves. */
function treeOf(folder: string): Map<string, string> {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (/^reg-calls$|^registry$/.test(name)) continue;
    if (entry.isSymbolicLink()) tree.set(name, `→ ${readlinkSync(path)}`);
    else tree.set(name, entry.isDirectory() ? "folder" : readFileSync(path, "utf8"));
  }
  return tree;
}

/** The calls that the stand-in for reg.exe got. */
export function registryCalls({ folder }: FakeMachine): string[][] {
  const file = join(folder, "reg-calls");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A stand-in for reg.exe: keeps values in files, writes down each call as a JSON list of its arguments. */
export function fakeRegistry(folder: string): string {
  return `#!/bin/sh
folder='${folder}' verb=$1 key=$2
mkdir -p "$folder/registry"
printf '[%s]\\n' "$(printf '%s\\n' "$@" | sed -e 's/[\\\\"]/\\\\&/g' -e 's/.*/"&"/' | paste -s -d , -)" >> "$folder/reg-calls"
file="$folder/registry/$(printf '%s' "$key" | sed -e 's/\\\\/%5C/g' -e 's/ /%20/g')"
if [ "$verb" = ADD ]; then
  while [ "$1" != /d ]; do shift; done
  printf '%s' "$2" > "$file"
elif [ ! -e "$file" ]; then
  echo 'ERROR: The system was unable to find the key.' >&2
  exit 1
elif [ "$verb" = QUERY ]; then
  printf '\\r\\n%s\\r\\n    (Standard)    REG_SZ    %s\\r\\n\\n' "$key" "$(cat "$file")"
else
  rm "$file"
fi
`;
}
