import type { Browser } from "./browser.js";

/** Opera reads Google Chrome's places beside its own. */
export const opera: Browser = {
  title: "Opera",
  family: "chromium",
  places: {
    linux: {
      programs: ["/usr/bin/opera", "/usr/lib/x86_64-linux-gnu/opera/opera"],
      commands: ["opera"],
      manifestFolders: ["{config}/opera/NativeMessagingHosts", "{config}/google-chrome/NativeMessagingHosts"],
      snap: "opera",
      flatpak: "com.opera.Opera",
    },
    darwin: {
      programs: ["/Applications/Opera.app", "~/Applications/Opera.app"],
      manifestFolders: [
        "~/Library/Application Support/com.operasoftware.Opera/NativeMessagingHosts",
        "~/Library/Application Support/Google/Chrome/NativeMessagingHosts",
      ],
    },
    win32: {
      programs: ["%LOCALAPPDATA%\\Programs\\Opera\\opera.exe", "%ProgramFiles%\\Opera\\opera.exe"],
      registryKeys: [
        "HKCU\\Software\\Opera Software\\Opera Stable\\NativeMessagingHosts",
        "HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts",
      ],
    },
  },
};
