import type { About } from "./about.js";

/** What MCP registries publish of the server: `server.json` by the schema of 2025-12-11 (modelcontextprotocol/registry). */
export function serverJson({ name, mcpName, version, description }: About) {
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
