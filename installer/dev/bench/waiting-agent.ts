import { once } from "node:events";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { connectAgent } from "../../../extension/e2e/mcp-client.js";
import { makeProject } from "../../../extension/e2e/project.js";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { stateFolder } from "../../../host/store/user/state-folder.js";
import { gitIn } from "../../../host/testing/git.js";
import { type Agent, startAgent } from "../../../host/testing/mcp-client.js";
import { type BenchRow, waits } from "./rows.js";

/** What the agent needs to begin to wait, in milliseconds. */
const settleMs = 300;
/** Files of the project, which is in git. */
const sources = 300;

/**
 * From the moment a capture with a note lies in its folder to the answer of an agent's call that waits for one, against an MCP server that watches
 * a folder and does nothing else. Needs `dist/server.js`.
 */
export async function benchWaitingAgent(): Promise<BenchRow[]> {
  const project = await makeProject();
  const [folder, captures] = [join(project.folder, "toy"), join(project.root, ".svc", "captures")];
  mkdirSync(folder);
  for (let n = 0; n < sources; n++) writeFileSync(join(project.root, `Part${n}.tsx`), `export const Part${n} = () => <p>Text ${n}</p>;\n`);
  const git = gitIn(project.root);
  for (const command of ["init -q", "add -A", "commit -qm Parts"]) git(...command.split(" "));
  const ours = await connectAgent(project);
  const toy = await startAgent({ args: [fileURLToPath(new URL("toy/watch.mjs", import.meta.url)), folder], env: {} });
  const store = await openStore(project.root, { stateFolder: stateFolder(project.env) });
  const watchers = [seen(captures), seen(folder)] as const;
  let made = 0;
  const fresh = () => sampleCapture({ bytes: 200_000, annotations: [sampleAnnotation(`note-${made++}`)] });
  try {
    return await waits("capture's file to a waiting agent's answer / a server that watches a folder", 2, {
      ours: () => answered(ours, watchers[0], () => store.captures.create(fresh())),
      bare: () =>
        answered(toy, watchers[1], async () => {
          const path = join(folder, `${made}`);
          writeFileSync(path, JSON.stringify(fresh()), { flush: true });
          renameSync(path, `${path}.json`);
        }),
    });
  } finally {
    await store.close();
    await Promise.all([ours.close(), toy.close(), ...watchers.map((watcher) => watcher.terminate())]);
    project.remove();
  }
}

/** A thread that reports when a capture's file has come into a folder: the one that writes it would see it late. */
const seen = (folder: string) => new Worker(watching, { eval: true, workerData: folder });
const watching = `
  const { parentPort, workerData } = require("node:worker_threads");
  require("node:fs").watch(workerData, (_event, name) => /^[^.].*\\.json$/.test(name) && parentPort.postMessage(performance.timeOrigin + performance.now()));`;

async function answered(agent: Agent, watcher: Worker, make: () => Promise<unknown>): Promise<number> {
  const answer = agent.call("wait_for_annotations", { waitSeconds: 50 }).then(() => performance.timeOrigin + performance.now());
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const there = once(watcher, "message");
  await make();
  const [[thereMs], answeredMs] = await Promise.all([there, answer]);
  return answeredMs - thereMs;
}
