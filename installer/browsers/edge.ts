import type { Browser } from "./browser.js";

export const edge: Browser = {
  title: "Microsoft Edge",
  family: "chromium",
  places: {
    linux: {
      programs: ["/usr/bin/microsoft-edge", "/usr/bin/microsoft-edge-stable", "/opt/microsoft/msedge/msedge"],
      commands: ["microsoft-edge", "microsoft-edge-stable"],
      manifestFolders: ["{config}/microsoft-edge/NativeMessagingHosts"],
      flatpak: "com.microsoft.Edge",
    },
    darwin: {
      programs: ["/Applications/Microsoft Edge.app", "~/Applications/Microsoft Edge.app"],
      manifestFolders: ["~/Library/Application Support/Microsoft Edge/NativeMessagingHosts"],
    },
    win32: {
      programs: [
        "%ProgramFiles(x86)%\\Microsoft\\Edge\\Application\\msedge.exe",
        "%ProgramFiles%\\Microsoft\\Edge\\Application\\msedge.exe",
      ],
      registryKeys: ["HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts"],
    },
  },
};
