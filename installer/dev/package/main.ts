import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type About, readAbout } from "./about.js";
import { mcpb } from "./mcpb.js";
import { packTarball } from "./tarball.js";
import { filesBelow, zip } from "./zip.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The stores want one zip a browser; Edge takes Chrome's build. */
const stores = { chrome: "dist/chrome", edge: "dist/chrome", firefox: "dist/firefox" } as const;

/**
 * `npm run package`: the npm tarball, the stores' zips, the MCP bundle and the registry's server.json, byte for byte the same from the
 * same sources. `--out DIR`: where to; by default dist.
 */
function main(): void {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "dist") } } });
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const about = readAbout(root);
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(out, name), bytes);
    return name;
  };
  const names = [
    packTarball(root, out),
    ...Object.entries(stores).map(([store, folder]) => write(`svc-${store}-${about.version}.zip`, zip(filesBelow(join(root, folder))))),
    write(`${about.name}-${about.version}.mcpb`, mcpb(root, about)),
    write("server.json", `${JSON.stringify(serverJson(about), null, 2)}\n`),
  ];
  for (const name of names) console.log(`${join(values.out, name)}  ${statSync(join(out, name)).size} bytes`);
}

/** What MCP registries publish of the server: `server.json` by the schema of 2025-12-11 (modelcontextprotocol/registry). */
function serverJson({ name, mcpName, version, description }: About) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "svc: page captures for your agent",
    description,
    version,
    packages: [
      {
        registryType: "npm",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: [
          {
            type: "named",
            name: "--project",
            description: "The project's folder; by default found upward from where the server is started",
            format: "filepath",
            isRequired: false,
          },
        ],
      },
    ],
  };
}

main();
