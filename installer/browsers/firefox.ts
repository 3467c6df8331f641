import type { Browser } from "./browser.js";

/** Places as MDN's page on native manifests lists them. */
export const firefox: Browser = {
  title: "Firefox",
  family: "firefox",
  places: {
    linux: {
      programs: ["/usr/bin/firefox", "/usr/bin/firefox-esr", "/usr/lib/firefox/firefox", "/opt/firefox/firefox"],
      commands: ["firefox", "firefox-esr"],
      manifestFolders: ["~/.mozilla/native-messaging-hosts"],
      snap: "firefox",
      flatpak: "org.mozilla.firefox",
    },
    darwin: {
      programs: ["/Applications/Firefox.app", "~/Applications/Firefox.app", "/Applications/Firefox Developer Edition.app"],
      manifestFolders: ["~/Library/Application Support/Mozilla/NativeMessagingHosts"],
    },
    win32: {
      programs: [
        "%ProgramFiles%\\Mozilla Firefox\\firefox.exe",
        "%ProgramFiles(x86)%\\Mozilla Firefox\\firefox.exe",
        "%LOCALAPPDATA%\\Mozilla Firefox\\firefox.exe",
        "%ProgramFiles%\\Firefox Developer Edition\\firefox.exe",
      ],
      registryKeys: ["HKCU\\Software\\Mozilla\\NativeMessagingHosts"],
    },
  },
};
