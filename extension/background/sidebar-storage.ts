import { ServiceError } from "../../host/contract/errors.js";
import { parseUrl } from "../../host/contract/hosts.js";
import { browser } from "../browser.js";
import { type StoredKind, storedKinds } from "../messages.js";
import { makeSerial } from "./serial.js";

/** Longest text under one key, in characters: session storage holds 10 MB for all. */
const maxChars = 500_000;

/** Returns what the sidebar has stored; "" for nothing. */
export async function loadStored(kind: StoredKind, pageUrl: string): Promise<string> {
  const [area, key] = locationOf(kind, pageUrl);
  const stored = (await area.get(key))[key];
  return typeof stored === "string" ? stored : "";
}

const serially = makeSerial();

/**
 * Stores a text. An empty string deletes the entry. `known`: items of a stored list whose ids are not among these belong to another tab and
 * are preserved. Serialised, because two tabs of a page may save at the same moment.
 */
export function save(pageUrl: string, item: StoredItem): Promise<void> {
  return serially(() => write(pageUrl, item));
}

async function write(pageUrl: string, { kind, text: own, known }: StoredItem): Promise<void> {
  const text = known === undefined ? own : withOthers(own, await loadStored(kind, pageUrl), known);
  if (text.length > maxChars) {
    throw new ServiceError("too-large", "The notes on this page are too long to be kept. Send them, then delete those that are done.");
  }
  const [area, key] = locationOf(kind, pageUrl);
  if (text === "") await area.remove(key);
  else await area.set({ [key]: text });
}

interface StoredItem {
  readonly kind: StoredKind;
  readonly text: string;
  readonly known?: readonly string[];
}

/** Merges in the items that another tab of the same page has stored and this one has not seen. */
function withOthers(text: string, stored: string, known: readonly string[]): string {
  const [own, all]: (readonly { readonly id: string }[])[] = [text, stored].map((json) => (json === "" ? [] : JSON.parse(json)));
  const others = all?.filter(({ id }) => !known.includes(id)) ?? [];
  return others.length === 0 ? text : JSON.stringify([...others, ...(own ?? [])]);
}

/** The layout is stored permanently for the user; notes and drafts for a page, by origin and path, until the browser is closed. */
function locationOf(kind: StoredKind, pageUrl: string) {
  if (!storedKinds.includes(kind)) throw new ServiceError("not-found", `The sidebar keeps no ${String(kind)}.`);
  if (kind === "layout") return [browser.storage.local, kind] as const;
  const url = parseUrl(pageUrl);
  return [browser.storage.session, `${kind}:${url?.origin ?? ""}${url?.host === "" ? url.protocol : ""}${url?.pathname ?? ""}`] as const;
}
