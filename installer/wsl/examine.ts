import type { KeyItem } from "../init/receipt.js";
import type { InitContext } from "../init/step.js";
import { readText } from "../init/text-files.js";
import { type Machine, onDisk } from "../machine.js";
import { findWrapper } from "../native/manifest.js";
import { readBridge } from "../native/wrapper.js";
import { windowsDisk } from "./windows-side.js";

/** Follows the bridge from each registry key to the wrapper in here. Returns the wrappers reached, and what is broken on the way. */
export async function examineBridge({ machine, receipt }: InitContext): Promise<{ wrappers: string[]; problems: string[] }> {
  const windows = windowsDisk(machine);
  const wrappers: string[] = [];
  const problems: string[] = [];
  for (const item of receipt.items) {
    if (item.kind !== "registry-key") continue;
    const found = await follow(windows, item);
    if ("problem" in found) problems.push(`WSL bridge: ${found.problem}`);
    else wrappers.push(found.wrapper);
  }
  return { wrappers, problems };
}

async function follow(windows: Machine, { key, value }: KeyItem): Promise<{ wrapper: string } | { problem: string }> {
  const family = /\\firefox\\[^\\]+$/.test(value) ? "firefox" : "chromium";
  const found = await findWrapper(windows, { key, path: value, file: onDisk(windows, value), family });
  if ("problem" in found) return found;
  const script = readText(onDisk(windows, found.wrapper));
  if (script === undefined) return { problem: `${found.wrapper} is missing` };
  const wrapper = readBridge(script);
  return wrapper === undefined ? { problem: `${found.wrapper} starts nothing that we know` } : { wrapper };
}
