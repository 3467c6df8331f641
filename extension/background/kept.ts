import { ServiceError } from "../../host/contract/errors.js";
import { parseUrl } from "../../host/contract/hosts.js";
import { browser } from "../browser.js";
import { type Kept, keptThings } from "../messages.js";
import { makeSerial } from "./serial.js";

/** Longest text kept under one key, in characters: session storage holds 10 MB for all. */
const maxChars = 500_000;

/** What the sidebar has kept; empty when it has nothing. */
export async function loadKept(kind: Kept, pageUrl: string): Promise<string> {
  const [area, key] = placeOf(kind, pageUrl);
  const stored = (await area.get(key))[key];
  return typeof stored === "string" ? stored : "";
}

const serially = makeSerial();

/**
 * Keeps a text; an empty one takes what was kept away. `known`: of a list, what is not among these ids is somebody else's and stays. One
 * after the other: two tabs of a page may save at the same moment.
 */
export function saveKept(pageUrl: string, kept: KeptText): Promise<void> {
  return serially(() => save(pageUrl, kept));
}

async function save(pageUrl: string, { kind, text: told, known }: KeptText): Promise<void> {
  const text = known === undefined ? told : withOthers(told, await loadKept(kind, pageUrl), known);
  if (text.length > maxChars) {
    throw new ServiceError("too-large", "The notes on this page are too long to be kept. Send them, then delete those that are done.");
  }
  const [area, key] = placeOf(kind, pageUrl);
  if (text === "") await area.remove(key);
  else await area.set({ [key]: text });
}

interface KeptText {
  readonly kind: Kept;
  readonly text: string;
  readonly known?: readonly string[];
}

/** The same page may be open in two tabs, each with notes that the other has not seen. */
function withOthers(text: string, stored: string, known: readonly string[]): string {
  const [own, all]: (readonly { readonly id: string }[])[] = [text, stored].map((json) => (json === "" ? [] : JSON.parse(json)));
  const others = all?.filter(({ id }) => !known.includes(id)) ?? [];
  return others.length === 0 ? text : JSON.stringify([...others, ...(own ?? [])]);
}

/** The layout is the user's, for good; notes and drafts belong to a page, by origin and path, until the browser ends. */
function placeOf(kind: Kept, pageUrl: string) {
  if (!keptThings.includes(kind)) throw new ServiceError("not-found", `The sidebar keeps no ${String(kind)}.`);
  if (kind === "layout") return [browser.storage.local, kind] as const;
  const url = parseUrl(pageUrl);
  return [browser.storage.session, `${kind}:${url?.origin ?? ""}${url?.host === "" ? url.protocol : ""}${url?.pathname ?? ""}`] as const;
}
