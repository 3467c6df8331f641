import type { Browser } from "./browser.js";

/** There is no Arc for Linux. */
export const arc: Browser = {
  title: "Arc",
  family: "chromium",
  places: {
    darwin: {
      programs: ["/Applications/Arc.app", "~/Applications/Arc.app"],
      manifestFolders: ["~/Library/Application Support/Arc/User Data/NativeMessagingHosts"],
    },
    win32: {
      // A store app: its alias is the one path that does not change with the version.
      programs: ["%LOCALAPPDATA%\\Microsoft\\WindowsApps\\Arc.exe"],
      registryKeys: ["HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts", "HKCU\\Software\\Chromium\\NativeMessagingHosts"],
    },
  },
};
