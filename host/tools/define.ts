import { z } from "zod";
import { fieldComplaint, ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { Answer } from "./answer.js";
import type { ToolContext } from "./context.js";
import type { ToolName } from "./names.js";

export interface ToolCall {
  /** Aborts when the client abandons the call or disconnects. */
  readonly signal: AbortSignal;
  /** The place that a cursor of the tool's own kind names. */
  readonly cursor: string | undefined;
  /** The capture that a cut answer goes on with, for tools that take none as an argument. */
  readonly pinned: string | undefined;
  /** What the answer may cost; lists are cut to it when the answer is rendered, and only other texts need to mind it. */
  readonly maxTokens: number;
  /** Whether a tool is served beside this one: an answer names no other. */
  readonly offers: (name: ToolName) => boolean;
  /** What a piece of text costs in an answer, at most. */
  readonly tokensOf: (text: string) => number;
}

export interface ToolDefinition<Shape extends z.ZodRawShape> {
  readonly title: string;
  /** What it answers and when to use it; at most 300 characters. */
  readonly description: string;
  readonly input: Shape;
  /** `reads`: changes nothing. `changes`: writes marks into the project's store. `asks`: asks the user for something. */
  readonly effect: "reads" | "changes" | "asks";
  /** Who makes and reads the cursor; see host/mcp/tool-dispatcher.ts. */
  readonly paging: "rows" | "own" | "none";
  /** Whether the schema names the cursor. Where it is rarely needed it is accepted and left out of the list, which stands in every agent's context. */
  readonly listsCursor?: boolean;
  /** Token limit of an answer when the agent names none; the general one by default. */
  readonly usualTokens?: number;
  readonly run: (context: ToolContext, input: z.output<z.ZodObject<Shape>>, call: ToolCall) => Promise<Answer>;
}

export interface ParsedCall {
  readonly maxTokens: number;
  readonly cursor: string | undefined;
  readonly capture: string | undefined;
  readonly run: (context: ToolContext, call: ToolCall) => Promise<Answer>;
}

export interface Tool extends Pick<ToolDefinition<z.ZodRawShape>, "title" | "description" | "effect" | "paging"> {
  /** Reads captures and nothing of this process: its answer is the same in any process or thread. */
  readonly judges: boolean;
  /** JSON Schema of the arguments, as short as it can be. */
  readonly schema: () => { readonly type: "object"; readonly [key: string]: unknown };
  /** Validates arguments from outside. Throws ServiceError `invalid-input`, which names each wrong or unknown one. */
  readonly parse: (args: unknown) => ParsedCall;
}

/** Builds a tool from its schema and handler; adds the arguments that every tool has. */
export function defineTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  const { title, description, effect, paging, listsCursor = false, usualTokens = limits.toolTokensDefault } = definition;
  const shared = { ...(paging === "none" ? {} : { cursor }), maxTokens: tokensArgument(usualTokens) };
  const schema = z.strictObject({ ...definition.input, ...shared });
  const takesCapture = "capture" in definition.input;
  const judges = effect === "reads" && ["capture", "captures", "before", "annotation"].some((name) => name in definition.input);
  return {
    ...{ title, description, effect, paging, judges },
    schema: () => schemaOf(schema, listsCursor),
    parse: (args) => {
      const { success, data, error } = schema.safeParse(args ?? {});
      if (!success) throw new ServiceError("invalid-input", complaintOf(error, Object.keys(schema.shape)));
      const { maxTokens = usualTokens, cursor: place, ...own } = data as SharedArguments;
      // The compiler cannot see that what is left of the output has the definition's own shape.
      const input = own as z.output<z.ZodObject<Shape>>;
      return {
        maxTokens,
        cursor: place,
        capture: own.capture,
        run: (context, call) =>
          definition.run(context, takesCapture && call.pinned !== undefined ? { ...input, capture: call.pinned } : input, call),
      };
    },
  };
}

interface SharedArguments {
  readonly maxTokens?: number;
  readonly cursor?: string;
  readonly capture?: string;
}

/** A limit below the general one is not worth its words: an answer that was cut states it. */
function tokensArgument(usual: number) {
  return z
    .int()
    .min(limits.toolTokensMin)
    .max(limits.toolTokensMax)
    .optional()
    .describe(usual <= limits.toolTokensDefault ? "<=20k" : `<=20k, usually ${usual}`);
}

const cursor = z.string().max(400).optional().describe("nextCursor");

/** What the agent needs to write a call. Bounds are checked and mostly left out: the schema stays in its context. */
function schemaOf(schema: z.ZodType, listsCursor: boolean): { type: "object"; [key: string]: unknown } {
  const { properties = {}, required } = z.toJSONSchema(schema, { io: "input", override: ({ jsonSchema }) => dropBounds(jsonSchema) });
  const listed = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "cursor" || listsCursor));
  return { type: "object", properties: listed, ...(required === undefined ? {} : { required }) };
}

const bounds = [
  ...["minLength", "maxLength", "pattern", "minItems", "maxItems", "minimum", "maximum"],
  ...["propertyNames", "additionalProperties"],
] as const;

function dropBounds(schema: { [Key in (typeof bounds)[number] | "type"]?: unknown } & { enum?: unknown }): void {
  for (const bound of bounds) delete schema[bound];
  // Its values imply the type.
  if (schema.enum !== undefined) delete schema.type;
}

function complaintOf(error: z.ZodError, allowed: readonly string[]): string {
  // A value of the wrong type is reported once.
  const first = error.issues.filter(
    ({ code, path }, index, all) => code === "unrecognized_keys" || all.findIndex((other) => other.path.join() === path.join()) === index,
  );
  const complaints = first.map((issue) => {
    if (issue.code === "unrecognized_keys") return `unknown argument ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    const where = issue.path.length === 0 ? "the arguments" : issue.path.join(".");
    return `${where}: ${fieldComplaint(issue.message)}`;
  });
  return `These arguments do not fit: ${complaints.join("; ")}. Allowed: ${allowed.join(", ")}.`;
}
