/** What may stand at the top of the project. */
export const topLevel: readonly string[] = [
  "host",
  "extension",
  "installer",
  "fallback-http",
  "manifests",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "biome.json",
  "LICENSE",
  "README.md",
  "AGENTS.md",
  ".ci",
  ".github",
  ".gitignore",
];

/**
 * Who may import whom at run time: a folder (or one file) to the folders, files and packages it may use beside itself; `node:` stands
 * for all of Node's own. `*` marks development code, which no other folder may import. A folder with no rule fails.
 */
export const importRules: Readonly<Record<string, readonly string[]>> = {
  "host/contract": ["zod"],
  "host/analysis": ["host/contract", "culori"],
  "host/store": ["host/contract", "node:", "write-file-atomic"],
  "host/operations": ["host/contract", "host/analysis", "host/store", "node:"],
  "host/tools": ["host/contract", "host/analysis", "zod"],
  "host/mcp": ["host/contract", "host/tools", "@modelcontextprotocol/sdk"],
  "host/native": ["host/contract", "node:"],
  "host/main.ts": ["host", "node:"],
  "fallback-http": ["host/contract", "hono", "@hono/node-server", "ws", "node:"],
  "fallback-http/main.ts": ["fallback-http", "host/contract", "host/store", "host/operations", "node:"],
  installer: ["host/contract", "host/store", "host/tools/names.ts", "execa", "jsonc-parser", "smol-toml", "@clack/prompts", "zod", "node:"],
  "installer/build": ["*"],
  "installer/bench": ["*"],
  "installer/fidelity": ["*"],
  "installer/dev": ["*"],
  "installer/start": ["*"],
  "extension/browser.ts": ["webextension-polyfill"],
  "extension/messages.ts": ["host/contract"],
  "extension/capture": [],
  "extension/export": ["host/contract", "fflate"],
  "extension/transport": ["host/contract", "extension/browser.ts"],
  "extension/background": ["host/contract", "extension/transport", "extension/browser.ts", "extension/messages.ts"],
  "extension/sidebar": ["host/contract", "extension/export", "solid-js"],
  "extension/content": ["extension/capture", "extension/sidebar", "extension/export", "extension/browser.ts", "extension/messages.ts"],
  "extension/pages": ["host/contract", "extension/browser.ts", "extension/messages.ts", "solid-js"],
  "extension/e2e": ["*"],
  "extension/fixtures": ["*"],
};
