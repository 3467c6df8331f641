import { browser } from "../browser.js";

/** Session storage: in memory, gone with the browser session, hidden from content scripts. */
const storageKey = "sessionKeys";
const keysMax = 16;

/** The session keys that the user gave in this browser session, the newest first. */
export async function readKeys(): Promise<readonly string[]> {
  const stored = (await browser.storage.session.get(storageKey))[storageKey];
  return Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : [];
}

export async function rememberKey(key: string): Promise<void> {
  const others = (await readKeys()).filter((known) => known !== key);
  await browser.storage.session.set({ [storageKey]: [key, ...others].slice(0, keysMax) });
}

export async function forgetKey(key: string): Promise<void> {
  await browser.storage.session.set({ [storageKey]: (await readKeys()).filter((known) => known !== key) });
}
