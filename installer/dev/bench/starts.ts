import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { makeProject, type TestProject } from "../../../extension/e2e/project.js";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { stateFolder } from "../../../host/store/user/state-folder.js";
import { distPath } from "../../../host/testing/paths.js";
import { askMcp } from "../../doctor/mcp-client.js";
import { type BenchRow, compareTimes, millisecondsOf } from "./rows.js";

/** From starting the MCP server to its answer to `initialize`. Needs `dist/server.js`. */
export function benchMcpStart(): Promise<BenchRow[]> {
  return againstNode("MCP start to initialize", 2.5, 15, async ({ root, env }) => async () => {
    const answer = await askMcp(process.execPath, [distPath("server.js"), "--project", root], { root, stateFolder: env["SVC_HOME"] ?? "" });
    if ("problem" in answer) throw new Error(answer.problem);
    return answer.milliseconds;
  });
}

/** A hook that has nothing to print, in a project with captures. Needs `dist/server.js`. */
export function benchNotes(): Promise<BenchRow[]> {
  return againstNode("notes of a hook, nothing new / node -e 0", 1.5, 21, async ({ root, env }) => {
    const store = await openStore(root, { stateFolder: stateFolder(env) });
    for (let n = 0; n < 20; n++) await store.captures.create(sampleCapture({ bytes: 200_000, annotations: [sampleAnnotation(`a${n}`)] }));
    await store.close();
    const args = [distPath("server.js"), "notes", "--since-last", "--format", "claude-code", "--project", root];
    const hook = async () => {
      const running = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
      running.child.stdin?.end('{"hook_event_name":"Stop"}');
      return (await running).stdout;
    };
    // A clock of a file system may tick every two seconds: only after that is nothing read again.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await hook();
    if ((await hook()) !== "") throw new Error("an annotation was printed twice");
    return () => millisecondsOf(hook);
  });
}

/** One row, against a Node process that does nothing. `prepare` makes what is measured, which returns its milliseconds. */
async function againstNode(
  name: string,
  bound: number,
  rounds: number,
  prepare: (project: TestProject) => Promise<() => Promise<number>>,
): Promise<BenchRow[]> {
  const project = await makeProject({ urls: ["localhost:5173"] });
  try {
    const ours = await prepare(project);
    const bare = () => millisecondsOf(() => promisify(execFile)(process.execPath, ["-e", "0"]));
    return [await compareTimes({ name, bound, rounds, ours, bare })];
  } finally {
    project.remove();
  }
}
