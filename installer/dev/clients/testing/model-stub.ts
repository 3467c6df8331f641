import { createServer, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";

/** What the model does in a turn: calls a tool by the end of its name, or writes a text that ends its turn. */
export type Turn = ({ readonly tool: string; readonly args?: object } | { readonly text: string }) & {
  /** What happens while the client waits for its model. */
  readonly before?: () => Promise<void>;
};

export interface ModelStub {
  readonly url: string;
  /** Bodies of the requests that had tools, as text, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const toolSchema = z.object({
  type: z.string().optional(),
  name: z.string().optional(),
  function: z.object({ name: z.string() }).optional(),
  functionDeclarations: z.array(z.object({ name: z.string() })).optional(),
  tools: z.array(z.object({ name: z.string() })).optional(),
});
const requestSchema = z.object({
  tools: z.array(toolSchema).default([]),
  stream: z.boolean().default(false),
  model: z.string().default("stub"),
});

interface OfferedTool {
  readonly name: string;
  readonly namespace?: string;
}

function offered(tools: z.infer<typeof requestSchema>["tools"]): OfferedTool[] {
  return tools.flatMap(({ type, name, function: own, functionDeclarations, tools: inner }): OfferedTool[] => {
    if (functionDeclarations !== undefined) return functionDeclarations;
    if (type === "namespace" && name !== undefined && inner !== undefined) return inner.map((one) => ({ ...one, namespace: name }));
    return [{ name: name ?? own?.name ?? type ?? "" }];
  });
}

/** What is answered: a call with the arguments as JSON, or a text. */
type Reply = { readonly id: string; readonly model: string } & (
  | { readonly call: OfferedTool; readonly args: string }
  | { readonly text: string }
);
type Send = (event: object) => void;

/**
 * Stands for the API of a model: Anthropic Messages, OpenAI Responses and Chat Completions, Gemini generateContent, streamed where asked for. Answers
 * requests that offer tools with one turn after the other, the last again and again. A tool that is not offered yet is asked for all the same.
 */
export async function startModelStub(turns: readonly Turn[]): Promise<ModelStub> {
  const requests: string[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    void answer(request.url ?? "", request).then(
      (write) => write(response),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  async function answer(path: string, body: NodeJS.ReadableStream): Promise<(response: ServerResponse) => void> {
    const text = await readText(body);
    if (!/\/messages(\?|$)|\/responses(\?|$)|chat\/completions|enerateContent/.test(path))
      return (response) => response.writeHead(/models/.test(path) ? 200 : 404, json).end(JSON.stringify({ data: [], models: [] }));
    const { tools, stream, model } = requestSchema.parse(JSON.parse(text));
    const known = { id: `x${count++}`, model };
    // Titles and summaries: nothing of the conversation.
    if (tools.length === 0) return writerOf(path, stream, { ...known, text: '{"title":"t"}' });
    const turn = turns[Math.min(requests.length, turns.length - 1)] ?? { text: "done" };
    requests.push(text);
    await turn.before?.();
    if ("text" in turn) return writerOf(path, stream, { ...known, text: turn.text });
    const all = offered(tools);
    const call = all.find(({ name }) => name === turn.tool) ?? all.find(({ name }) => new RegExp(`[_-]${turn.tool}$`).test(name));
    return writerOf(path, stream, { ...known, call: call ?? { name: turn.tool }, args: JSON.stringify(turn.args ?? {}) });
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const json = { "content-type": "application/json" };

function writerOf(path: string, isStream: boolean, reply: Reply): (response: ServerResponse) => void {
  const [whole, events] = path.includes("/messages")
    ? anthropic(reply)
    : path.includes("/responses")
      ? responses(reply)
      : path.includes("chat/completions")
        ? chat(reply)
        : gemini(reply);
  return (response) => {
    if (!isStream && !path.includes("stream")) return void response.writeHead(200, json).end(JSON.stringify(whole));
    response.writeHead(200, { "content-type": "text/event-stream" });
    events((event) => {
      response.write(`${"type" in event ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
    });
    if (path.includes("chat/completions")) response.write("data: [DONE]\n\n");
    response.end();
  };
}

type Format = readonly [whole: object, events: (send: Send) => void];

function anthropic(reply: Reply): Format {
  const isCall = "call" in reply;
  const block = isCall
    ? { type: "tool_use", id: `toolu_${reply.id}`, name: reply.call.name, input: JSON.parse(reply.args) }
    : { type: "text", text: reply.text };
  const usage = { input_tokens: 10, output_tokens: 5 };
  const stop = { stop_reason: isCall ? "tool_use" : "end_turn", stop_sequence: null };
  const message = { id: `msg_${reply.id}`, type: "message", role: "assistant", model: reply.model, content: [block], ...stop, usage };
  const delta = isCall ? { type: "input_json_delta", partial_json: reply.args } : { type: "text_delta", text: reply.text };
  return [
    message,
    (send) => {
      const events = [
        { type: "message_start", message: { ...message, content: [], stop_reason: null } },
        { type: "content_block_start", index: 0, content_block: isCall ? { ...block, input: {} } : { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: stop, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      ];
      for (const event of events) send(event);
    },
  ];
}

function responses(reply: Reply): Format {
  const item =
    "call" in reply
      ? {
          type: "function_call",
          id: `fc_${reply.id}`,
          call_id: `call_${reply.id}`,
          ...reply.call,
          arguments: reply.args,
          status: "completed",
        }
      : {
          ...{ type: "message", id: `m_${reply.id}`, role: "assistant", status: "completed" },
          content: [{ type: "output_text", text: reply.text, annotations: [] }],
        };
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  const whole = { id: `r_${reply.id}`, object: "response", created_at: 1, model: reply.model, status: "completed", output: [item], usage };
  return [
    whole,
    (send) => {
      send({ type: "response.created", response: { ...whole, status: "in_progress", output: [] } });
      send({ type: "response.output_item.done", output_index: 0, item });
      send({ type: "response.completed", response: whole });
    },
  ];
}

function chat(reply: Reply): Format {
  const isCall = "call" in reply;
  const calls = isCall
    ? [{ index: 0, id: `call_${reply.id}`, type: "function", function: { name: reply.call.name, arguments: reply.args } }]
    : undefined;
  const message = { role: "assistant", content: isCall ? null : reply.text, ...(calls === undefined ? {} : { tool_calls: calls }) };
  const finish_reason = isCall ? "tool_calls" : "stop";
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: reply.id, created: 1, model: reply.model };
  return [
    { ...head, object: "chat.completion", choices: [{ index: 0, finish_reason, message }], usage },
    (send) => {
      const chunk = { ...head, object: "chat.completion.chunk" };
      send({ ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] });
      send({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage });
    },
  ];
}

function gemini(reply: Reply): Format {
  const part = "call" in reply ? { functionCall: { name: reply.call.name, args: JSON.parse(reply.args) } } : { text: reply.text };
  const whole = {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
  return [whole, (send) => send(whole)];
}
