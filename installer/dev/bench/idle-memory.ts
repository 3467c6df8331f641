import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { makeProject } from "../../../extension/e2e/project.js";
import { type BenchProcess, endAll, portOf, startNode } from "./processes.js";
import { type BenchRow, toRow } from "./rows.js";

/** How long the last work of a start may take until a process counts as idle. */
const settleMs = 2_000;

/**
 * Resident memory of idle processes against an idle Node process. Needs `dist/`. Linux only, where the kernel reports it; no rows
 * on other systems.
 */
export async function benchIdleMemory(): Promise<BenchRow[]> {
  if (process.platform !== "linux") return [];
  const project = await makeProject({ urls: ["localhost:5173"] });
  const bare = Array.from({ length: 3 }, () => startNode("installer/dev/bench/idle.mjs"));
  const native = Array.from({ length: 3 }, () => startNode("dist/server.js", ["--native-host"], project.env));
  const http = startNode("dist/http.js", ["--project", project.root, "--port", "0", "--json"], project.env);
  try {
    await portOf(http);
    await sleep(settleMs);
    const [bareMb, nativeMb, httpMb] = await Promise.all([sizes(bare), sizes(native), sizes([http])]);
    return [
      toRow({ name: "idle memory, native host", unit: "MB", bound: 1.5, ours: nativeMb, bare: bareMb }),
      toRow({ name: "idle memory, HTTP", unit: "MB", bound: 1.5, ours: httpMb, bare: bareMb }),
    ];
  } finally {
    await endAll([...bare, ...native, http]);
    project.remove();
  }
}

function sizes(processes: readonly BenchProcess[]): Promise<number[]> {
  return Promise.all(processes.map(({ pid }) => residentMb(pid)));
}

/** VmRSS of proc(5), given there in kB. */
async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
