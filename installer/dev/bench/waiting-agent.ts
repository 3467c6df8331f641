import { mkdirSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectAgent } from "../../../extension/e2e/mcp-client.js";
import { makeProject } from "../../../extension/e2e/project.js";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { projectId } from "../../../host/store/project-root.js";
import { gitIn } from "../../../host/testing/git.js";
import { type Agent, startAgent } from "../../../host/testing/mcp-client.js";
import { endAll, nativePeer, startNode } from "./round-trips.js";
import { type BenchRow, waits } from "./rows.js";

/** What the agent needs to begin to wait, in milliseconds. */
const settleMs = 300;
/** Files of the project, which is in git. */
const sources = 300;

/**
 * From the moment a capture with a note lies in its folder, written by the native host, to the answer of an agent's call that waits for one, against a host
 * that writes and an MCP server that watches a folder, and do nothing else. Needs `dist/server.js`.
 */
export async function benchWaitingAgent(): Promise<BenchRow[]> {
  const project = await makeProject({ urls: ["localhost:5173"] });
  const [folder, captures] = [join(project.folder, "toy"), join(project.root, ".svc", "captures")];
  mkdirSync(folder);
  for (let n = 0; n < sources; n++) writeFileSync(join(project.root, `Part${n}.tsx`), `export const Part${n} = () => <p>Text ${n}</p>;\n`);
  const git = gitIn(project.root);
  for (const command of ["init -q", "add -A", "commit -qm Parts"]) git(...command.split(" "));
  const ours = await connectAgent(project);
  const toy = await startAgent({ args: [fileURLToPath(new URL("toy/watch.mjs", import.meta.url)), folder], env: {} });
  const host = startNode("dist/server.js", ["--native-host"], project.env);
  const echo = startNode("installer/dev/bench/native-echo.mjs", [folder]);
  const [send, write] = [nativePeer(host), nativePeer(echo)];
  const frame = { id: 1, project: projectId(project.root), op: "captures:create" };
  let made = 0;
  const fresh = () =>
    sampleCapture({ url: "http://localhost:5173/shop", bytes: 200_000, annotations: [sampleAnnotation(`note-${made++}`)] });
  try {
    return await waits("capture's file to a waiting agent's answer / a server that watches a folder", 2, {
      ours: () => answered(ours, captures, () => send(JSON.stringify({ ...frame, input: fresh() }))),
      bare: () => answered(toy, folder, () => write(JSON.stringify(fresh()))),
    });
  } finally {
    await Promise.all([ours.close(), toy.close(), endAll([host, echo])]);
    project.remove();
  }
}

/** Neither who writes the file nor who answers runs here: it is seen at once. */
async function answered(agent: Agent, folder: string, make: () => Promise<unknown>): Promise<number> {
  const answer = agent.call("wait_for_annotations", { waitSeconds: 50 }).then(() => performance.now());
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  let thereMs = 0;
  const watcher = watch(folder, (_event, name) => {
    if (thereMs === 0 && name !== null && /^[^.].*\.json$/.test(name)) thereMs = performance.now();
  });
  void make();
  const answeredMs = await answer;
  watcher.close();
  return answeredMs - thereMs;
}
