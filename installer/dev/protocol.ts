import { z } from "zod";
import { errorStatus } from "../../host/contract/errors.js";
import { eventSchema } from "../../host/contract/events.js";
import { operationNames, operations } from "../../host/contract/operations.js";
import { withMade } from "./made.js";
import { table } from "./reference.js";

/** The page of the wire. */
export const protocolFile = "host/PROTOCOL.md";

/** The page with its tables made again from the schemas. Throws when a marker is missing. */
export function withProtocolTables(text: string): string {
  return withMade(
    withMade(withMade(text, "host/contract/operations.ts", operationTable()), "host/contract/events.ts", eventTable()),
    "host/contract/errors.ts",
    errorTable(),
  );
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

const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()).optional(), required: z.array(z.string()).optional() });

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
