import type { Browser } from "./browser.js";

export const vivaldi: Browser = {
  title: "Vivaldi",
  family: "chromium",
  places: {
    linux: {
      programs: ["/usr/bin/vivaldi", "/usr/bin/vivaldi-stable", "/opt/vivaldi/vivaldi"],
      commands: ["vivaldi", "vivaldi-stable"],
      manifestFolders: ["{config}/vivaldi/NativeMessagingHosts"],
      snap: "vivaldi",
      flatpak: "com.vivaldi.Vivaldi",
    },
    darwin: {
      programs: ["/Applications/Vivaldi.app", "~/Applications/Vivaldi.app"],
      manifestFolders: ["~/Library/Application Support/Vivaldi/NativeMessagingHosts"],
    },
    win32: {
      programs: ["%LOCALAPPDATA%\\Vivaldi\\Application\\vivaldi.exe", "%ProgramFiles%\\Vivaldi\\Application\\vivaldi.exe"],
      registryKeys: ["HKCU\\Software\\Vivaldi\\NativeMessagingHosts"],
    },
  },
};
