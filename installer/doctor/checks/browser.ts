import { projectId } from "../../../host/store/project-root.js";
import { openPairings } from "../../../host/store/user/pairings.js";
import { browsers } from "../../browsers/record.js";
import type { Surroundings } from "../../init/step.js";
import { isWsl } from "../../machine.js";
import { hasBridge } from "../../wsl/bridge.js";
import { type Check, fail, pass } from "../check.js";

/** A browser that could start the host. */
export const browser: Check = {
  name: "browser",
  run: ({ here, browsers: found, places }) => {
    if (isWsl(here.machine)) {
      const how = hasBridge(here.receipt) ? "the bridge through wsl.exe" : httpOf(here);
      return pass(`on the Windows side of WSL; it is reached over ${how}`);
    }
    const titles = found.map(({ name, packaging }) => browsers[name].title + (packaging === "plain" ? "" : ` (${packaging}: HTTP only)`));
    if (titles.length > 0) return pass(titles.join(", "));
    if (places.length > 0) return pass("none in the usual places, but a manifest folder is set up");
    return fail("none found", "svc-init --browser NAME");
  },
};

function httpOf({ stateFolder, root }: Surroundings): string {
  const isSigned = openPairings(stateFolder).isSignedOnly(projectId(root));
  return isSigned ? "signed HTTP" : "HTTP, unsigned until a browser pairs (`svc-init pair`)";
}
