import type { Browser } from "./browser.js";

/** LibreWolf has folders of its own on Unix and shares Firefox's registry key on Windows. */
export const librewolf: Browser = {
  title: "LibreWolf",
  family: "firefox",
  places: {
    linux: {
      programs: ["/usr/bin/librewolf", "/usr/lib/librewolf/librewolf", "/usr/share/librewolf/librewolf"],
      commands: ["librewolf"],
      manifestFolders: ["~/.librewolf/native-messaging-hosts"],
      flatpak: "io.gitlab.librewolf-community",
    },
    darwin: {
      programs: ["/Applications/LibreWolf.app", "~/Applications/LibreWolf.app"],
      manifestFolders: [
        "~/Library/Application Support/LibreWolf/NativeMessagingHosts",
        "~/Library/Application Support/Mozilla/NativeMessagingHosts",
      ],
    },
    win32: {
      programs: ["%ProgramFiles%\\LibreWolf\\librewolf.exe", "%LOCALAPPDATA%\\LibreWolf\\librewolf.exe"],
      registryKeys: ["HKCU\\Software\\Mozilla\\NativeMessagingHosts"],
    },
  },
};
