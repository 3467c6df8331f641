import type { Platform } from "../machine.js";

/** Which kind of host manifest a browser reads. */
export type Family = "chromium" | "firefox";

/** Where one platform keeps a browser. Paths are templates of `expandPath`. */
export interface BrowserPlace {
  /** The program, or on macOS its bundle; the first that exists counts. */
  readonly programs: readonly string[];
  /** Names to look for on PATH when none of the programs exists. */
  readonly commands?: readonly string[];
  /** Folders that the browser reads host manifests from (Linux, macOS). */
  readonly manifestFolders?: readonly string[];
  /** Keys below which it looks hosts up (Windows). */
  readonly registryKeys?: readonly string[];
  readonly snap?: string;
  readonly flatpak?: string;
}

/** One browser: what the user calls it and where it lives on each platform that it runs on. */
export interface Browser {
  readonly title: string;
  readonly family: Family;
  readonly places: Partial<Readonly<Record<Platform, BrowserPlace>>>;
}

/** All browsers that we register with; the key is what `--browser` takes. */
export const browsers = {
  chrome: {
    title: "Google Chrome",
    family: "chromium",
    places: {
      linux: {
        programs: ["/usr/bin/google-chrome", "/usr/bin/google-chrome-stable", "/opt/google/chrome/chrome"],
        commands: ["google-chrome", "google-chrome-stable"],
        manifestFolders: [config("google-chrome")],
        flatpak: "com.google.Chrome",
      },
      darwin: { programs: apps("Google Chrome"), manifestFolders: [library("Google/Chrome")] },
      win32: {
        programs: below("Google\\Chrome\\Application\\chrome.exe", "ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"),
        registryKeys: [software("Google\\Chrome")],
      },
    },
  },
  chromium: {
    title: "Chromium",
    family: "chromium",
    places: {
      linux: {
        programs: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/lib/chromium/chromium"],
        commands: ["chromium", "chromium-browser"],
        manifestFolders: [config("chromium")],
        snap: "chromium",
        flatpak: "org.chromium.Chromium",
      },
      darwin: { programs: apps("Chromium"), manifestFolders: [library("Chromium")] },
      win32: { programs: below("Chromium\\Application\\chrome.exe", "LOCALAPPDATA", "ProgramFiles"), registryKeys: [software("Chromium")] },
    },
  },
  edge: {
    title: "Microsoft Edge",
    family: "chromium",
    places: {
      linux: {
        programs: ["/usr/bin/microsoft-edge", "/usr/bin/microsoft-edge-stable", "/opt/microsoft/msedge/msedge"],
        commands: ["microsoft-edge", "microsoft-edge-stable"],
        manifestFolders: [config("microsoft-edge")],
        flatpak: "com.microsoft.Edge",
      },
      darwin: { programs: apps("Microsoft Edge"), manifestFolders: [library("Microsoft Edge")] },
      win32: {
        programs: below("Microsoft\\Edge\\Application\\msedge.exe", "ProgramFiles(x86)", "ProgramFiles"),
        registryKeys: [software("Microsoft\\Edge")],
      },
    },
  },
  brave: {
    title: "Brave",
    family: "chromium",
    places: {
      linux: {
        programs: ["/usr/bin/brave-browser", "/usr/bin/brave-browser-stable", "/opt/brave.com/brave/brave"],
        commands: ["brave-browser", "brave"],
        manifestFolders: [config("BraveSoftware/Brave-Browser")],
        snap: "brave",
        flatpak: "com.brave.Browser",
      },
      darwin: { programs: apps("Brave Browser"), manifestFolders: [library("BraveSoftware/Brave-Browser")] },
      win32: {
        programs: below("BraveSoftware\\Brave-Browser\\Application\\brave.exe", "ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"),
        // Its own key, and the one of the Chromium that it is built from.
        registryKeys: [software("BraveSoftware\\Brave-Browser"), software("Chromium")],
      },
    },
  },
  vivaldi: {
    title: "Vivaldi",
    family: "chromium",
    places: {
      linux: {
        programs: ["/usr/bin/vivaldi", "/usr/bin/vivaldi-stable", "/opt/vivaldi/vivaldi"],
        commands: ["vivaldi", "vivaldi-stable"],
        manifestFolders: [config("vivaldi")],
        snap: "vivaldi",
        flatpak: "com.vivaldi.Vivaldi",
      },
      darwin: { programs: apps("Vivaldi"), manifestFolders: [library("Vivaldi")] },
      win32: { programs: below("Vivaldi\\Application\\vivaldi.exe", "LOCALAPPDATA", "ProgramFiles"), registryKeys: [software("Vivaldi")] },
    },
  },
  // Reads Google Chrome's places beside its own.
  opera: {
    title: "Opera",
    family: "chromium",
    places: {
      linux: {
        programs: ["/usr/bin/opera", "/usr/lib/x86_64-linux-gnu/opera/opera"],
        commands: ["opera"],
        manifestFolders: [config("opera"), config("google-chrome")],
        snap: "opera",
        flatpak: "com.opera.Opera",
      },
      darwin: { programs: apps("Opera"), manifestFolders: [library("com.operasoftware.Opera"), library("Google/Chrome")] },
      win32: {
        programs: ["%LOCALAPPDATA%\\Programs\\Opera\\opera.exe", "%ProgramFiles%\\Opera\\opera.exe"],
        registryKeys: [software("Opera Software\\Opera Stable"), software("Google\\Chrome")],
      },
    },
  },
  // There is none for Linux.
  arc: {
    title: "Arc",
    family: "chromium",
    places: {
      darwin: { programs: apps("Arc"), manifestFolders: [library("Arc/User Data")] },
      win32: {
        // A store app: its alias is the one path that does not change with the version.
        programs: ["%LOCALAPPDATA%\\Microsoft\\WindowsApps\\Arc.exe"],
        registryKeys: [software("Google\\Chrome"), software("Chromium")],
      },
    },
  },
  // As MDN's page on native manifests lists its places.
  firefox: {
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
        programs: [...apps("Firefox"), "/Applications/Firefox Developer Edition.app"],
        manifestFolders: [library("Mozilla")],
      },
      win32: {
        programs: [
          "%ProgramFiles%\\Mozilla Firefox\\firefox.exe",
          "%ProgramFiles(x86)%\\Mozilla Firefox\\firefox.exe",
          "%LOCALAPPDATA%\\Mozilla Firefox\\firefox.exe",
          "%ProgramFiles%\\Firefox Developer Edition\\firefox.exe",
        ],
        registryKeys: [software("Mozilla")],
      },
    },
  },
  // Folders of its own on Unix, Firefox's registry key on Windows.
  librewolf: {
    title: "LibreWolf",
    family: "firefox",
    places: {
      linux: {
        programs: ["/usr/bin/librewolf", "/usr/lib/librewolf/librewolf", "/usr/share/librewolf/librewolf"],
        commands: ["librewolf"],
        manifestFolders: ["~/.librewolf/native-messaging-hosts"],
        flatpak: "io.gitlab.librewolf-community",
      },
      darwin: { programs: apps("LibreWolf"), manifestFolders: [library("LibreWolf"), library("Mozilla")] },
      win32: { programs: below("LibreWolf\\librewolf.exe", "ProgramFiles", "LOCALAPPDATA"), registryKeys: [software("Mozilla")] },
    },
  },
  // Profiles of its own; it looks native hosts up where Firefox does.
  zen: {
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
        manifestFolders: [library("Mozilla")],
      },
      win32: { programs: below("Zen Browser\\zen.exe", "ProgramFiles", "LOCALAPPDATA"), registryKeys: [software("Mozilla")] },
    },
  },
} as const satisfies Record<string, Browser>;

export type BrowserName = keyof typeof browsers;
export const browserNames = Object.keys(browsers) as readonly BrowserName[];

/** What a browser's row has for a platform; undefined where it does not run. */
export function placeOf(name: BrowserName, platform: Platform): BrowserPlace | undefined {
  const places: Partial<Record<Platform, BrowserPlace>> = browsers[name].places;
  return places[platform];
}

function config(folder: string): string {
  return `{config}/${folder}/NativeMessagingHosts`;
}

function apps(name: string): readonly string[] {
  return [`/Applications/${name}.app`, `~/Applications/${name}.app`];
}

function library(folder: string): string {
  return `~/Library/Application Support/${folder}/NativeMessagingHosts`;
}

/** One path below several variables of Windows. */
function below(path: string, ...variables: readonly string[]): readonly string[] {
  return variables.map((variable) => `%${variable}%\\${path}`);
}

function software(key: string): string {
  return `HKCU\\Software\\${key}\\NativeMessagingHosts`;
}
