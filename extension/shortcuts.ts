import { browser, isFirefox } from "./browser.js";

/** Where the person sets the extension's keys, in words: a page, or the way to it. */
export const shortcutSettings = isFirefox ? "about:addons, behind the gear: Manage Extension Shortcuts" : "chrome://extensions/shortcuts";

/** The keys that start the extension and its picker, as the browser names them; "" for none: another program may have them. */
export async function readShortcuts() {
  const all = await browser.commands.getAll();
  const shortcutOf = (name: string) => all.find((command) => command.name === name)?.shortcut ?? "";
  return { icon: shortcutOf("_execute_action"), pick: shortcutOf("pick") };
}

/** Opens the browser's own page for keys. Returns false where it has no way to that: Firefox before 137. */
export async function openShortcutSettings(): Promise<boolean> {
  if (!isFirefox) await browser.tabs.create({ url: shortcutSettings });
  else {
    const open: unknown = Reflect.get(browser.commands, "openShortcutSettings");
    if (typeof open !== "function") return false;
    await Reflect.apply(open, browser.commands, []);
  }
  return true;
}
