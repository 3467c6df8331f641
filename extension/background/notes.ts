import { parseUrl } from "../../host/contract/hosts.js";
import { browser } from "../browser.js";

/** Longest text kept for one page, in characters: session storage holds 10 MB for all. */
const notesMaxChars = 500_000;

/** The notes that the user wrote on a page in this browser session, by origin and path. */
export async function loadNotes(pageUrl: string): Promise<string> {
  const key = keyOf(pageUrl);
  const stored = (await browser.storage.session.get(key))[key];
  return typeof stored === "string" ? stored : "";
}

export async function saveNotes(pageUrl: string, notes: string): Promise<void> {
  if (notes.length > notesMaxChars) return;
  const key = keyOf(pageUrl);
  if (notes === "[]") await browser.storage.session.remove(key);
  else await browser.storage.session.set({ [key]: notes });
}

function keyOf(pageUrl: string): string {
  const url = parseUrl(pageUrl);
  return `notes:${url?.origin ?? ""}${url?.host === "" ? url.protocol : ""}${url?.pathname ?? ""}`;
}
