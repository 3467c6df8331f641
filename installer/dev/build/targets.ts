import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
/** One program for Node, or one script for the browser. Paths are relative to the project's root. */
export interface Target {
  readonly name: string;
  readonly entry: string;
  /** `node`: bundled ES module; `worker`: ES module for an extension's own page or worker; `classic`: one closed script for any page. */
  readonly kind: "node" | "worker" | "classic";
  /** Where the bytes go; the extension's scripts serve every browser. */
  readonly outputs: readonly string[];
  /** The file begins with a shebang and may be executed. */
  readonly executable?: true;
  /** Nearly all of its functions run at once where it is loaded. */
  readonly eager?: true;
}

/** Folders of the unpacked extensions, by the browser family they are for. */
export const extensionFolders = { chrome: "dist/chrome", firefox: "dist/firefox" } as const;

/** Everything that `npm run build` compiles. */
export const targets: readonly Target[] = [
  { name: "server", entry: "host/main.ts", kind: "node", outputs: ["dist/server.js"], executable: true },
  { name: "program", entry: "host/program.ts", kind: "node", outputs: ["dist/program.js"] },
  { name: "http", entry: "fallback-http/main.ts", kind: "node", outputs: ["dist/http.js"] },
  { name: "init", entry: "installer/main.ts", kind: "node", outputs: ["dist/init.js"], executable: true },
  { name: "playwright", entry: "host/playwright/main.ts", kind: "node", outputs: ["dist/playwright.js"] },
  { name: "capture", entry: "extension/capture/main.ts", kind: "classic", outputs: ["dist/capture.js"], eager: true },
  extensionScript("background", "extension/background/main.ts", "worker"),
  extensionScript("content", "extension/content/main.ts", "classic"),
  { ...extensionScript("page", "extension/content/page-script.ts", "classic"), eager: true },
  extensionScript("audit", "extension/content/audit-script.ts", "classic"),
  extensionScript("explain", "extension/content/explain-script.ts", "classic"),
  extensionScript("look-up", "extension/content/look-up-script.ts", "classic"),
  extensionScript("page-world", "extension/content/page-world-script.ts", "classic"),
  extensionScript("snapshot", "extension/content/snapshot-script.ts", "classic"),
  extensionScript("sidebar", "extension/sidebar/main.tsx", "worker"),
  extensionScript("report", "extension/export/main.ts", "worker"),
  extensionScript("inspect", "extension/inspect/findings.ts", "worker"),
  extensionScript("options", "extension/pages/options.tsx", "worker"),
  extensionScript("confirm", "extension/pages/confirm.tsx", "worker"),
  extensionScript("relay", "extension/pages/relay.ts", "worker"),
];

/** Throws for an unknown name. */
export function targetOf(name: string): Target {
  const target = targets.find((one) => one.name === name);
  if (target === undefined) throw new Error(`no target ${name}`);
  return target;
}

const sidebarStyles = ["theme", "panel", "controls", "notes", "page-layer", "inspect"].map(
  (name) => `extension/sidebar/styles/${name}.css`,
);

/** Files that go into the extension as they are; several become one. */
export const extensionFiles: Readonly<Record<string, string | readonly string[]>> = {
  "sidebar.html": "extension/sidebar/sidebar.html",
  "sidebar.css": sidebarStyles,
  ...inFolder("extension/pages", ["confirm.html", "relay.html", "options.html", "options.css"]),
  ...inFolder(
    "extension/pages",
    ["icon-16", "icon-32", "icon-48", "icon-128", "off-16", "off-32"].map((name) => `icons/${name}.png`),
  ),
};

function inFolder(folder: string, files: readonly string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, `${folder}/${file}`]));
}

function extensionScript(name: string, entry: string, kind: Target["kind"]): Target {
  return { name, entry, kind, outputs: Object.values(extensionFolders).map((folder) => `${folder}/${name}.js`) };
}

const manifestSchema = z.record(z.string(), z.unknown());

/** The manifest of one browser family: the common template, the family's own keys over it, and the version. JSON text. */
export function composeManifest(root: string, family: string, version: string): string {
  const read = (name: string) => manifestSchema.parse(JSON.parse(readFileSync(join(root, "manifests", `${name}.json`), "utf8")));
  return `${JSON.stringify({ ...read("base"), ...read(family), version }, null, 2)}\n`;
}
