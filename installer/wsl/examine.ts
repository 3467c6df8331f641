import type { KeyItem } from "../init/receipt.js";
import type { InitContext } from "../init/step.js";
import { readText } from "../init/text-files.js";
import { type Machine, onDisk } from "../machine.js";
import { judgeManifest } from "../native/manifest-reader.js";
import { isSameValue, readKey } from "../native/registry-keys.js";
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
  if (!isSameValue(await readKey(windows, key), value)) return { problem: `the key ${key} does not name ${value}` };
  const text = readText(onDisk(windows, value));
  if (text === undefined) return { problem: `${value} is missing` };
  const judged = judgeManifest(text, /\\firefox\\[^\\]+$/.test(value) ? "firefox" : "chromium");
  if ("problem" in judged) return { problem: `${value} ${judged.problem}` };
  const script = readText(onDisk(windows, judged.wrapper));
  if (script === undefined) return { problem: `${judged.wrapper} is missing` };
  const wrapper = readBridge(script);
  return wrapper === undefined ? { problem: `${judged.wrapper} starts nothing that we know` } : { wrapper };
}
