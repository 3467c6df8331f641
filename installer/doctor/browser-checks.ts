import { accessSync, constants, existsSync } from "node:fs";
import { chromeExtensionId } from "../../host/contract/names.js";
import { projectId } from "../../host/store/project-root.js";
import { openPairings } from "../../host/store/user/pairings.js";
import { lastHello, listBrowsers } from "../../host/store/user/presence.js";
import { browsers } from "../browsers/browsers.js";
import { manifestPath } from "../init/native-host.js";
import type { InitContext } from "../init/step.js";
import { readText } from "../init/text-files.js";
import { isWsl } from "../machine.js";
import { findWrapper } from "../native/manifest.js";
import { portalName } from "../native/places.js";
import { hostKey } from "../native/registry-keys.js";
import { readWrapper } from "../native/wrapper.js";
import { type CheckResult, type CheckState, fail, pass, untested } from "./check.js";
import { askNative } from "./native-client.js";
import { toWriteAgain } from "./project-checks.js";

export function browser(state: CheckState): CheckResult {
  const { browsers: found, places } = state;
  if (isWsl(state.machine)) return pass(`on the Windows side of WSL; it is reached over ${httpOf(state)}`);
  const titles = found.map((one) => {
    const how = portalName(one) === undefined ? "HTTP only" : "through the desktop's portal, else HTTP";
    return browsers[one.name].title + (one.packaging === "plain" ? "" : ` (${one.packaging}: ${how})`);
  });
  if (titles.length > 0) return pass(titles.join(", "));
  if (places.length > 0) return pass("none in the usual places, but a manifest folder is set up");
  return fail("none found", "svc-init --browser NAME");
}

function httpOf({ machine, stateFolder, root }: InitContext): string {
  const isSigned = openPairings(stateFolder, isWsl(machine)).isSignedOnly(projectId(root));
  return isSigned ? "signed HTTP, once it has paired (`svc-init pair`)" : "HTTP, unsigned calls are allowed (`svc-init pair` ends that)";
}

/** Each browser's host manifest: there, valid, and letting our extension in. */
export async function manifest(state: CheckState): Promise<CheckResult> {
  if (state.places.length === 0) return untested("no browser here can start a native host");
  const problems: string[] = [];
  for (const { key, ...place } of state.places) {
    const path = manifestPath(state, place);
    const found = await findWrapper(state.machine, { ...place, key: key === undefined ? key : hostKey(key), path });
    if ("problem" in found) problems.push(`${place.title}: ${found.problem}`);
    else state.wrappers.add(found.wrapper);
  }
  if (problems.length > 0) return fail(problems.join("; "), "svc-init");
  return pass(state.places.map(({ title }) => title).join(", "));
}

export function wrapper({ wrappers }: CheckState): CheckResult {
  if (wrappers.size === 0) return untested("no valid host manifest names one");
  for (const path of wrappers) {
    if (readText(path) === undefined) return fail(`${path} is missing`, "svc-init");
    if (!isRunnable(path)) return fail(`${path} may not be executed`, "svc-init");
  }
  return pass([...wrappers].join(", "));
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The only form of a refusal.
    return false;
  }
}

/** The Node and the program that the wrapper starts: version managers take old Nodes away, clones move. */
export function node({ wrappers }: CheckState): CheckResult {
  const known = [...wrappers].map((path) => readWrapper(readText(path) ?? "")).filter((command) => command !== undefined);
  const [first] = known;
  if (first === undefined) return untested("no wrapper of ours was found");
  const missing = known.flatMap((command) => [command.node, command.server]).find((path) => !existsSync(path));
  return missing === undefined ? pass(`${first.node}, ${first.server}`) : fail(`${missing} is gone`, "svc-init");
}

/** The extension's last call: only it can prove that the browser's side works. */
export async function extension(state: CheckState): Promise<CheckResult> {
  const hello = await lastHello(state.stateFolder);
  if (hello === undefined) {
    return untested(`has never called (id ${chromeExtensionId})`, "load the extension, open a page of this project and click its icon");
  }
  const named = [hello, ...(await listBrowsers(state.stateFolder))].find(({ extension: version }) => version !== "");
  if (named !== undefined) state.versions.set("extension", named.extension);
  const over = hello.transport === "native" ? "native messaging" : `${hello.transport} HTTP`;
  const isSigned = openPairings(state.stateFolder, isWsl(state.machine)).isSignedOnly(projectId(state.root));
  return pass(`last called ${hello.at} over ${over}${isSigned ? "; over HTTP this project takes signed calls only" : ""}`);
}

/** The host itself, started through the wrapper as a browser does, answering a health call in real frames. */
export async function nativeHost(state: CheckState): Promise<CheckResult> {
  const [wrapper] = [...state.wrappers].filter((path) => existsSync(path));
  if (wrapper === undefined) return untested("no wrapper to start it with");
  if (!state.isRegistered) return untested("this project is not registered", "svc-init");
  const answer = await askNative(wrapper, state);
  if ("problem" in answer) return fail(answer.problem, "svc-init");
  if (!answer.writable) return fail("answers, but cannot write the project's .svc folder", toWriteAgain(state));
  state.versions.set("native host", answer.version);
  return pass(`answered in ${answer.milliseconds} ms, ${answer.captures} captures`);
}
