import type { Browser } from "./browser.js";

export const chromium: Browser = {
  title: "Chromium",
  family: "chromium",
  places: {
    linux: {
      programs: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/lib/chromium/chromium"],
      commands: ["chromium", "chromium-browser"],
      manifestFolders: ["{config}/chromium/NativeMessagingHosts"],
      snap: "chromium",
      flatpak: "org.chromium.Chromium",
    },
    darwin: {
      programs: ["/Applications/Chromium.app", "~/Applications/Chromium.app"],
      manifestFolders: ["~/Library/Application Support/Chromium/NativeMessagingHosts"],
    },
    win32: {
      programs: ["%LOCALAPPDATA%\\Chromium\\Application\\chrome.exe", "%ProgramFiles%\\Chromium\\Application\\chrome.exe"],
      registryKeys: ["HKCU\\Software\\Chromium\\NativeMessagingHosts"],
    },
  },
};
