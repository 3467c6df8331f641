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

const mozilla = "~/.mozilla/native-messaging-hosts";

/** All browsers that we register with; the key is what `--browser` takes. */
export const browsers = {
  chrome: chromium("Google Chrome", {
    linux: onLinux(["google-chrome", "google-chrome-stable", "/opt/google/chrome/chrome"], [config("google-chrome")], {
      flatpak: "com.google.Chrome",
    }),
    darwin: onMac(["Google Chrome"], ["Google/Chrome"]),
    win32: onWindows(below("Google\\Chrome\\Application\\chrome.exe", "ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"), [
      "Google\\Chrome",
    ]),
  }),
  chromium: chromium("Chromium", {
    linux: onLinux(["chromium", "chromium-browser", "/usr/lib/chromium/chromium"], [config("chromium")], {
      snap: "chromium",
      flatpak: "org.chromium.Chromium",
    }),
    darwin: onMac(["Chromium"], ["Chromium"]),
    win32: onWindows(below("Chromium\\Application\\chrome.exe", "LOCALAPPDATA", "ProgramFiles"), ["Chromium"]),
  }),
  edge: chromium("Microsoft Edge", {
    linux: onLinux(["microsoft-edge", "microsoft-edge-stable", "/opt/microsoft/msedge/msedge"], [config("microsoft-edge")], {
      flatpak: "com.microsoft.Edge",
    }),
    darwin: onMac(["Microsoft Edge"], ["Microsoft Edge"]),
    win32: onWindows(below("Microsoft\\Edge\\Application\\msedge.exe", "ProgramFiles(x86)", "ProgramFiles"), ["Microsoft\\Edge"]),
  }),
  // On Windows its own key, and the one of the Chromium that it is built from.
  brave: chromium("Brave", {
    linux: onLinux(
      ["brave-browser", "brave-browser-stable", "brave", "/opt/brave.com/brave/brave"],
      [config("BraveSoftware/Brave-Browser")],
      { snap: "brave", flatpak: "com.brave.Browser" },
    ),
    darwin: onMac(["Brave Browser"], ["BraveSoftware/Brave-Browser"]),
    win32: onWindows(below("BraveSoftware\\Brave-Browser\\Application\\brave.exe", "ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"), [
      "BraveSoftware\\Brave-Browser",
      "Chromium",
    ]),
  }),
  vivaldi: chromium("Vivaldi", {
    linux: onLinux(["vivaldi", "vivaldi-stable", "/opt/vivaldi/vivaldi"], [config("vivaldi")], {
      snap: "vivaldi",
      flatpak: "com.vivaldi.Vivaldi",
    }),
    darwin: onMac(["Vivaldi"], ["Vivaldi"]),
    win32: onWindows(below("Vivaldi\\Application\\vivaldi.exe", "LOCALAPPDATA", "ProgramFiles"), ["Vivaldi"]),
  }),
  // Reads Google Chrome's places beside its own.
  opera: chromium("Opera", {
    linux: onLinux(["opera", "/usr/lib/x86_64-linux-gnu/opera/opera"], [config("opera"), config("google-chrome")], {
      snap: "opera",
      flatpak: "com.opera.Opera",
    }),
    darwin: onMac(["Opera"], ["com.operasoftware.Opera", "Google/Chrome"]),
    win32: onWindows(
      ["%LOCALAPPDATA%\\Programs\\Opera\\opera.exe", "%ProgramFiles%\\Opera\\opera.exe"],
      ["Opera Software\\Opera Stable", "Google\\Chrome"],
    ),
  }),
  // There is none for Linux. On Windows a store app: its alias is the one path that does not change with the version.
  arc: chromium("Arc", {
    darwin: onMac(["Arc"], ["Arc/User Data"]),
    win32: onWindows(["%LOCALAPPDATA%\\Microsoft\\WindowsApps\\Arc.exe"], ["Google\\Chrome", "Chromium"]),
  }),
  // As MDN's page on native manifests lists its places.
  firefox: firefox("Firefox", {
    linux: onLinux(["firefox", "firefox-esr", "/usr/lib/firefox/firefox", "/opt/firefox/firefox"], [mozilla], {
      snap: "firefox",
      flatpak: "org.mozilla.firefox",
    }),
    darwin: onMac(["Firefox", "Firefox Developer Edition"], ["Mozilla"]),
    win32: onWindows(
      [
        ...below("Mozilla Firefox\\firefox.exe", "ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"),
        ...below("Firefox Developer Edition\\firefox.exe", "ProgramFiles"),
      ],
      ["Mozilla"],
    ),
  }),
  // Folders of its own on Unix, Firefox's registry key on Windows.
  librewolf: firefox("LibreWolf", {
    linux: onLinux(
      ["librewolf", "/usr/lib/librewolf/librewolf", "/usr/share/librewolf/librewolf"],
      ["~/.librewolf/native-messaging-hosts"],
      { flatpak: "io.gitlab.librewolf-community" },
    ),
    darwin: onMac(["LibreWolf"], ["LibreWolf", "Mozilla"]),
    win32: onWindows(below("LibreWolf\\librewolf.exe", "ProgramFiles", "LOCALAPPDATA"), ["Mozilla"]),
  }),
  // Profiles of its own; it looks native hosts up where Firefox does.
  zen: firefox("Zen Browser", {
    linux: onLinux(["zen-browser", "zen", "/opt/zen-browser/zen", "/opt/zen/zen"], [mozilla], { flatpak: "app.zen_browser.zen" }),
    darwin: onMac(["Zen", "Zen Browser"], ["Mozilla"]),
    win32: onWindows(below("Zen Browser\\zen.exe", "ProgramFiles", "LOCALAPPDATA"), ["Mozilla"]),
  }),
} as const satisfies Record<string, Browser>;

export type BrowserName = keyof typeof browsers;
export const browserNames = Object.keys(browsers) as readonly BrowserName[];

/** What a browser's row has for a platform; undefined where it does not run. */
export function browserPlace(name: BrowserName, platform: Platform): BrowserPlace | undefined {
  return browsers[name].places[platform];
}

function chromium(title: string, places: Browser["places"]): Browser {
  return { title, family: "chromium", places };
}

function firefox(title: string, places: Browser["places"]): Browser {
  return { title, family: "firefox", places };
}

/** `names`: commands, which lie in /usr/bin or on PATH, and paths. */
function onLinux(names: readonly string[], manifestFolders: readonly string[], packages: { snap?: string; flatpak: string }): BrowserPlace {
  const commands = names.filter((name) => !name.startsWith("/"));
  return { programs: names.map((name) => (name.startsWith("/") ? name : `/usr/bin/${name}`)), commands, manifestFolders, ...packages };
}

function onMac(names: readonly string[], folders: readonly string[]): BrowserPlace {
  return {
    programs: names.flatMap((name) => [`/Applications/${name}.app`, `~/Applications/${name}.app`]),
    manifestFolders: folders.map((folder) => `~/Library/Application Support/${folder}/NativeMessagingHosts`),
  };
}

function onWindows(programs: readonly string[], keys: readonly string[]): BrowserPlace {
  return { programs, registryKeys: keys.map((key) => `HKCU\\Software\\${key}\\NativeMessagingHosts`) };
}

/** One path below several variables of Windows. */
function below(path: string, ...variables: readonly string[]): readonly string[] {
  return variables.map((variable) => `%${variable}%\\${path}`);
}

function config(folder: string): string {
  return `{config}/${folder}/NativeMessagingHosts`;
}
