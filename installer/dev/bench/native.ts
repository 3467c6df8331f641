import { makeProject } from "../../../extension/e2e/project.js";
import { limits } from "../../../host/contract/limits.js";
import { encodeFrame, makeFrameDecoder } from "../../../host/native/framing.js";
import { projectId } from "../../../host/store/project-root.js";
import { freshTexts, largeCapture, samplePage } from "./fresh-texts.js";
import { type BenchProcess, endProcess, startNode } from "./processes.js";
import { type BenchRow, compare } from "./rows.js";

/** Round trips over native messaging's frames against a bare echo host. Needs `dist/server.js`. */
export async function benchNative(): Promise<BenchRow[]> {
  const project = await makeProject({ urls: ["localhost:5173"] });
  const id = projectId(project.root);
  const host = startNode("dist/server.js", ["--native-host"], project.env);
  const echo = startNode("installer/dev/bench/native-echo.mjs");
  try {
    const [ours, bare] = [makePeer(host), makePeer(echo)];
    const small = JSON.stringify({
      id: 1,
      op: "requests:pending",
      project: id,
      input: { url: `${samplePage}?q=${"x".repeat(1_000)}` },
    });
    const large = freshTexts({ id: 1, op: "captures:create", project: id, input: largeCapture });
    return [
      await compare({ name: "native round trip, 1 KB", bound: 1.5, rounds: 300, ours: () => ours(small), bare: () => bare(small) }),
      await compare({
        name: "native round trip, 5 MB, stored",
        bound: 2,
        rounds: 20,
        ours: () => ours(large()),
        bare: () => bare(large()),
      }),
    ];
  } finally {
    await Promise.all([endProcess(host), endProcess(echo)]);
    project.remove();
  }
}

/**
 * Speaks frames as the browser does, one call at a time. Answers are not parsed, so that the echo's long ones cost us nothing that the
 * host's short ones do not; pushes of the host are no answer.
 */
function makePeer({ stdin, stdout }: BenchProcess): (json: string) => Promise<void> {
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
