import type { Browser } from "./browser.js";

export const brave: Browser = {
  title: "Brave",
  family: "chromium",
  places: {
    linux: {
      programs: ["/usr/bin/brave-browser", "/usr/bin/brave-browser-stable", "/opt/brave.com/brave/brave"],
      commands: ["brave-browser", "brave"],
      manifestFolders: ["{config}/BraveSoftware/Brave-Browser/NativeMessagingHosts"],
      snap: "brave",
      flatpak: "com.brave.Browser",
    },
    darwin: {
      programs: ["/Applications/Brave Browser.app", "~/Applications/Brave Browser.app"],
      manifestFolders: ["~/Library/Application Support/BraveSoftware/Brave-Browser/NativeMessagingHosts"],
    },
    win32: {
      programs: [
        "%ProgramFiles%\\BraveSoftware\\Brave-Browser\\Application\\brave.exe",
        "%ProgramFiles(x86)%\\BraveSoftware\\Brave-Browser\\Application\\brave.exe",
        "%LOCALAPPDATA%\\BraveSoftware\\Brave-Browser\\Application\\brave.exe",
      ],
      // Its own key, and the one of the Chromium that it is built from.
      registryKeys: [
        "HKCU\\Software\\BraveSoftware\\Brave-Browser\\NativeMessagingHosts",
        "HKCU\\Software\\Chromium\\NativeMessagingHosts",
      ],
    },
  },
};
