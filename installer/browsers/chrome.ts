import type { Browser } from "./browser.js";

export const chrome: Browser = {
  title: "Google Chrome",
  family: "chromium",
  places: {
    linux: {
      programs: ["/usr/bin/google-chrome", "/usr/bin/google-chrome-stable", "/opt/google/chrome/chrome"],
      commands: ["google-chrome", "google-chrome-stable"],
      manifestFolders: ["{config}/google-chrome/NativeMessagingHosts"],
      flatpak: "com.google.Chrome",
    },
    darwin: {
      programs: ["/Applications/Google Chrome.app", "~/Applications/Google Chrome.app"],
      manifestFolders: ["~/Library/Application Support/Google/Chrome/NativeMessagingHosts"],
    },
    win32: {
      programs: [
        "%ProgramFiles%\\Google\\Chrome\\Application\\chrome.exe",
        "%ProgramFiles(x86)%\\Google\\Chrome\\Application\\chrome.exe",
        "%LOCALAPPDATA%\\Google\\Chrome\\Application\\chrome.exe",
      ],
      registryKeys: ["HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts"],
    },
  },
};
