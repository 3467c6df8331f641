import type { Platform } from "../machine.js";

/** What the wrapper starts, all of it as absolute paths: a browser hands its host neither a PATH nor variables of a shell. */
export interface HostCommand {
  readonly node: string;
  readonly server: string;
  /** The per-user state folder; written down because the browser may have been started without SVC_HOME. */
  readonly stateFolder: string;
}

export const wrapperName = (platform: Platform): string => (platform === "win32" ? "native-host.cmd" : "native-host.sh");

/** Expands nothing. On Unix the browser's arguments are passed on, by cmd not. Throws RangeError for a path that no shell carries. */
export function wrapperText(platform: Platform, command: HostCommand): string {
  return platform === "win32" ? cmdText(command) : shText(command);
}

function shText({ node, server, stateFolder }: HostCommand): string {
  return `#!/bin/sh
# Starts the native host of svc for a browser. Written by svc-init.
SVC_HOME=${shQuote(stateFolder)}
export SVC_HOME
exec ${shQuote(node)} ${shQuote(server)} --native-host "$@"
`;
}

/** Between single quotes a POSIX shell expands nothing; a single quote itself is closed, escaped and opened again. */
export function shQuote(text: string): string {
  if (text.includes("\0")) throw new RangeError("A path holds a NUL character.");
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function cmdText({ node, server, stateFolder }: HostCommand): string {
  const commands = [`set "SVC_HOME=${cmdEscape(stateFolder)}"`, `"${cmdEscape(node)}" "${cmdEscape(server)}" --native-host`];
  const lines = [
    "@echo off",
    "rem Starts the native host of svc for a browser. Written by svc-init.",
    // With delayed expansion a path's exclamation marks would be eaten.
    "setlocal DisableExtensions DisableDelayedExpansion",
    // cmd reads a batch file in the console's code page; 65001 is UTF-8.
    ...(commands.every((one) => /^[\x20-\x7e]*$/.test(one)) ? [] : ['"%SystemRoot%\\System32\\chcp.com" 65001 >nul']),
    ...commands,
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** Between double quotes only the percent sign is special; Windows paths can hold neither quotes nor line breaks. */
function cmdEscape(text: string): string {
  if (/["\r\n\0]/.test(text)) throw new RangeError("A path holds a character that Windows does not allow in paths.");
  return text.replaceAll("%", "%%");
}

/** What a wrapper starts; undefined when its text is not one of ours. */
export function readWrapper(text: string): { readonly node: string; readonly server: string } | undefined {
  const quoted = "('(?:[^']|'\\\\'')*')";
  const sh = new RegExp(`^exec ${quoted} ${quoted} --native-host`, "m").exec(text);
  const cmd = /^"([^"]+)" "([^"]+)" --native-host/m.exec(text);
  const [, node, server] =
    sh?.map((path) => path.slice(1, -1).replaceAll("'\\''", "'")) ?? cmd?.map((path) => path.replaceAll("%%", "%")) ?? [];
  return node === undefined || server === undefined ? undefined : { node, server };
}
