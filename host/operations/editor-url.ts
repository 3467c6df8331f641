import { readFile, realpath, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { resolvePath } from "../analysis/source/files.js";
import { makeTrueLines } from "../analysis/true-lines.js";
import { ServiceError } from "../contract/errors.js";
import type { EditorName } from "../contract/operations.js";
import { markedOf, placesOf, readPlace } from "../contract/stated-lines.js";
import { openGit } from "../store/git.js";
import { debugLog } from "../store/log.js";

/** Line and column count from 1. */
interface Position {
  readonly root: string;
  /** Below the root, with `/` between its parts. */
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/**
 * The schemes that editors register, and no others: what a page states becomes part of the address and never its scheme. VS Code, and its forks Cursor
 * and Windsurf, count lines and columns from 1, as `code --goto` does (https://code.visualstudio.com/docs/configure/command-line, "Opening VS Code with
 * URLs"); so does Zed, which reads the path of `zed://file` as its command line's (`OpenRequest::parse` in its `open_listener.rs`).
 */
const jetBrainsTools: { readonly [editor in EditorName]?: string } = { idea: "idea", webstorm: "web-storm" };

function editorUrlOf(editor: EditorName, position: Position): string {
  const tool = jetBrainsTools[editor];
  return tool === undefined ? `${editor}://file${placeOf(position)}` : jetBrains(tool, position);
}

/**
 * The address with which an editor opens a source as captures name it, and the place that it opens: the first that the project has, at its line
 * on the disk. `marked`: what the page states of the other tags in the source's files. Throws ServiceError `not-found` unless it is a
 * regular file of the project, not behind a link that leads out of it.
 */
export async function inEditor(
  root: string,
  { source, marked = "", editor }: { source: string; marked: string | undefined; editor: EditorName },
): Promise<{ editorUrl: string; opened: string }> {
  const listed = new Set(await (await openGit(root))?.files());
  const tags = markedOf(marked);
  for (const [at, stated] of placesOf(source).entries()) {
    const { path: named } = readPlace(stated);
    const path = await findFile(root, named, listed);
    if (path === undefined) continue;
    const trueLine = makeTrueLines({ fileOf: () => path, read: () => textOf(root, path), marked: new Map([[named, tags[at] ?? []]]) });
    const { line, column } = readPlace((await trueLine(stated)) ?? "");
    const place = { line: atLeastOne(line), column: atLeastOne(column) };
    return { editorUrl: editorUrlOf(editor, { root, path, ...place }), opened: path + suffix(place) };
  }
  throw new ServiceError(
    "not-found",
    "The project has no file that this source names. Only files of the page's own project are opened: is the page another project's?",
  );
}

/** By git's list where there is one, since a build tool may count from another folder; else from the project's root. */
async function findFile(root: string, stated: string, listed: ReadonlySet<string>): Promise<string | undefined> {
  const parts = stated
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  const candidates = [resolvePath(stated, listed), ...parts.map((_, skip) => parts.slice(skip).join("/"))];
  for (const path of candidates) if (path !== undefined && (await isFileOf(root, path))) return path;
  return undefined;
}

const fileMaxBytes = 512 * 1024;

/** The text of a file of the project; undefined where it is too long to be a source. */
async function textOf(root: string, path: string): Promise<string | undefined> {
  const file = join(root, path);
  return (await stat(file)).size > fileMaxBytes ? undefined : readFile(file, "utf8");
}

async function isFileOf(root: string, path: string): Promise<boolean> {
  if (/(^|\/)\.\.?(\/|$)|^[a-z]:|^~|\0/i.test(path)) return false;
  try {
    const [home, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    const within = relative(home, file);
    const isInside = within !== "" && !within.startsWith("..") && !within.split(sep).some((part) => part === ".git" || part === ".svc");
    return isInside && (await stat(file)).isFile();
  } catch (error) {
    debugLog(`a source was not found: ${error instanceof Error && "code" in error ? String(error.code) : "unknown"}`);
    return false;
  }
}

function atLeastOne(number: number | undefined): number | undefined {
  return number === undefined || number < 1 ? undefined : number;
}

/** `/folder/file:12:5`; on Windows `/C:/folder/file:12:5`. */
function placeOf(position: Position): string {
  const whole = join(position.root, position.path).replaceAll("\\", "/");
  return encoded(whole.startsWith("/") ? whole : `/${whole}`) + suffix(position);
}

/**
 * JetBrains Toolbox finds the project by the name of its folder. The IDE takes line and column as its own `LogicalPosition`, which counts from 0
 * (`executeLocalNavigation` in intellij-community's `MonolithProtocolNavigationProcessor.kt`; JetBrains' own browser extension subtracts 1 too).
 */
function jetBrains(tool: string, position: Position): string {
  const project = encodeURIComponent(basename(position.root));
  return `jetbrains://${tool}/navigate/reference?project=${project}&path=${encoded(position.path)}${suffix(position, 0)}`;
}

/** `first`: what the first line and column are counted as. */
function suffix({ line, column }: Pick<Position, "line" | "column">, first = 1): string {
  return line === undefined ? "" : `:${line - 1 + first}${column === undefined ? "" : `:${column - 1 + first}`}`;
}

function encoded(path: string): string {
  return path
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/^\/([a-z])%3A/i, "/$1:");
}
