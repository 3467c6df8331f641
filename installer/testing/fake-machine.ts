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
import type { Values } from "../cli/arguments.js";
import type { Terminal } from "../cli/terminal.js";
import type { Command } from "../init/run.js";
import { type Machine, onDisk, type Platform } from "../machine.js";

/** A machine of any platform inside a temporary folder, with a project in it. */
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
  remove(): void;
}

const homes: Readonly<Record<Platform, string>> = { linux: "/home/ana", darwin: "/Users/ana", win32: "C:\\Users\\Ana Müller" };

export function fakeMachine(platform: Platform, env: Record<string, string> = {}): FakeMachine {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "svc-machine-")));
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
    command: (values) => command(machine, project, values),
    tree: () => treeOf(folder),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function command(machine: Machine, project: string, values: Values) {
  const lines: string[] = [];
  const objects: unknown[] = [];
  const terminal: Terminal = {
    print: (line) => void lines.push(line),
    printError: (text) => void lines.push(text),
    json: (value) => void objects.push(value),
    confirm: async () => true,
    paint: (_colour, text) => text,
  };
  const programs = { node: process.execPath, server: "/opt/svc/dist/server.js", http: "/opt/svc/dist/http.js", isTemporary: false };
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
  const script = `
    const { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync, mkdirSync } = require("node:fs");
    const [verb, key, ...rest] = process.argv.slice(2);
    mkdirSync(${JSON.stringify(join(folder, "registry"))}, { recursive: true });
    appendFileSync(${JSON.stringify(join(folder, "reg-calls"))}, JSON.stringify([verb, key, ...rest]) + "\\n");
    const file = ${JSON.stringify(`${folder}/registry/`)} + encodeURIComponent(key);
    if (verb === "ADD") writeFileSync(file, rest[rest.indexOf("/d") + 1]);
    else if (!existsSync(file)) { console.error("ERROR: The system was unable to find the key."); process.exit(1); }
    else if (verb === "QUERY") console.log("\\r\\n" + key + "\\r\\n    (Standard)    REG_SZ    " + readFileSync(file, "utf8") + "\\r\\n");
    else rmSync(file);
  `;
  return `#!${process.execPath}\n${script}`;
}

/** A stand-in for cmd.exe that knows one thing: with `/u` its `set` lists the variables in UTF-16. */
export function fakeShell(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\r\n`);
  const script = `
    if (process.argv.slice(2).join(" ") !== "/d /u /c set") process.exit(1);
    process.stdout.write(Buffer.from(${JSON.stringify(lines.join(""))}, "utf16le"));
  `;
  return `#!${process.execPath}\n${script}`;
}
