import { isMessageFile } from "./messages.js";
import type { SourceText } from "./tags.js";
import { quotedAt, shortest } from "./texts.js";
import type { Wanted } from "./wanted.js";

/** Where the project's files hold an element's words in quotes. */
export interface Held {
  /** Offsets in a source, by the words. */
  readonly at: (source: Pick<SourceText, "file">, words: string) => readonly number[];
  /** The names of the properties and attributes that are given the words: `title: "Save"`, `label={t("save")}`. */
  readonly names: ReadonlySet<string>;
}

export const nothingHeld: Held = { at: () => [], names: new Set() };

/** The words by which an element is known, as they can stand in quotes. */
export function wordsOf({ shown, keys, testId, attributes }: Wanted): ReadonlySet<string> {
  const named = [testId, attributes["id"] ?? "", attributes["aria-label"] ?? "", attributes["placeholder"] ?? ""];
  return new Set([...shown, ...named, ...keys].filter((one) => one.length >= shortest));
}

/** Reads where all sources hold the words of an element. */
export function heldIn(sources: readonly SourceText[], wanted: Wanted): Held {
  const found = new Map<string, readonly number[]>();
  const names = new Set<string>();
  const shown = new Set([...wanted.shown, ...wanted.keys]);
  for (const words of wordsOf(wanted))
    for (const { file, text } of sources) {
      const offsets = quotedAt(text, words);
      if (offsets.length === 0) continue;
      found.set(`${file}\n${words}`, offsets);
      if (shown.has(words) && !isMessageFile(file))
        for (const at of offsets) {
          const name = given.exec(text.slice(Math.max(0, at - longestName), at))?.[1];
          if (name !== undefined) names.add(name.toLowerCase());
        }
    }
  return { at: ({ file }, words) => found.get(`${file}\n${words}`) ?? [], names };
}

const longestName = 60;
/** The name before a value, through the calls that translate it. */
const given = /([\w$]{2,})["']?\s*[:=]\s*["'{(]*\s*(?:[\w$.]+\(\s*)*$/;
