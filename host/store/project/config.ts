import {
  ALLOWED_CONFIG_KEYS,
  type Config,
  type ConfigChange,
  configChangeSchema,
  configSchema,
  type GuardedKey,
  type GuardedSettings,
  guardedKeys,
} from "../../contract/config.js";
import { ServiceError } from "../../contract/errors.js";
import { isRecord, parseJson } from "../../contract/json.js";
import { limits } from "../../contract/limits.js";
import { claimsPage, learnablePattern } from "../../contract/routing.js";
import { writeInside } from "../fs/atomic-write.js";
import { factsInside, readInside } from "../fs/folder.js";
import { debugLog } from "../log.js";
import type { StoreContext } from "./context.js";
import { isDevelopmentServer, whyTooWide } from "./wide-patterns.js";

export interface ConfigStore {
  /** The configuration in effect: defaults filled, guarded settings as far as this user accepted them; what is invalid is logged and left out. */
  get(): Promise<Config>;
  /** The file as it stands, empty when there is none; no JSON where it cannot be read. */
  text(): Promise<string>;
  /** Adds the pattern of a loopback or file:// page that the project does not claim yet; returns the pattern when one was added. */
  learn(pageUrl: string): Promise<string | undefined>;
  /** The guarded settings of the file that are not in effect, because this user has neither made nor accepted them. */
  proposed(): Promise<GuardedSettings>;
  /** What is invalid in the file, in words for its user: the whole or the names of keys. */
  problems(): Promise<readonly string[]>;
  /** Changes whenever what is in effect or proposed may have changed. */
  state(): Promise<string>;
  /** Ends a change in which a process died. */
  settle(): Promise<void>;
  /** Merges the user's change, leaves the rest of the file. Throws `invalid-input` for too wide a pattern, `conflict` for no readable JSON. */
  update(wanted: ConfigChange): Promise<Config>;
}

type Json = Readonly<Record<string, unknown>>;

interface Reading {
  readonly config: Config;
  readonly proposed: GuardedSettings;
  readonly problems: readonly string[];
}

const fileName = "config.json";
const fileMaxBytes = 1024 * 1024;
/** Further entries of a list are ignored, valid or not. */
const entriesMax = limits.patternsMax * 10;
const damaged = "config.json is not a JSON object: the defaults hold until it is repaired";

export function openConfig({ layout, locked, receipts }: StoreContext): ConfigStore {
  const text = async () => (await readInside(layout.store, fileName, fileMaxBytes)) ?? ((await isThere()) ? "not readable" : "");
  const isThere = async () => (await factsInside(layout.store, [fileName]))[0] !== undefined;

  async function read(): Promise<Reading> {
    const [raw, { settings, leaving }] = [objectOf(await text()), await receipts.read()];
    const reading = await interpret(raw ?? {}, settings, leaving);
    return raw === undefined ? { ...reading, problems: [damaged] } : reading;
  }

  async function get(): Promise<Config> {
    const { config, problems } = await read();
    problems.forEach(debugLog);
    return config;
  }

  /** `edit` returns what to change of the settings in effect; undefined for nothing. */
  async function change(edit: (now: Config) => ConfigChange | undefined): Promise<Config> {
    return locked("config", async () => {
      const raw = objectOf(await text());
      if (raw === undefined) {
        throw new ServiceError("conflict", "The project's `.svc/config.json` is not a JSON object. Repair or remove it, then try again.");
      }
      const { settings, leaving } = await receipts.read();
      const { config: now } = await interpret(raw, settings);
      const asked = edit(now);
      if (asked === undefined && leaving === undefined) return now;
      // What was leaving when a process died leaves the file with this change.
      const wanted: ConfigChange = {
        ...Object.fromEntries(Object.entries(now).filter(([key]) => Object.hasOwn(leaving ?? {}, key))),
        ...asked,
      };
      const accepted = { ...settings, ...guardedOf(wanted) };
      const next = merge(raw, leaving === undefined ? now : (await interpret(raw, leaving)).config, wanted);
      const isNews = leaving !== undefined || JSON.stringify(accepted) !== JSON.stringify(settings);
      // What goes counts no more before the file is written, whatever happens then; nobody finds it proposed in between.
      if (isNews) await receipts.change((known) => ({ ...known, settings: accepted, leaving: leaving ?? settings }));
      await writeInside(layout.store, fileName, `${JSON.stringify(next, undefined, 2)}\n`);
      if (isNews) await receipts.change(({ leaving: _gone, ...known }) => known);
      return (await interpret(next, accepted)).config;
    });
  }

  async function learn(pageUrl: string): Promise<string | undefined> {
    const pattern = learnablePattern(pageUrl);
    const isNews = (config: Config) => !claimsPage(pageUrl, { ...config, projectRoot: layout.root });
    // Nearly always the page is known: then no lock is needed.
    if (pattern === undefined || (await whyTooWide(pattern)) !== undefined || !isNews(await get())) return undefined;
    let learned: string | undefined;
    await change((now) => {
      if (!isNews(now) || now.urlPatterns.length >= limits.patternsMax) return undefined;
      learned = pattern;
      return { urlPatterns: [...now.urlPatterns, pattern] };
    });
    return learned;
  }

  return {
    get,
    text,
    learn,
    proposed: async () => (await read()).proposed,
    problems: async () => (await read()).problems,
    settle: async () => {
      if ((await receipts.read()).leaving !== undefined) await change(() => undefined);
    },
    state: async () => {
      const [file, { settings, left }] = [await text(), await receipts.read()];
      return JSON.stringify([file, settings, left]);
    },
    update: async (wanted) => {
      await refuseTooWide(wanted);
      return change(() => wanted);
    },
  };
}

/** Throws ServiceError `invalid-input` for the first pattern that covers more than one owner's pages. */
async function refuseTooWide({ urlPatterns = [], trustedPatterns = [] }: ConfigChange): Promise<void> {
  for (const [key, patterns] of Object.entries({ urlPatterns, trustedPatterns })) {
    for (const pattern of patterns) {
      const why = await whyTooWide(pattern);
      if (why !== undefined) throw new ServiceError("invalid-input", `${key}: \`${pattern}\` ${why}. Nothing was changed.`);
    }
  }
}

/** An absent file is an empty object; undefined for what is no object. */
function objectOf(text: string): Json | undefined {
  const raw = text.trim() === "" ? {} : parseJson(text);
  return isRecord(raw) ? raw : undefined;
}

async function interpret(raw: Json, accepted: GuardedSettings, leaving: GuardedSettings = {}): Promise<Reading> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const proposed: Record<string, unknown> = {};
  for (const key of ALLOWED_CONFIG_KEYS) {
    const value = await validPart(key, raw[key], (problem) => problems.push(problem));
    const { counts, rest } = isGuarded(key) ? divide(key, value, accepted[key], leaving[key]) : { counts: value, rest: undefined };
    if (counts !== undefined) values[key] = counts;
    if (rest !== undefined) proposed[key] = rest;
  }
  return { config: configSchema.parse(values), proposed: configChangeSchema.parse(proposed), problems };
}

/** Divides a valid value of a guarded key into what counts and what is proposed; what is `leaving` is neither. */
function divide(key: GuardedKey, value: unknown, accepted: unknown, leaving: unknown): { counts?: unknown; rest?: unknown } {
  if (!Array.isArray(value)) return value !== true || accepted === true ? { counts: value } : leaving === true ? {} : { rest: true };
  const isIn = (list: unknown, entry: unknown) => Array.isArray(list) && list.includes(entry);
  const mayBeBrought = (entry: unknown) => key === "urlPatterns" && typeof entry === "string" && isDevelopmentServer(entry);
  const counts = value.filter((entry) => isIn(accepted, entry) || mayBeBrought(entry));
  const rest = value.filter((entry) => !counts.includes(entry) && !isIn(leaving, entry));
  return { counts: counts.slice(0, limits.patternsMax), ...(rest.length > 0 ? { rest: rest.slice(0, limits.patternsMax) } : {}) };
}

/** The value itself when it is valid; of a list its valid entries; else undefined. `report` gets what is wrong with it. */
async function validPart(key: string, value: unknown, report: (problem: string) => void): Promise<unknown> {
  const isValid = (part: unknown) => configChangeSchema.safeParse({ [key]: part }).success;
  const reportPartly = () => report(`config.json: the value of ${key} is not allowed or not all of it; the rest holds`);
  if (!Array.isArray(value) || !isValid([])) {
    if (isValid(value)) return value;
    reportPartly();
    return undefined;
  }
  const valid = value.slice(0, entriesMax).filter((entry) => isValid([entry]));
  if (valid.length < value.length) reportPartly();
  const narrow: unknown[] = [];
  for (const entry of valid) {
    const why = await whyTooWide(String(entry));
    if (why === undefined) narrow.push(entry);
    else report(`config.json: ${key} is read without \`${entry}\`, which ${why}`);
  }
  return narrow;
}

/** The file's next content: what is proposed, and what nobody understands, stays beside the user's own. */
function merge(raw: Json, now: Config, wanted: ConfigChange): Json {
  const next: Record<string, unknown> = { ...raw };
  for (const [key, value] of Object.entries(wanted)) {
    const [old, inEffect]: [unknown, unknown] = [raw[key], Reflect.get(now, key)];
    if (Array.isArray(value)) {
      const listed = new Set<unknown>(value);
      const others: readonly unknown[] =
        Array.isArray(old) && Array.isArray(inEffect) ? old.filter((one: unknown) => !inEffect.includes(one)) : [];
      next[key] = [...value, ...others.filter((one) => !listed.has(one))];
    } else if (old !== true || value !== inEffect) next[key] = value;
  }
  return next;
}

function guardedOf(change: ConfigChange): GuardedSettings {
  return Object.fromEntries(Object.entries(change).filter(([key]) => isGuarded(key)));
}

function isGuarded(key: string): key is GuardedKey {
  return guardedKeys.some((one) => one === key);
}
