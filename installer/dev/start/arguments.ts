import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseOptions } from "../../../host/command-line.js";
import { configChangeSchema } from "../../../host/contract/config.js";
import { UsageError } from "../../../host/contract/errors.js";

export const usage = `Usage: npm start -- [options]

Opens a demo page in a browser of its own with the extension loaded, and shows how your agent reads it.

  --headless      do the whole job without a window and print what the agent sees; so it is where there is no display
  --project DIR   a real project instead of the demo; --url says where its page is
  --url PATTERN   the page, for instance localhost:5173
  --help          this text

Example: npm start -- --project ../shop --url localhost:5173
`;

export interface StartOptions {
  readonly help: boolean;
  readonly headless: boolean;
  /** A real project and the page to open; undefined for the demo. */
  readonly real: { readonly root: string; readonly pattern: string; readonly pageUrl: string } | undefined;
}

const options = {
  help: { type: "boolean" },
  headless: { type: "boolean" },
  project: { type: "string" },
  url: { type: "string" },
} as const;

/** Reads the command line. Throws UsageError. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform): StartOptions {
  const { help = false, headless = false, project, url } = parseOptions(args, options).values;
  if ((project === undefined) !== (url === undefined))
    throw new UsageError("--project and --url go together: the folder, and where its page is.");
  const hasDisplay = platform !== "linux" || Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"]);
  const real = project === undefined || url === undefined ? undefined : { root: folderOf(project), pattern: url, pageUrl: pageOf(url) };
  return { help, headless: headless || !hasDisplay, real };
}

function folderOf(project: string): string {
  if (!existsSync(project)) throw new UsageError(`--project ${project} does not exist.`);
  return resolve(project);
}

/** A pattern may be a whole URL, or a host with or without a port. */
function pageOf(pattern: string): string {
  if (!configChangeSchema.safeParse({ urlPatterns: [pattern] }).success) throw new UsageError(`--url ${pattern} is no URL pattern.`);
  return /^[a-z]+:\/\//i.test(pattern) ? pattern : `http://${pattern}/`;
}
