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
