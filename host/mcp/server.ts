import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import { mcpServerName } from "../contract/names.js";
import type { ToolContext } from "../tools/context.js";
import { coreToolNames, type ToolName } from "../tools/names.js";
import type { NamedTool } from "../tools/registry.js";
import { instructionsFor } from "./instructions.js";
import type { ToolDispatcher } from "./tool-dispatcher.js";

interface McpOptions {
  readonly version: string;
  readonly tools: "core" | "all";
  /** Opens the project's store on first use: the client's handshake does not wait for it. */
  readonly context: () => Promise<ToolContext>;
  /** Takes one line for the debug log. */
  readonly log: (line: string) => void;
  /** Where long judgements run. */
  readonly apart?: ToolDispatcher;
}

/**
 * The MCP server, not connected yet. Everything but the handshake is loaded when it is first asked for: agents start this program
 * often and wait for it.
 */
export function makeMcpServer(options: McpOptions): Server {
  const has = (name: ToolName) => options.tools === "all" || coreToolNames.includes(name);
  const server = new Server(
    { name: mcpServerName, title: "svc", version: options.version },
    {
      capabilities: { tools: {}, prompts: {}, resources: { listChanged: true } },
      instructions: instructionsFor(has),
      // Only elicitation needs one, and this server never elicits; the default would be compiled at every start.
      jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "not used" }) },
    },
  );
  let loaded: ReturnType<typeof loadParts> | undefined;
  const parts = () => {
    loaded ??= loadParts(options);
    return loaded;
  };
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: (await parts()).listing() }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: args, _meta: { progressToken } = {} } = params;
    const stop = progressToken === undefined ? undefined : reportProgress(name, progressToken, sendNotification);
    try {
      return await (await parts()).dispatch({ name, args, signal });
    } finally {
      stop?.();
    }
  });
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: (await parts()).prompts.list() }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) => (await parts()).prompts.get(params.name, params.arguments ?? {}));
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => (await parts()).resources.list(params?.cursor));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => (await parts()).resources.read(params.uri, signal));
  server.onerror = (error) => options.log(`MCP: ${error.message}`);
  return server;
}

/** Reports, each second, that a call is still being worked on. Returns the function that ends it. */
function reportProgress(name: string, progressToken: string | number, send: (note: ServerNotification) => Promise<void>): () => void {
  let progress = 0;
  const report = () => {
    const params = { progressToken, progress: ++progress, message: `${name}: ${progress} s` };
    // Whoever has gone waits for nothing.
    send({ method: "notifications/progress", params }).catch(() => clearInterval(timer));
  };
  const timer = setInterval(report, progressMs);
  return () => clearInterval(timer);
}

const progressMs = 1_000;

async function loadParts({ tools: choice, context, log, apart }: McpOptions) {
  const [{ toolsOf }, { makeToolDispatcher }, prompts, { makeResources }] = await Promise.all([
    import("../tools/registry.js"),
    import("./tool-dispatcher.js"),
    import("./prompts.js"),
    import("./resources.js"),
  ]);
  const tools = toolsOf(choice);
  return {
    /** Stays in the agent's context: nothing is repeated in it. */
    listing: () =>
      tools.map(({ name, title, description, effect, schema }) => ({
        ...{ name, title, description },
        inputSchema: schema(),
        annotations: annotations[effect],
      })),
    dispatch: makeToolDispatcher(tools, context, log, apart),
    prompts: prompts.promptsFor(tools.map(({ name }) => name)),
    // A resource is read through its tool, whatever tools are offered.
    resources: makeResources(context, makeToolDispatcher(toolsOf("all"), context, log)),
  };
}

/** Hints of the protocol; `destructiveHint` means something only where something is changed. */
const annotations: Readonly<Record<NamedTool["effect"], ToolAnnotations>> = {
  reads: { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false },
  asks: { readOnlyHint: false, destructiveHint: false },
};
