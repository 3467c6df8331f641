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

/** What a folder may not import in its tests either, `import type` included. */
export const neverImported: Readonly<Record<string, readonly string[]>> = { host: ["extension/e2e"], "fallback-http": ["extension/e2e"] };

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
  "extension/transport": ["host/contract", "extension/browser.ts", "extension/messages.ts"],
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

/** What each folder or file with a rule holds; with `importRules` it makes the table of AGENTS.md. */
export const folderPurposes: Readonly<Record<string, string>> = {
  "host/contract": "what all sides agree on: operations, schemas, errors, limits, URL rules, the one reader of captures. Pure",
  "host/analysis": "judgements over a capture: no disk, no clock",
  "host/store": "the only code that reads or writes `.svc/` and the per-user state; the one place that starts git",
  "host/operations": "what each operation does, whatever the transport",
  "host/tools": "one file per MCP tool, named after it; `context.ts` declares what tools may ask for",
  "host/mcp": "the protocol: server, instructions, prompts, resources",
  "host/native": "frames and connection of native messaging",
  "host/project": "the project's files as tools may read them: listed by git, never through a link",
  "host/cli": "composition of the MCP and the native-host process",
  "host/main.ts": "entry of both",
  "fallback-http": "the same operations over HTTP and a WebSocket, where the native host cannot be reached",
  "fallback-http/main.ts": "composition of the HTTP process",
  installer: "`svc-init`, `doctor`, `status`, `pair`, `trust`, `uninstall`",
  "installer/dev": "what develops the product: `build/`, `package/`, `check/`, `bench/`, `fidelity/`, `mutations/`, `start/`, `demo/`",
  "extension/browser.ts": "the WebExtension API",
  "extension/platform.ts": "which browser this is",
  "extension/messages.ts": "commands and pushes between background and the extension's pages",
  "extension/page-api.ts": "what the sidebar may ask of the page, over a message port",
  "extension/capture": "DOM in, capture out: no extension API; also `dist/capture.js` for any page",
  "extension/capture/audit": "axe-core, on demand",
  "extension/export": "Markdown and report. Pure",
  "extension/transport": "native, HTTP, signer: each yields the same `Call`",
  "extension/background": "all I/O: transport choice, routing, trust",
  "extension/sidebar": "the extension's document in the overlay's frame: `state/` and `view/` (Solid)",
  "extension/inspect": "the Inspect tab, on demand: judges a capture with the code that the tools judge with",
  "extension/content": "what is injected on a click: the overlay with the sidebar's frame, pins, picker, the page's API",
  "extension/pages": "onboarding, options, and the window that asks for consent",
  testing: "folders of this name: helpers of tests, which only tests import",
  "extension/e2e": "real browsers, real processes: harness and tests",
  "extension/fixtures": "one HTML page per hard case; `apps/` is built with real frameworks",
};
