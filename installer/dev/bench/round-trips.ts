import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa } from "execa";
import { makeProject } from "../../../extension/e2e/project.js";
import { limits } from "../../../host/contract/limits.js";
import { sampleCapture } from "../../../host/contract/testing/sample.js";
import { encodeFrame, makeFrameDecoder } from "../../../host/native/framing.js";
import { projectId } from "../../../host/store/project-root.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { type BenchRow, compareTimes, millisecondsOf } from "./rows.js";

const samplePage = "http://localhost:5173/shop";

/** As large as a capture may be, a little less: a long list, as a table or a feed is. */
const largeCapture = sampleCapture({ id: "sample-of-the-bench", url: samplePage, bytes: 5 * 1024 * 1024 });

/** Makes the text of a message that holds `largeCapture`, each time with another id: one that was sent before would not be stored anew. */
function freshTexts(message: object): () => string {
  const [before, after] = JSON.stringify(message).split(`"${largeCapture.metadata.id}"`, 2);
  let sent = 0;
  return () => `${before}"${largeCapture.metadata.id}-${++sent}"${after}`;
}

/** Sends a text and waits for its answer. */
type Peer = (text: string) => Promise<void>;

/** Over native messaging's frames against a bare echo host. Needs `dist/server.js`. */
export async function benchNative(): Promise<BenchRow[]> {
  const project = await makeProject({ urls: ["localhost:5173"] });
  const frame = { id: 1, project: projectId(project.root) };
  const host = startNode("dist/server.js", ["--native-host"], project.env);
  const echo = startNode("installer/dev/bench/native-echo.mjs");
  try {
    const [ours, bare] = [nativePeer(host), nativePeer(echo)];
    const small = JSON.stringify({ ...frame, op: "requests:pending", input: { url: `${samplePage}?q=${"x".repeat(1_000)}` } });
    const large = freshTexts({ ...frame, op: "captures:create", input: largeCapture });
    return [
      await roundTrips("native round trip, 1 KB", { bound: 1.5, rounds: 300, ours, bare, text: () => small }),
      await roundTrips("native round trip, 5 MB, stored", { bound: 2, rounds: 20, ours, bare, text: large }),
    ];
  } finally {
    await endAll([host, echo]);
    project.remove();
  }
}

/**
 * Over one open connection against a bare node:http echo of JSON. Needs `dist/http.js`. The server takes 240 requests in ten seconds: all of a run
 * stays below that.
 */
export async function benchHttp(): Promise<BenchRow[]> {
  const project = await makeProject({ urls: ["localhost:5173"] });
  const echo = startNode("installer/dev/bench/http-echo.mjs");
  const server = startNode("dist/http.js", ["--project", project.root, "--port", "0", "--json"], project.env);
  const agent = new Agent({ keepAlive: true });
  try {
    const [ours, bare] = await Promise.all([portOf(server), portOf(echo)]);
    const get =
      (port: number): Peer =>
      (text) =>
        ask(agent, port, "GET", `/requests?url=${encodeURIComponent(text)}`);
    const post =
      (port: number): Peer =>
      (text) =>
        ask(agent, port, "POST", "/captures", text);
    const [small, large] = [() => `${samplePage}?q=${"x".repeat(1_000)}`, freshTexts(largeCapture)];
    return [
      await roundTrips("HTTP round trip, 1 KB", { bound: 2, rounds: 150, ours: get(ours), bare: get(bare), text: small }),
      await roundTrips("HTTP round trip, 5 MB, stored", { bound: 2, rounds: 20, ours: post(ours), bare: post(bare), text: large }),
    ];
  } finally {
    agent.destroy();
    await endAll([echo, server]);
    project.remove();
  }
}

interface RoundTrips {
  readonly bound: number;
  readonly rounds: number;
  readonly ours: Peer;
  readonly bare: Peer;
  readonly text: () => string;
}

function roundTrips(name: string, { bound, rounds, ours, bare, text }: RoundTrips): Promise<BenchRow> {
  const timed = (peer: Peer) => () => millisecondsOf(() => peer(text()));
  return compareTimes({ name, bound, rounds, ours: timed(ours), bare: timed(bare) });
}

/**
 * Speaks frames as the browser does, one call at a time. Answers are not parsed, so that the echo's long ones cost us nothing that the
 * host's short ones do not; pushes of the host are no answer.
 */
function nativePeer({ stdin, stdout }: BenchProcess): Peer {
  const decoder = makeFrameDecoder(limits.nativeRequestMaxBytes);
  let answered: (answer: Buffer) => void = () => undefined;
  stdout.on("data", (chunk: Buffer) => {
    for (const frame of decoder.push(chunk)) if (!frame.subarray(0, eventStart.length).equals(eventStart)) answered(frame);
  });
  return async (json) => {
    const answer = await new Promise<Buffer>((resolve) => {
      answered = resolve;
      stdin.write(encodeFrame(json));
    });
    if (answer.length < 4_000 && answer.includes('"ok":false')) throw new Error(`refused: ${answer.toString()}`);
  };
}

const eventStart = Buffer.from('{"event":');

function ask(agent: Agent, port: number, method: "GET" | "POST", path: string, body?: string): Promise<void> {
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

/** A Node script of this project that runs; its stderr is ours. It ends with `kill()`. */
type BenchProcess = ReturnType<typeof startNode>;

function startNode(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return execa(process.execPath, [join(projectRoot, script), ...args], {
    ...{ env, cwd: projectRoot, buffer: false, reject: false, encoding: "buffer" },
    ...{ stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  } as const);
}

/** The port in the first line that a server prints; to be asked for at its start, as what nobody reads is lost. */
async function portOf({ stdout }: BenchProcess): Promise<number> {
  const [line] = await once(createInterface({ input: stdout }), "line");
  const { port }: { port: number } = JSON.parse(String(line));
  return port;
}

/** Ends processes and waits until they have gone. */
async function endAll(processes: readonly BenchProcess[]): Promise<void> {
  for (const one of processes) one.kill();
  await Promise.all(processes);
}
