import { execa } from "execa";
import { distPath } from "../../host/testing/paths.js";
import type { TestProject } from "./project.js";

/** The project's HTTP process. */
export interface HttpHost {
  close(): Promise<void>;
}

/** Starts `svc-capture --http` for a project and waits until it prints where it listens. */
export async function startHttp({ root, env }: Pick<TestProject, "root" | "env">): Promise<HttpHost> {
  const child = execa(process.execPath, [distPath("server.js"), "--http", "--project", root], { env, cwd: root, reject: false, all: true });
  await new Promise<void>((resolve, reject) => {
    child.all.on("data", (chunk: Buffer) => /127\.0\.0\.1:\d+|port \d+/.test(chunk.toString()) && resolve());
    void child.then(({ all }) => reject(new Error(`the HTTP process ended: ${all}`)));
  });
  return {
    close: async () => {
      child.kill();
      await child;
    },
  };
}
