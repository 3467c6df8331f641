import { join } from "node:path";
import { execa } from "execa";
import { makeProject } from "../../../extension/e2e/project.js";
import { limits } from "../../../host/contract/limits.js";
import { sampleCapture } from "../../../host/contract/testing/sample.js";
import { encodeFrame, makeFrameDecoder } from "../../../host/native/framing.js";
import { projectId } from "../../../host/store/project-root.js";
import { projectRoot } from "../../../host/testing/paths.js";
import { type BenchRow, millisecondsOf, takeTurns, toRow } from "./rows.js";

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
    const timed = (text: () => string, peer: Peer) => () => millisecondsOf(() => peer(text()));
    const turns = (rounds: number, text: () => string) => takeTurns(rounds, { ours: timed(text, ours), bare: timed(text, bare) });
    return [
      toRow({ name: "native round trip, 1 KB", unit: "ms", bound: 1.5, ...(await turns(300, () => small)) }),
      toRow({ name: "native round trip, 5 MB, stored", unit: "ms", bound: 2, ...(await turns(20, large)) }),
    ];
  } finally {
    await endAll([host, echo]);
    project.remove();
  }
}

/**
 * Speaks frames as the browser does, one call at a time. Answers are not parsed, so that the echo's long ones cost us nothing that the
 * host's short ones do not; pushes of the host are no answer.
 */
export function nativePeer({ stdin, stdout }: BenchProcess): Peer {
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

/** A Node script of this project that runs; its stderr is ours. It ends with `kill()`. */
type BenchProcess = ReturnType<typeof startNode>;

export function startNode(script: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return execa(process.execPath, [join(projectRoot, script), ...args], {
    ...{ env, cwd: projectRoot, buffer: false, reject: false, encoding: "buffer" },
    ...{ stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  } as const);
}

/** Ends processes and waits until they have gone. */
export async function endAll(processes: readonly BenchProcess[]): Promise<void> {
  for (const one of processes) one.kill();
  await Promise.all(processes);
}
