import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sampleAnnotation, sampleCapture } from "../../../host/contract/testing/sample.js";
import { openStore } from "../../../host/store/store.js";
import { distPath } from "../../../host/testing/paths.js";
import { makeBenchProject } from "./project.js";
import { compare, type Row } from "./rows.js";

/** A hook that has nothing to print, in a project with captures, against a Node process that does nothing. Needs `dist/server.js`. */
export async function benchNotes(): Promise<Row[]> {
  const project = await makeBenchProject();
  try {
    const store = await openStore(project.root);
    for (let n = 0; n < 20; n++) await store.captures.create(sampleCapture({ bytes: 200_000, annotations: [sampleAnnotation(`a${n}`)] }));
    await store.close();
    const args = [distPath("server.js"), "notes", "--since-last", "--format", "claude-code", "--project", project.root];
    const hook = async () => {
      const running = promisify(execFile)(process.execPath, args, { env: project.env });
      running.child.stdin?.end('{"hook_event_name":"Stop"}');
      return (await running).stdout;
    };
    // A clock of a file system may tick every two seconds: only after that is nothing read again.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await hook();
    if ((await hook()) !== "") throw new Error("an annotation was printed twice");
    const bare = async () => promisify(execFile)(process.execPath, ["-e", "0"]);
    return [await compare({ name: "notes of a hook, nothing new / node -e 0", bound: 1.5, rounds: 21, ours: hook, bare })];
  } finally {
    await project.remove();
  }
}
