import { manifestPath } from "../../init/native-host.js";
import { readText } from "../../init/text-files.js";
import { isWsl } from "../../machine.js";
import { judgeManifest } from "../../native/manifest-reader.js";
import type { ManifestPlace } from "../../native/places.js";
import { hostKey, isSameValue, readKey } from "../../native/registry-keys.js";
import { hasBridge } from "../../wsl/bridge.js";
import { examineBridge } from "../../wsl/examine.js";
import { type Chart, type Check, fail, pass, untested } from "../check.js";

/** Each browser's host manifest: there, valid, and letting our extension in. */
export const manifest: Check = {
  name: "host manifest",
  run: async (chart) => {
    const isBridged = isWsl(chart.here.machine) && hasBridge(chart.here.receipt);
    if (chart.places.length === 0 && !isBridged) return untested("no browser here can start a native host");
    const { wrappers, problems } = isBridged ? await examineBridge(chart.here) : { wrappers: [], problems: [] };
    for (const wrapper of wrappers) chart.wrappers.add(wrapper);
    for (const place of chart.places) {
      const problem = await examine(chart, place);
      if (problem !== undefined) problems.push(`${place.title}: ${problem}`);
    }
    if (problems.length > 0) return fail(problems.join("; "), "svc-init");
    return pass([...(isBridged ? ["WSL bridge"] : []), ...chart.places.map(({ title }) => title)].join(", "));
  },
};

async function examine({ here, wrappers }: Chart, place: ManifestPlace): Promise<string | undefined> {
  const path = manifestPath(here, place);
  if (place.key !== undefined && !isSameValue(await readKey(here.machine, hostKey(place.key)), path)) {
    return `the key ${hostKey(place.key)} does not name ${path}`;
  }
  const text = readText(path);
  if (text === undefined) return `${path} is missing`;
  const judged = judgeManifest(text, place.family);
  if ("problem" in judged) return `${path} ${judged.problem}`;
  wrappers.add(judged.wrapper);
  return undefined;
}
