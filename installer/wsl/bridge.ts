import { dirname } from "node:path";
import type { BrowserName } from "../browsers/browsers.js";
import { fileStep } from "../init/file-step.js";
import { manifestSteps } from "../init/manifest-steps.js";
import type { Receipt } from "../init/receipt.js";
import type { InitContext, Plan } from "../init/step.js";
import { expandPath, isWsl, type Machine, onDisk } from "../machine.js";
import { type ExtensionIds, manifestFileName } from "../native/manifest.js";
import { manifestPlaces } from "../native/places.js";
import { RegistryUnreachable } from "../native/registry-keys.js";
import { bridgeText, wrapperName } from "../native/wrapper.js";
import { toWindowsPath } from "./paths.js";
import { type WindowsSide, windowsSide } from "./windows-side.js";

export interface BridgeOptions {
  readonly wslBridge: boolean;
  readonly browsers: readonly BrowserName[] | undefined;
  readonly extensionIds: ExtensionIds;
}

const nothing: Plan = { steps: [], notes: [], errors: [] };

/**
 * The Windows side of a native host that lives in WSL: a script that starts the Linux wrapper through wsl.exe, and manifests and registry
 * keys that lead the browsers over there to it. Planned on request, and corrected by each later run.
 */
export async function planBridge(context: InitContext, options: BridgeOptions, linuxWrapper: string): Promise<Plan> {
  if (!isWsl(context.machine) || !(options.wslBridge || hasBridge(context.receipt))) return nothing;
  const found = await windowsSide(context.machine);
  if ("problem" in found) return without(options, found.problem);
  try {
    return await planSide(context, options, found, linuxWrapper);
  } catch (error) {
    // A path that cmd cannot carry; a reg.exe that does not answer.
    if (error instanceof RangeError || error instanceof RegistryUnreachable) return without(options, error.message);
    throw error;
  }
}

/** Somebody who did not ask for it this time can do without it. */
function without(options: BridgeOptions, problem: string): Plan {
  return options.wslBridge ? { ...nothing, errors: [`${problem} Or leave --wsl-bridge out: HTTP works without it.`] } : nothing;
}

async function planSide(
  context: InitContext,
  options: BridgeOptions,
  { machine, distribution }: WindowsSide,
  linuxWrapper: string,
): Promise<Plan> {
  const { places, notes } = manifestPlaces(machine, options.browsers, []);
  if (places.length === 0) return { ...nothing, notes };
  // The plan's machine is the Windows around us.
  const side: InitContext = { ...context, machine };
  const folder = bridgeFolder(machine, distribution);
  const script = `${folder}\\${wrapperName("win32")}`;
  const text = bridgeText({ wsl: wslProgram(machine), distribution, user: context.machine.env["USER"], wrapper: linuxWrapper });
  const extensions = toWindowsPath(dirname(context.programs.server), { drives: machine.drives ?? "", distribution });
  return {
    steps: [
      fileStep({ receipt: context.receipt, purpose: "wrapper", path: onDisk(machine, script), text, detail: "WSL bridge" }),
      ...(await manifestSteps(side, places, {
        wrapper: script,
        extensionIds: options.extensionIds,
        pathOf: ({ family }) => `${folder}\\manifests\\${family}\\${manifestFileName}`,
        onDisk: (path) => onDisk(machine, path),
      })),
    ],
    notes: [
      ...notes,
      `WSL: ${[...new Set(places.map(({ title }) => title))].join(", ")} on Windows can start the native host in here, through wsl.exe.`,
      ...(context.programs.isTemporary ? [] : [`Windows finds the unpacked extensions in ${extensions}.`]),
    ],
    errors: [],
  };
}

/** Returns whether an earlier run built the bridge: nothing else in WSL writes registry keys. */
export function hasBridge({ items }: Receipt): boolean {
  return items.some(({ kind }) => kind === "registry-key");
}

/** Returns whether a path is of a file of the bridge. */
export function isOfBridge(path: string): boolean {
  return /\/svc\/wsl-[^/]+\/(?:manifests\/|native-host\.cmd$)/.test(path);
}

/** Each distribution has its own; its name may hold what a folder's may not. */
function bridgeFolder(windows: Machine, distribution: string): string {
  return `${windows.env["LOCALAPPDATA"]}\\svc\\wsl-${distribution.replace(/[^\w.-]/g, "-")}`;
}

function wslProgram(windows: Machine): string {
  return expandPath(windows, "%SystemRoot%\\System32\\wsl.exe") ?? "C:\\Windows\\System32\\wsl.exe";
}
