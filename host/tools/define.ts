import { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { Answer } from "./answer.js";
import type { ToolContext } from "./context.js";

/** What a call brings beside its arguments. */
export interface ToolCall {
  /** Aborts when the client gives the call up or goes away. */
  readonly signal: AbortSignal;
  /** The place that a cursor of the tool's own kind names. */
  readonly cursor: string | undefined;
}

export interface ToolDefinition<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  /** What it answers and when to use it; at most 300 characters. */
  readonly description: string;
  readonly input: Shape;
  /** `reads`: changes nothing. `changes`: writes marks into the project's store. `asks`: asks the user for something. */
  readonly effect: "reads" | "changes" | "asks";
  /** Who makes and reads the cursor: the door, which counts rows, or the tool, or nobody because nothing is ever cut. */
  readonly paging: "rows" | "own" | "none";
  readonly run: (context: ToolContext, input: z.output<z.ZodObject<Shape>>, call: ToolCall) => Promise<Answer>;
}

/** Arguments after the door has taken out its own. */
export interface ToolArguments {
  readonly input: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  readonly cursor: string | undefined;
}

export interface Tool extends Pick<ToolDefinition<z.ZodRawShape>, "name" | "title" | "description" | "effect" | "paging"> {
  /** JSON Schema of the arguments, as short as it can be. */
  readonly schema: () => { readonly type: "object"; readonly [key: string]: unknown };
  /** Checks arguments that nobody has looked at. Throws ServiceError `invalid-input`, which names each wrong or unknown one. */
  readonly check: (args: unknown) => ToolArguments;
  /** Runs on checked input. */
  readonly run: (context: ToolContext, input: ToolArguments["input"], call: ToolCall) => Promise<Answer>;
}

/** Puts schema and handler of one tool together; the arguments that every tool has are added here. */
export function defineTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  const { name, title, description, effect, paging } = definition;
  const own = z.strictObject(definition.input);
  const all = z.strictObject({ ...definition.input, ...(paging === "none" ? {} : { cursor }), maxTokens });
  return {
    name,
    title,
    description,
    effect,
    paging,
    schema: () => schemaOf(all),
    check: (args) => {
      const parsed = all.safeParse(args ?? {});
      if (!parsed.success) throw new ServiceError("invalid-input", complaintOf(parsed.error, Object.keys(all.shape)));
      const { maxTokens: tokens, cursor: place, ...input } = z.looseObject(door).parse(parsed.data);
      return { input, maxTokens: tokens ?? limits.toolTokensDefault, cursor: place };
    },
    run: (context, input, call) => definition.run(context, own.parse(input), call),
  };
}

const maxTokens = z
  .int()
  .min(limits.toolTokensMin)
  .max(limits.toolTokensMax)
  .optional()
  .describe(`Token limit (${limits.toolTokensDefault})`);
const cursor = z.string().max(200).optional().describe("A nextCursor");
const door = { maxTokens, cursor };

/** What the agent needs to write a call. Bounds of texts are checked and not told: the schema stands in its context all the time. */
function schemaOf(schema: z.ZodType): { type: "object"; [key: string]: unknown } {
  const { properties, required } = z.toJSONSchema(schema, { io: "input", override: ({ jsonSchema }) => dropBounds(jsonSchema) });
  return { type: "object", properties, ...(required === undefined ? {} : { required }) };
}

function dropBounds(schema: { minLength?: number; maxLength?: number; pattern?: string; maxItems?: number }): void {
  for (const bound of ["minLength", "maxLength", "pattern", "maxItems"] as const) delete schema[bound];
}

function complaintOf(error: z.ZodError, allowed: readonly string[]): string {
  const complaints = error.issues.map((issue) => {
    if (issue.code === "unrecognized_keys") return `unknown argument ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    const where = issue.path.length === 0 ? "the arguments" : issue.path.join(".");
    return `${where}: ${issue.message.replace(/^Invalid input: /, "")}`;
  });
  return `These arguments do not fit: ${complaints.join("; ")}. Allowed: ${allowed.join(", ")}.`;
}
