import type { ParseArgsConfig } from "node:util";
import { parseOptions } from "../../host/command-line.js";
import { configChangeSchema } from "../../host/contract/config.js";
import { UsageError } from "../../host/contract/errors.js";
import { whyTooWide } from "../../host/store/project/wide-patterns.js";
import { agentNames } from "../agents/agents.js";
import { browserNames } from "../browsers/browsers.js";
import type { ExtensionIds } from "../native/manifest.js";

export const commands = ["init", "doctor", "status", "pair", "trust", "import", "uninstall"] as const;
export type CommandName = (typeof commands)[number];

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

/** Options of every command, then of each. */
const shared = { project: text, json: flag, help: flag, version: flag } as const;
const optionsOf = {
  init: {
    url: texts,
    browser: texts,
    "host-manifest-dir": texts,
    "extension-id": texts,
    agent: texts,
    http: flag,
    "no-start": flag,
    "dry-run": flag,
    yes: flag,
    "rotate-key": flag,
    "wsl-bridge": flag,
  },
  doctor: { "host-manifest-dir": texts, network: flag },
  status: {},
  pair: { unsigned: flag, allow: text },
  trust: { accept: flag, reject: flag },
  import: {},
  uninstall: { all: flag, "delete-data": flag, "dry-run": flag, yes: flag },
} as const satisfies Record<CommandName, object>;

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** What was asked for, its form checked: unknown commands and options throw UsageError. */
export function readArguments(args: readonly string[]): { command: CommandName; values: Values; operands: readonly string[] } {
  const named = commands.find((command) => command === args[0] && command !== "init");
  const rest = named === undefined ? args : args.slice(1);
  const command = named ?? "init";
  const options: NonNullable<ParseArgsConfig["options"]> = { ...shared, ...optionsOf[command] };
  const { values, positionals } = parseOptions(rest, options, true);
  const [word] = positionals;
  if (word !== undefined && command !== "import") {
    const others = commands.filter((one) => one !== "init").join(", ");
    throw new UsageError(`"${word}" is no command. Allowed: ${others}, or none to set a project up.`);
  }
  return { command, values, operands: positionals };
}

export function isOn(values: Values, name: string): boolean {
  return values[name] === true;
}

export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

/** The names given for an option, each one of a record's; undefined when none was given. */
export function namesOf<N extends string>(values: Values, option: string, names: readonly N[]): readonly N[] | undefined {
  const requested = textsOf(values, option);
  if (requested.length === 0) return undefined;
  return requested.map((word) => {
    const name = names.find((one) => one === word.toLowerCase());
    if (name === undefined) throw new UsageError(`--${option} ${word} is unknown. Allowed: ${names.join(", ")}.`);
    return name;
  });
}

export const browsersOf = (values: Values) => namesOf(values, "browser", browserNames);
export const agentsOf = (values: Values) => namesOf(values, "agent", agentNames);

/** The URL patterns given, each checked by the same rule that guards the configuration. */
export async function urlsOf(values: Values): Promise<readonly string[]> {
  const urls = textsOf(values, "url");
  for (const url of urls) {
    const checked = configChangeSchema.safeParse({ urlPatterns: [url] });
    const why = checked.success ? await whyTooWide(url) : (checked.error.issues[0]?.message ?? "is no URL pattern");
    if (why !== undefined) throw new UsageError(`--url ${url} ${why}.`);
  }
  return urls;
}

/** Extension ids by family: 32 letters a–p are Chromium's, everything with an @ or in braces is Firefox's. */
export function extensionIdsOf(values: Values): ExtensionIds {
  const ids = textsOf(values, "extension-id");
  const chromium = ids.filter((id) => /^[a-p]{32}$/.test(id));
  const firefox = ids.filter((id) => /^[\w.-]*@[\w.-]+$|^\{[0-9a-f-]{36}\}$/i.test(id));
  const unknown = ids.find((id) => !chromium.includes(id) && !firefox.includes(id));
  if (unknown !== undefined) {
    throw new UsageError(
      `--extension-id ${unknown} is none. Allowed: 32 letters from a to p (Chromium), or name@host or {uuid} (Firefox).`,
    );
  }
  return { chromium, firefox };
}
