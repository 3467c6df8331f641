import { Agent, request } from "node:http";
import { makeProject } from "../../../extension/e2e/project.js";
import { freshTexts, largeCapture, samplePage } from "./fresh-texts.js";
import { type BenchProcess, endProcess, firstLine, startNode } from "./processes.js";
import { type BenchRow, compare } from "./rows.js";

/**
 * Round trips over one open connection against a bare node:http echo of JSON. Needs `dist/http.js`. The server takes 240 requests in ten
 * seconds: all of a run stays below that.
 */
export async function benchHttp(): Promise<BenchRow[]> {
  const project = await makeProject({ urls: ["localhost:5173"] });
  const echo = startNode("installer/dev/bench/http-echo.mjs");
  const server = startNode("dist/http.js", ["--project", project.root, "--port", "0", "--json"], project.env);
  const agent = new Agent({ keepAlive: true });
  try {
    const [ours, bare] = [await portOf(server), await portOf(echo)];
    const small = `/requests?url=${encodeURIComponent(`${samplePage}?q=${"x".repeat(1_000)}`)}`;
    const large = freshTexts(largeCapture);
    const get = (port: number) => () => roundTrip(agent, port, "GET", small);
    const post = (port: number) => () => roundTrip(agent, port, "POST", "/captures", large());
    return [
      await compare({ name: "HTTP round trip, 1 KB", bound: 2, rounds: 150, ours: get(ours), bare: get(bare) }),
      await compare({ name: "HTTP round trip, 5 MB, stored", bound: 2, rounds: 20, ours: post(ours), bare: post(bare) }),
    ];
  } finally {
    agent.destroy();
    await Promise.all([endProcess(echo), endProcess(server)]);
    project.remove();
  }
}

async function portOf(process: BenchProcess): Promise<number> {
  const { port }: { port: number } = JSON.parse(await firstLine(process));
  return port;
}

function roundTrip(agent: Agent, port: number, method: string, path: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 300) reject(new Error(`${method} ${path.slice(0, 40)} was answered with ${statusCode}`));
      answer.resume().on("end", resolve);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
