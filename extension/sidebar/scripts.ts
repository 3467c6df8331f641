import { browser } from "../platform.js";

/** Loads one of the sidebar's further scripts, by its file name without ending: few need them, and the first sight comes before. */
export async function loadScript<Module>(name: "report" | "inspect"): Promise<Module> {
  return await import(/* @vite-ignore */ browser.runtime.getURL(`${name}.js`));
}
