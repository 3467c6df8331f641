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
  "CHANGELOG.md",
  ".ci",
  ".github",
  ".gitattributes",
  ".gitignore",
];

/** What a folder may not import in its tests either, `import type` included. */
export const neverImported: Readonly<Record<string, readonly string[]>> = { host: ["extension/e2e"], "fallback-http": ["extension/e2e"] };

/**
 * Who may import whom at run time: a folder (or one file), the folders, files and packages that it may use beside itself, and what it holds.
 * `node:` stands for all of Node's own. `*` marks development code, which no other folder may import. A folder with no rule fails.
 */
const table = `
host/contract | zod | what all sides agree on: operations, schemas, errors, limits, URL rules, the one reader of captures. Pure
host/analysis | host/contract @jridgewell/trace-mapping @noble/hashes css-what culori fast-png fflate | judgements over a capture: no disk, no clock
host/command-line.ts | host/contract node: | parses the command lines of all programs
host/store | host/contract tldts node: | the only code that reads or writes \`.svc/\` and the per-user state; the one place that starts git
host/operations | host/contract host/analysis host/store node: | what each operation does, whatever the transport
host/tools | host/contract host/analysis zod | one file per MCP tool, named after it; \`context.ts\` declares what tools may ask for
host/mcp | host/contract host/tools @modelcontextprotocol/sdk | the protocol: server, instructions, prompts, resources
host/native | host/contract node: | frames and connection of native messaging
host/project | host/contract host/store node: | the project's files as tools may read them: listed by git, through no link but those between installed packages
host/playwright | host/contract host/analysis host/project host/store/project-root.ts host/tools/source-search.ts zod @playwright/test node: | \`svc-capture/playwright\`: fixture, matchers and cases of notes for the tests of a project
host/cli | host node: @modelcontextprotocol/sdk | composition of the MCP and the native-host process
host/main.ts | host node: | entry: what agents run after each turn ends here
host/program.ts | host node: | what the entry loads for all else
fallback-http | host/contract host/command-line.ts hono @hono/node-server ws node: | the same operations over HTTP and a WebSocket, where the native host cannot be reached
fallback-http/main.ts | fallback-http host/contract host/store host/operations node: | composition of the HTTP process
installer | host/contract host/command-line.ts host/native/framing.ts host/store host/operations/keep.ts host/tools/names.ts execa jsonc-parser smol-toml fflate @clack/prompts zod node: | \`svc-init\`, \`doctor\`, \`status\`, \`pair\`, \`trust\`, \`import\`, \`keep\`, \`uninstall\`
installer/dev | * | what develops the product: \`build/\`, \`package/\`, \`check/\`, \`bench/\`, \`fidelity/\`, \`mutations/\`, \`clients/\`, \`start/\`, \`demo/\`
extension/browser.ts | webextension-polyfill | the WebExtension API
extension/platform.ts | – | which browser this is
extension/random-id.ts | – | random ids, on pages without TLS too
extension/messages.ts | host/contract | commands and pushes between background and the extension's pages
extension/page-api.ts | host/contract | what the sidebar may ask of the page, over a message port
extension/shortcuts.ts | extension/browser.ts | the keys that the browser has granted
extension/page-errors.ts | host/contract | records a page's uncaught errors, in the page's own world or in ours
extension/capture | host/contract/escapes.ts host/contract/generated-names.ts extension/random-id.ts host/contract/urls.ts host/contract/hosts.ts host/contract/trust.ts host/contract/test-ids.ts host/contract/node-flags.ts host/contract/private-attributes.ts host/contract/group-by.ts host/contract/memoized.ts | DOM in, capture out: no extension API; also \`dist/capture.js\` for any page
extension/capture/cascade | extension/capture host/contract/urls.ts host/contract/group-by.ts host/contract/memoized.ts css-what | which declarations give an element its look, on demand
extension/capture/audit | extension/capture axe-core | axe-core, on demand
extension/export | host/contract fflate | Markdown and report. Pure
extension/transport | host/contract extension/browser.ts extension/messages.ts | native, HTTP, signer: each yields the same \`Call\`
extension/background | host/contract extension/transport extension/browser.ts extension/messages.ts extension/page-errors.ts extension/shortcuts.ts | all I/O: transport choice, routing, trust
extension/sidebar | host/contract extension/export extension/platform.ts extension/random-id.ts extension/messages.ts extension/page-api.ts solid-js | the extension's document in the overlay's frame: \`state/\` and \`view/\` (Solid)
extension/inspect | host/contract host/analysis extension/sidebar | judges a capture for the Inspect tab, on demand, with the code that the tools judge with
extension/content | host/contract extension/capture extension/platform.ts extension/random-id.ts extension/messages.ts extension/page-api.ts extension/page-errors.ts | what is injected on a click: the overlay with the sidebar's frame, pins, picker, the page's API
extension/pages | host/contract extension/browser.ts extension/platform.ts extension/messages.ts extension/shortcuts.ts solid-js | onboarding, options, and the window that asks for consent
testing | * | folders of this name: helpers of tests, which only tests import
extension/e2e | * | real browsers, real processes: harness and tests
extension/fixtures | * | one HTML page per hard case; \`apps/\` is built with real frameworks`;

interface ImportRule {
  readonly mayImport: readonly string[];
  /** For the table of AGENTS.md. */
  readonly purpose: string;
}

export const importRules: ReadonlyMap<string, ImportRule> = new Map(
  table
    .trim()
    .split("\n")
    .map((row) => {
      const [path = "", mayImport = "", purpose = ""] = row.split(" | ");
      return [path, { mayImport: mayImport === "–" ? [] : mayImport.split(" "), purpose }];
    }),
);
