import { z } from "zod";
import { ServiceError } from "../contract/errors.js";
import { limits } from "../contract/limits.js";
import type { Answer } from "./answer.js";
import type { ToolContext } from "./context.js";
import type { ToolName } from "./names.js";

/** What a call brings beside its arguments. */
export interface ToolCall {
  /** Aborts when the client gives the call up or goes away. */
  readonly signal: AbortSignal;
  /** The place that a cursor of the tool's own kind names. */
  readonly cursor: string | undefined;
  /** The capture that a cut answer goes on with, for tools that take none as an argument. */
  readonly pinned: string | undefined;
  /** What the answer may cost; lists are cut to it by the door, and only other texts need to mind it. */
  readonly maxTokens: number;
  /** Whether a tool is served beside this one: an answer names no other. */
  readonly offers: (name: ToolName) => boolean;
  /** What a piece of text costs in an answer, at most. */
  readonly tokensOf: (text: string) => number;
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
  /** Token limit of an answer when the agent names none; the general one by default. */
  readonly usualTokens?: number;
  readonly run: (context: ToolContext, input: z.output<z.ZodObject<Shape>>, call: ToolCall) => Promise<Answer>;
}

/** Arguments after the door has taken out its own. */
export interface ToolArguments {
  readonly input: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  readonly cursor: string | undefined;
}

export interface Tool extends Pick<ToolDefinition<z.ZodRawShape>, "name" | "title" | "description" | "effect" | "paging"> {
  /** Whether a capture can be named in its arguments. */
  readonly takesCapture: boolean;
  /** JSON Schema of the arguments, as short as it can be. */
  readonly schema: () => { readonly type: "object"; readonly [key: string]: unknown };
  /** Checks arguments that nobody has looked at. Throws ServiceError `invalid-input`, which names each wrong or unknown one. */
  readonly check: (args: unknown) => ToolArguments;
  /** Runs on checked input. */
  readonly run: (context: ToolContext, input: ToolArguments["input"], call: ToolCall) => Promise<Answer>;
}

/** Puts schema and handler of one tool together; the arguments that every tool has are added here. */
export function defineTool<Shape extends z.ZodRawShape>(definition: ToolDefinition<Shape>): Tool {
  const { name, title, description, effect, paging, usualTokens = limits.toolTokensDefault } = definition;
  const maxTokens = tokensArgument(usualTokens);
  const own = z.strictObject(definition.input);
  const all = z.strictObject({ ...definition.input, ...(paging === "none" ? {} : { cursor }), maxTokens });
  return {
    name,
    title,
    description,
    effect,
    paging,
    takesCapture: "capture" in definition.input,
    schema: () => schemaOf(all),
    check: (args) => {
      const parsed = all.safeParse(args ?? {});
      if (!parsed.success) throw new ServiceError("invalid-input", complaintOf(parsed.error, Object.keys(all.shape)));
      const { maxTokens: tokens, cursor: place, ...input } = z.looseObject({ maxTokens, cursor }).parse(parsed.data);
      return { input, maxTokens: tokens ?? usualTokens, cursor: place };
    },
    run: (context, input, call) => definition.run(context, own.parse(input), call),
  };
}

function tokensArgument(usual: number) {
  return z
    .int()
    .min(limits.toolTokensMin)
    .max(limits.toolTokensMax)
    .optional()
    .describe(usual === limits.toolTokensDefault ? "200-20000" : `200-20000, usually ${usual}`);
}

const cursor = z.string().max(400).optional().describe("nextCursor");

/** What the agent needs to write a call. Bounds are checked and mostly not told: the schema stands in its context all the time. */
function schemaOf(schema: z.ZodType): { type: "object"; [key: string]: unknown } {
  const { properties, required } = z.toJSONSchema(schema, { io: "input", override: ({ jsonSchema }) => dropBounds(jsonSchema) });
  return { type: "object", properties, ...(required === undefined ? {} : { required }) };
}

const bounds = ["minLength", "maxLength", "pattern", "minItems", "maxItems", "minimum", "maximum"] as const;

function dropBounds(schema: { [Key in (typeof bounds)[number] | "type"]?: unknown } & { enum?: unknown }): void {
  for (const bound of bounds) delete schema[bound];
  // Its values say the type.
  if (schema.enum !== undefined) delete schema.type;
}

function complaintOf(error: z.ZodError, allowed: readonly string[]): string {
  // A value of the wrong kind is told once, whatever else its kind could not hold.
  const first = error.issues.filter(
    ({ code, path }, index, all) => code === "unrecognized_keys" || all.findIndex((other) => other.path.join() === path.join()) === index,
  );
  const complaints = first.map((issue) => {
    if (issue.code === "unrecognized_keys") return `unknown argument ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    const where = issue.path.length === 0 ? "the arguments" : issue.path.join(".");
    return `${where}: ${issue.message.replace(/^Invalid input: /, "")}`;
  });
  return `These arguments do not fit: ${complaints.join("; ")}. Allowed: ${allowed.join(", ")}.`;
}
