import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toolsOf } from "../../../host/tools/registry.js";
import { noticesName } from "../build/notices.js";
import type { About } from "./about.js";
import { type Files, zip } from "./zip.js";

/** Paths in the bundle and where their files come from. */
const contents = {
  "server/server.js": "dist/server.js",
  "server/program.js": "dist/program.js",
  // Started by the server, from beside it.
  "server/http.js": "dist/http.js",
  "icon.png": "extension/pages/icons/icon-128.png",
  LICENSE: "LICENSE",
  [noticesName]: `dist/${noticesName}`,
} as const;

/** An MCP bundle (`.mcpb`): a zip that desktop clients install by a double click. */
export function mcpb(root: string, about: About): Uint8Array {
  const read = (path: string) => new Uint8Array(readFileSync(join(root, path)));
  const files: Files = new Map([
    ["manifest.json", json(mcpbManifest(about))],
    // Without it Node would have to guess that the programs are modules.
    ["package.json", json({ name: about.name, version: about.version, type: "module", private: true })],
    ...Object.entries(contents).map(([to, from]) => [to, read(from)] as const),
  ]);
  return zip(files);
}

/** The bundle's manifest, version 0.3 of MCPB's specification (MANIFEST.md of modelcontextprotocol/mcpb). */
export function mcpbManifest({ name, version, description, author, license, keywords, engines }: About) {
  return {
    manifest_version: "0.3",
    name,
    display_name: "svc: page captures for your agent",
    version,
    description,
    author: { name: author },
    license,
    keywords,
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: "server/server.js",
      mcp_config: {
        command: "node",
        args: [`${filledIn("__dirname")}/server/server.js`, "--project", filledIn("user_config.project")],
        env: {},
      },
    },
    tools: toolsOf("all").map(({ name: tool, description: purpose }) => ({ name: tool, description: purpose })),
    prompts_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
    user_config: {
      project: {
        type: "directory",
        title: "Project",
        description: "The folder of the project whose pages you capture. Its captures are kept in .svc/ in there.",
        required: true,
      },
    },
  };
}

/** A variable that the client fills in when it installs the bundle. */
function filledIn(name: string): string {
  return `\${${name}}`;
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}
