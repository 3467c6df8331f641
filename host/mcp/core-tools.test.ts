import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { expect, test } from "vitest";
import { openProject } from "../cli/session.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";
import { coreToolNames, toolNames } from "../tools/names.js";
import { makeMcpServer } from "./server.js";

const bench = shared(openToolBench);

test.each([
  ["core", coreToolNames],
  ["all", toolNames],
] as const)("with --tools %s no text names a tool that is not served", async (tools, served) => {
  const project = await openProject(bench.root, bench.state);
  const server = makeMcpServer({ version: "1.0.0", tools, context: async () => project.context, log: () => undefined });
  const client = new Client({ name: "test", version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  try {
    const texts: [where: string, text: string][] = [];
    const take = async (where: string, made: Promise<unknown>) => {
      texts.push([where, await made.then((value) => JSON.stringify(value), String)]);
    };
    const call = (name: string, args: Record<string, unknown> = {}) =>
      take(`${name} ${JSON.stringify(args)}`, client.callTool({ name, arguments: args }));
    texts.push(["instructions", client.getInstructions() ?? ""]);
    expect(texts[0]?.[1].length).toBeLessThanOrEqual(2_000);
    await take("tools/list", client.listTools());
    const { prompts } = await client.listPrompts();
    texts.push(["prompts/list", JSON.stringify(prompts)]);
    for (const { name } of prompts) await take(name, client.getPrompt({ name }));
    await take("a prompt that is not offered", client.getPrompt({ name: "svc-audit" }));
    // Before there is a capture, and after.
    for (const name of served) await call(name);
    const at = new Date().toISOString();
    const target = {
      type: "element" as const,
      elements: [{ ref: "e1", key: "k", selector: "li", box: [0, 0, 1, 1] as [number, number, number, number] }],
    };
    await bench.add(sampleCapture({ id: `${tools}-1`, annotations: [sampleAnnotation(`note-${tools}`, { target, createdAt: at })] }));
    for (const name of served) await call(name);
    await call("find_source", { text: "nowhere" });
    await call("get_annotation_context", { annotation: `note-${tools}` });
    await call("request_capture", { url: "http://localhost/" });
    await call("resolve_annotation", { annotation: `note-${tools}`, action: "fixed", summary: "Done" });
    expect(texts.every(([, text]) => !text.includes('"internal"'))).toBe(true);
    // The list of all there are is served names only, and a name that was asked for is the asker's.
    const wrong = texts.flatMap(([where, text]) =>
      toolNames.filter((name) => !served.includes(name) && new RegExp(`\\b${name}\\b`).test(text)).map((name) => `${where}: ${name}`),
    );
    expect(wrong).toEqual([]);
  } finally {
    await client.close();
    await project.close();
  }
});
