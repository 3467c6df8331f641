import { z } from "zod";
import { configSchema } from "../../host/contract/config.js";
import { errorStatus } from "../../host/contract/errors.js";
import { eventSchema } from "../../host/contract/events.js";
import { operationNames, operations } from "../../host/contract/operations.js";
import { promptsFor } from "../../host/mcp/prompts.js";
import { coreToolNames, toolNames } from "../../host/tools/names.js";
import { type NamedTool, toolsOf } from "../../host/tools/registry.js";
import { agentsPage, withFolderTable } from "./check/guides.js";
import { withMade } from "./made.js";

/** The pages of which `npm run gen` makes all or parts: what each becomes. Throws where one lacks a marker. */
export const madePages: Readonly<Record<string, (text: string) => string>> = {
  "host/REFERENCE.md": reference,
  "host/PROTOCOL.md": (text) =>
    withMade(
      withMade(withMade(text, "host/contract/operations.ts", operationTable()), "host/contract/events.ts", eventTable()),
      "host/contract/errors.ts",
      errorTable(),
    ),
  [agentsPage]: withFolderTable,
};

/** As much of JSON Schema as our own schemas use. */
const propertySchema = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  default: z.unknown().optional(),
  get anyOf() {
    return z.array(propertySchema).optional();
  },
  get items() {
    return propertySchema.optional();
  },
});
type Property = z.infer<typeof propertySchema>;

const objectSchema = z.object({ properties: z.record(z.string(), propertySchema).optional(), required: z.array(z.string()).optional() });

/** The reference of tools, prompts and configuration, as Markdown made from the code that holds them. */
function reference(): string {
  return [
    "# Reference",
    "Made by `npm run gen` from the code; do not edit.",
    "## MCP tools",
    `Tools with * are those of \`--tools core\`. Every tool takes \`maxTokens\`; a cut answer says so in \`truncated\` and goes on with its \`nextCursor\`.`,
    ...toolsOf("all").map(toolSection),
    "## Prompts",
    table(["prompt", "for"], promptRows()),
    "## Configuration",
    "Keys of `.svc/config.json`.",
    table(["key", "type", "default", "meaning"], configRows()),
    "",
  ].join("\n\n");
}

function toolSection(tool: NamedTool): string {
  const core = coreToolNames.includes(tool.name) ? "*" : "";
  const schema = objectSchema.parse(tool.schema());
  const rows = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== "maxTokens" && name !== "cursor")
    .map(([name, property]) => [`\`${name}\`${schema.required?.includes(name) ? "" : "?"}`, typeOf(property), property.description ?? ""]);
  const head = `### ${tool.name}${core}\n\n${tool.description}`;
  return rows.length === 0 ? head : `${head}\n\n${table(["argument", "type", "meaning"], rows)}`;
}

function promptRows(): string[][] {
  return promptsFor(toolNames)
    .list()
    .map(({ name, description }) => [`\`${name}\``, description ?? ""]);
}

function configRows(): string[][] {
  const schema = objectSchema.parse(z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" }));
  return Object.entries(schema.properties ?? {}).map(([key, property]) => [
    `\`${key}\``,
    typeOf(property),
    `\`${JSON.stringify(property.default)}\``,
    property.description ?? "",
  ]);
}

function typeOf({ type, enum: values, anyOf, items, minimum, maximum }: Property): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (type === "array") return `list of ${items === undefined ? "anything" : typeOf(items)}`;
  const isBounded = (type === "integer" || type === "number") && minimum !== undefined && maximum !== undefined;
  return isBounded ? `${type} ${minimum}–${maximum}` : (type ?? "anything");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function operationTable(): string {
  const rows = operationNames.map((name) => {
    const { method, path, status, maxBytes, input, output } = operations[name];
    const isCapture = name === "captures:create";
    return [
      `\`${name}\``,
      `${method} ${path}`,
      isCapture ? "a capture" : fieldsOf(input),
      bytes(maxBytes),
      String(status),
      fieldsOf(output),
    ];
  });
  return table(["operation", "HTTP", "input", "at most", "status", "output"], rows);
}

function eventTable(): string {
  return table(
    ["event", "with"],
    eventSchema.options.map((option) => [`\`${option.shape.type.value}\``, fieldsOf(option, "type")]),
  );
}

function errorTable(): string {
  return table(
    ["code", "HTTP"],
    Object.entries(errorStatus).map(([code, status]) => [`\`${code}\``, String(status)]),
  );
}

/** The fields of an object, a question mark after those that may be missing; `without` one. */
function fieldsOf(schema: z.ZodType, without = ""): string {
  const { properties = {}, required = [] } = objectSchema.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return (
    Object.keys(properties)
      .filter((field) => field !== without)
      .map((field) => `\`${field}\`${required.includes(field) ? "" : "?"}`)
      .join(", ") || "–"
  );
}

function bytes(count: number): string {
  return count >= 1024 * 1024 ? `${count / 1024 / 1024} MB` : `${count / 1024} KB`;
}
