import { z } from "zod";
import { configSchema } from "../../host/contract/config.js";
import { errorStatus } from "../../host/contract/errors.js";
import { operationNames, operations } from "../../host/contract/operations.js";
import { promptsFor } from "../../host/mcp/prompts.js";
import { coreToolNames, toolNames } from "../../host/tools/names.js";
import { type NamedTool, toolsOf } from "../../host/tools/registry.js";

/** Where the generated reference stands. */
export const referenceFile = "host/REFERENCE.md";

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

/** The reference of tools, operations, configuration and errors, as Markdown made from the code that holds them. */
export function reference(): string {
  return [
    "# Reference",
    "Made by `npm run gen` from the code; do not edit.",
    "## MCP tools",
    `Tools with * are those of \`--tools core\`. Every tool takes \`maxTokens\`; a cut answer says so in \`truncated\` and goes on with its \`nextCursor\`.`,
    ...toolsOf("all").map(toolSection),
    "## Prompts",
    table(["prompt", "for"], promptRows()),
    "## Operations",
    "Native messaging takes the name, HTTP the method and path; input and output are the same.",
    table(["operation", "HTTP", "input", "at most"], operationNames.map(operationRow)),
    "## Configuration",
    "Keys of `.svc/config.json`.",
    table(["key", "type", "default", "meaning"], configRows()),
    "## Errors",
    "On every transport and in every tool: `{error: {code, message}}`; `unauthorized` says the `reason`, `no-match` the `projects` there are: id and name.",
    table(
      ["code", "HTTP"],
      Object.entries(errorStatus).map(([code, status]) => [`\`${code}\``, String(status)]),
    ),
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

function operationRow(name: keyof typeof operations): string[] {
  const { method, path, maxBytes, input } = operations[name];
  return [`\`${name}\``, `${method} ${path}`, name === "captures:create" ? "a capture" : fieldsOf(input), bytes(maxBytes)];
}

function fieldsOf(input: z.ZodType): string {
  const schema = objectSchema.parse(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }));
  const fields = Object.keys(schema.properties ?? {}).map((field) => `\`${field}\`${schema.required?.includes(field) ? "" : "?"}`);
  return fields.join(", ") || "–";
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

function bytes(count: number): string {
  return count >= 1024 * 1024 ? `${count / 1024 / 1024} MB` : `${count / 1024} KB`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
