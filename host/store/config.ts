import { ALLOWED_CONFIG_KEYS, type Config, type ConfigChange, configChangeSchema, configSchema } from "../contract/config.js";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import { claimsPage, learnablePattern } from "../contract/routing.js";
import { writeInside } from "./atomic-write.js";
import type { StoreContext } from "./context.js";
import { parseJson } from "./failures.js";
import { readInside } from "./folder.js";

export interface ConfigStore {
  /**
   * The configuration with defaults filled. What is invalid in the file is told in the log: a value reads as its default, a pattern is
   * left out.
   */
  get(): Promise<Config>;
  /** What is invalid in the file, in words for its user: the whole or the names of keys. */
  problems(): Promise<readonly string[]>;
  /** Merges; keys that the user added by hand stay. Throws `conflict` when the file on disk is not readable JSON. */
  update(change: ConfigChange): Promise<Config>;
  /** Adds the pattern of a loopback or file:// page that the project does not claim yet; gives the pattern when one was added. */
  learn(pageUrl: string): Promise<string | undefined>;
  /** The file as it stands, to see whether it changed; empty when there is none. */
  text(): Promise<string>;
}

type Json = Readonly<Record<string, unknown>>;

const fileName = "config.json";
const fileMaxBytes = 1024 * 1024;

export function openConfig({ layout, log, locked }: StoreContext): ConfigStore {
  const text = async () => (await readInside(layout.store, fileName, fileMaxBytes)) ?? "";

  async function read(): Promise<{ config: Config; problems: readonly string[] }> {
    const raw = objectOf(await text());
    const problems = raw === undefined ? ["config.json is not a JSON object: the defaults hold until it is repaired"] : [];
    const config = usable(raw ?? {}, (key) =>
      problems.push(`config.json: the value of ${key} is not allowed or not all of it; the rest holds`),
    );
    return { config, problems };
  }

  async function get(): Promise<Config> {
    const { config, problems } = await read();
    problems.forEach(log);
    return config;
  }

  /** `edit` says what to change, of what holds and of what the file has; undefined for nothing. */
  async function change(edit: (now: Config, raw: Json) => Json | undefined): Promise<Config> {
    return locked("config", async () => {
      const raw = objectOf(await text());
      if (raw === undefined) {
        throw new ServiceError("conflict", "The project's `.svc/config.json` is not a JSON object. Repair or remove it, then try again.");
      }
      const wanted = edit(usable(raw), raw);
      if (wanted === undefined) return usable(raw);
      const next = { ...raw, ...wanted };
      await writeInside(layout.store, fileName, `${JSON.stringify(next, undefined, 2)}\n`, { mode: 0o644 });
      return usable(next);
    });
  }

  async function learn(pageUrl: string): Promise<string | undefined> {
    const pattern = learnablePattern(pageUrl);
    const isNews = (config: Config) => !claimsPage(pageUrl, { ...config, projectRoot: layout.root });
    // Nearly always the page is known: then no lock is needed.
    if (pattern === undefined || !isNews(await get())) return undefined;
    let learned: string | undefined;
    await change((now, { urlPatterns }) => {
      const written: readonly unknown[] = Array.isArray(urlPatterns) ? urlPatterns : [];
      if (!isNews(now) || written.length >= limits.patternsMax) return undefined;
      learned = pattern;
      // A pattern that nobody understands is still the user's.
      return { urlPatterns: [...written, pattern] };
    });
    return learned;
  }

  return { get, text, learn, problems: async () => (await read()).problems, update: (wanted) => change(() => wanted) };
}

/** An absent file is an empty object; undefined for what is no object. */
function objectOf(text: string): Json | undefined {
  const raw = text.trim() === "" ? {} : parseJson(text);
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) ? { ...raw } : undefined;
}

function usable(raw: Json, onInvalid: (key: string) => void = () => undefined): Config {
  const valid = ALLOWED_CONFIG_KEYS.flatMap((key) => {
    const value = validPart(key, raw[key]);
    if (value !== raw[key]) onInvalid(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return configSchema.parse(Object.fromEntries(valid));
}

/** The value itself when it is valid; of a list its valid entries; else undefined. */
function validPart(key: string, value: unknown): unknown {
  const isValid = (part: unknown) => configChangeSchema.safeParse({ [key]: part }).success;
  if (isValid(value) || !Array.isArray(value)) return isValid(value) ? value : undefined;
  const entries = value.filter((entry) => isValid([entry])).slice(0, limits.patternsMax);
  return isValid(entries) ? entries : undefined;
}
