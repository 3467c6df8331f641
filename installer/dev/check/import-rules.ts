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
  "host/store": ["host/contract", "tldts", "node:"],
  "host/operations": ["host/contract", "host/analysis", "host/store", "node:"],
  "host/tools": ["host/contract", "host/analysis", "zod"],
  "host/mcp": ["host/contract", "host/tools", "@modelcontextprotocol/sdk"],
  "host/native": ["host/contract", "node:"],
  "host/project": ["host/contract", "host/store", "node:", "ignore"],
  "host/cli": ["host", "node:", "@modelcontextprotocol/sdk"],
  "host/main.ts": ["host", "node:"],
  "fallback-http": ["host/contract", "hono", "@hono/node-server", "ws", "node:"],
  "fallback-http/main.ts": ["fallback-http", "host/contract", "host/store", "host/operations", "node:"],
  installer: ["host/contract", "host/store", "host/tools/names.ts", "execa", "jsonc-parser", "smol-toml", "@clack/prompts", "zod", "node:"],
  "installer/dev": ["*"],
  "extension/browser.ts": ["webextension-polyfill"],
  "extension/platform.ts": [],
  "extension/messages.ts": ["host/contract"],
  "extension/page-api.ts": ["host/contract"],
  // What captures and their readers must agree on; the rest of the contract would bring its schemas into every page.
  "extension/capture": ["host/contract/urls.ts", "host/contract/trust.ts", "host/contract/test-ids.ts", "host/contract/node-flags.ts"],
  "extension/capture/audit": ["extension/capture", "axe-core"],
  "extension/export": ["host/contract", "fflate"],
  "extension/transport": ["host/contract", "extension/browser.ts"],
  "extension/background": ["host/contract", "extension/transport", "extension/browser.ts", "extension/messages.ts"],
  "extension/sidebar": [
    "host/contract",
    "extension/export",
    "extension/platform.ts",
    "extension/messages.ts",
    "extension/page-api.ts",
    "solid-js",
  ],
  // The one part of the extension that judges: the same judgements as the tools', made of the same code, on demand.
  "extension/inspect": ["host/contract", "host/analysis", "extension/sidebar", "solid-js"],
  "extension/content": ["host/contract", "extension/capture", "extension/platform.ts", "extension/messages.ts", "extension/page-api.ts"],
  "extension/pages": ["host/contract", "extension/browser.ts", "extension/messages.ts", "solid-js"],
  testing: ["*"],
  "extension/e2e": ["*"],
  "extension/fixtures": ["*"],
};
