import { parseOptions } from "../../host/command-line.js";
import { configUpdateSchema } from "../../host/contract/config.js";
import { UsageError } from "../../host/contract/errors.js";
import { whyTooWide } from "../../host/store/project/wide-patterns.js";
import type { ExtensionIds } from "../native/manifest.js";

export const commands = ["init", "doctor", "status", "pair", "trust", "import", "keep", "uninstall"] as const;
export type CommandName = (typeof commands)[number];

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;

const options = {
  ...{ project: text, json: flag, help: flag, version: flag },
  ...{ url: texts, browser: texts, "host-manifest-dir": texts, "extension-id": texts, agent: texts },
  ...{ http: flag, "no-start": flag, "dry-run": flag, yes: flag, "rotate-key": flag },
  ...{ unsigned: flag, revoke: flag, allow: text, accept: flag, reject: flag, all: flag, "delete-data": flag },
} as const;
type OptionName = keyof typeof options;

/** Options of every command, then of each. */
const shared = ["project", "json", "help", "version"] as const;
const optionsOf: Readonly<Record<CommandName, readonly OptionName[]>> = {
  init: [
    ...(["url", "browser", "host-manifest-dir", "extension-id", "agent"] as const),
    ...(["http", "no-start", "dry-run", "yes", "rotate-key"] as const),
  ],
  doctor: ["host-manifest-dir"],
  status: [],
  pair: ["unsigned", "revoke", "allow"],
  trust: ["accept", "reject"],
  import: ["url", "yes"],
  keep: [],
  uninstall: ["all", "delete-data", "dry-run", "yes"],
};

export type Values = Readonly<ReturnType<typeof parseOptions<typeof options>>["values"]>;

/** What was asked for, its form checked: unknown commands and options throw UsageError. */
export function readArguments(args: readonly string[]): { command: CommandName; values: Values; operands: readonly string[] } {
  const named = commands.find((command) => command === args[0] && command !== "init");
  const rest = named === undefined ? args : args.slice(1);
  const command = named ?? "init";
  const allowed = Object.fromEntries([...shared, ...optionsOf[command]].map((name) => [name, options[name]]));
  const { values, positionals } = parseOptions(rest, allowed as typeof options, true);
  const [word] = positionals;
  if (word !== undefined && command !== "import" && command !== "keep") {
    const others = commands.filter((one) => one !== "init").join(", ");
    const meant = commands.find((one) => isNear(word, one));
    throw new UsageError(
      `"${word}" is no command${meant === undefined ? "." : `: did you mean ${meant}?`} Allowed: ${others}, or none to set a project up.`,
    );
  }
  return { command, values, operands: positionals };
}

/** Whether a word is a name with one letter changed, missing, doubled or swapped. */
function isNear(word: string, name: string): boolean {
  const without = (text: string) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1));
  return without(word).some((one) => one === name || without(name).includes(one)) || without(name).includes(word);
}

/** The names given for an option, each one of a record's; undefined when none was given. */
export function namesOf<N extends string>(values: Values, option: "browser" | "agent", names: readonly N[]): readonly N[] | undefined {
  return values[option]?.map((word) => {
    const name = names.find((one) => one === word.toLowerCase());
    if (name === undefined) throw new UsageError(`--${option} ${word} is unknown. Allowed: ${names.join(", ")}.`);
    return name;
  });
}

/** The URL patterns given, each checked by the same rule that guards the configuration. */
export async function urlsOf(values: Values): Promise<readonly string[]> {
  const { url: urls = [] } = values;
  for (const url of urls) {
    const checked = configUpdateSchema.safeParse({ urlPatterns: [url] });
    const why = checked.success ? await whyTooWide(url) : (checked.error.issues[0]?.message ?? "is no URL pattern");
    if (why !== undefined) throw new UsageError(`--url ${url} ${why}.`);
  }
  return urls;
}

/** Extension ids by family: 32 letters a–p are Chromium's, everything with an @ or in braces is Firefox's. */
export function extensionIdsOf(values: Values): ExtensionIds {
  const { "extension-id": ids = [] } = values;
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
