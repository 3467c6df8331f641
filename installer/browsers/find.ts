import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { expandPath, findCommand, type Machine, onDisk } from "../machine.js";
import { type BrowserName, type BrowserPlace, browserNames, browserPlace } from "./browsers.js";

/** How a browser was installed; sandboxed ones cannot start programs outside, so native messaging is out of their reach. */
export type Packaging = "plain" | "snap" | "flatpak";

export interface FoundBrowser {
  readonly name: BrowserName;
  readonly packaging: Packaging;
  /** The program as the platform writes it; for Flatpak the application's id. */
  readonly program: string;
}

/** Every browser of the record that is installed, in the record's order; one installed twice is listed twice. */
export function findBrowsers(machine: Machine): FoundBrowser[] {
  return browserNames.flatMap((name) => findBrowser(machine, name));
}

function findBrowser(machine: Machine, name: BrowserName): FoundBrowser[] {
  const place = browserPlace(name, machine.platform);
  if (place === undefined) return [];
  const found: FoundBrowser[] = [];
  const program = plainProgram(machine, place);
  if (program !== undefined) found.push({ name, packaging: "plain", program });
  const snap = place.snap === undefined ? undefined : `/snap/bin/${place.snap}`;
  if (snap !== undefined && existsSync(onDisk(machine, snap))) found.push({ name, packaging: "snap", program: snap });
  if (place.flatpak !== undefined && isFlatpakInstalled(machine, place.flatpak)) {
    found.push({ name, packaging: "flatpak", program: place.flatpak });
  }
  return found;
}

function plainProgram(machine: Machine, { programs, commands = [] }: BrowserPlace): string | undefined {
  const fixed = programs.map((template) => expandPath(machine, template)).filter((path) => path !== undefined);
  const onPath = commands.map((command) => findCommand(machine, command)).filter((path) => path !== undefined);
  return [...fixed, ...onPath].find((path) => isProgram(machine, path) && !leadsToSandbox(machine, path));
}

function isProgram(machine: Machine, path: string): boolean {
  const disk = onDisk(machine, path);
  // On macOS a program is a folder.
  return existsSync(disk) && (machine.platform === "darwin" || statSync(disk).isFile());
}

/** Ubuntu's /usr/bin/firefox is a script that starts the Snap; /snap/bin and Flatpak's exports may stand on PATH, too. */
function leadsToSandbox(machine: Machine, path: string): boolean {
  const sandboxed = /^\/snap\/|\/flatpak\/exports\//;
  if (machine.platform !== "linux") return false;
  const disk = onDisk(machine, path);
  if (sandboxed.test(path) || sandboxed.test(realpathSync(disk))) return true;
  const start = firstBytes(disk);
  return start.startsWith("#!") && /\/snap\/bin\/|snap install|flatpak run/.test(start);
}

function firstBytes(path: string): string {
  const buffer = Buffer.alloc(4_096);
  const file = openSync(path, "r");
  try {
    return buffer.toString("latin1", 0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}

function isFlatpakInstalled(machine: Machine, id: string): boolean {
  const user = expandPath(machine, "~/.local/share/flatpak/app");
  return ["/var/lib/flatpak/app", ...(user === undefined ? [] : [user])].some((folder) => existsSync(onDisk(machine, `${folder}/${id}`)));
}
