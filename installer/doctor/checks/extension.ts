import { chromeExtensionId } from "../../../host/contract/names.js";
import { lastHello } from "../../../host/store/presence.js";
import { type Check, pass, untested } from "../check.js";

/** The extension's last call: only it can prove that the browser's side works. */
export const extension: Check = {
  name: "extension",
  run: async ({ here, versions }) => {
    const hello = await lastHello(here.stateFolder);
    if (hello === undefined) {
      return untested(`has never called (id ${chromeExtensionId})`, "load the extension, open a page of this project and click its icon");
    }
    if (hello.extension !== "") versions.set("extension", hello.extension);
    return pass(`last called ${hello.at} over ${hello.transport === "native" ? "native messaging" : `${hello.transport} HTTP`}`);
  },
};
