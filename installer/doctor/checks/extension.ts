import { chromeExtensionId } from "../../../host/contract/names.js";
import { projectId } from "../../../host/store/project-root.js";
import { openPairings } from "../../../host/store/user/pairings.js";
import { lastHello, listBrowsers } from "../../../host/store/user/presence.js";
import { type Check, pass, untested } from "../check.js";

/** The extension's last call: only it can prove that the browser's side works. */
export const extension: Check = {
  name: "extension",
  run: async ({ here, versions }) => {
    const hello = await lastHello(here.stateFolder);
    if (hello === undefined) {
      return untested(`has never called (id ${chromeExtensionId})`, "load the extension, open a page of this project and click its icon");
    }
    const told = [hello, ...(await listBrowsers(here.stateFolder))].find(({ extension: version }) => version !== "");
    if (told !== undefined) versions.set("extension", told.extension);
    const over = hello.transport === "native" ? "native messaging" : `${hello.transport} HTTP`;
    const isSigned = openPairings(here.stateFolder).isSignedOnly(projectId(here.root));
    return pass(`last called ${hello.at} over ${over}${isSigned ? "; over HTTP this project takes signed calls only" : ""}`);
  },
};
