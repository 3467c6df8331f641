import type { Browser } from "./browser.js";

/** Zen keeps its profiles apart but looks native hosts up where Firefox does. */
export const zen: Browser = {
  title: "Zen Browser",
  family: "firefox",
  places: {
    linux: {
      programs: ["/usr/bin/zen-browser", "/usr/bin/zen", "/opt/zen-browser/zen", "/opt/zen/zen"],
      commands: ["zen-browser", "zen"],
      manifestFolders: ["~/.mozilla/native-messaging-hosts"],
      flatpak: "app.zen_browser.zen",
    },
    darwin: {
      programs: ["/Applications/Zen.app", "/Applications/Zen Browser.app", "~/Applications/Zen.app"],
      manifestFolders: ["~/Library/Application Support/Mozilla/NativeMessagingHosts"],
    },
    win32: {
      programs: ["%ProgramFiles%\\Zen Browser\\zen.exe", "%LOCALAPPDATA%\\Zen Browser\\zen.exe"],
      registryKeys: ["HKCU\\Software\\Mozilla\\NativeMessagingHosts"],
    },
  },
};
