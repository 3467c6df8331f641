import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { captureSchema } from "../contract/capture.js";
import type { ServiceEvent } from "../contract/events.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { isLong, onlyAtLength } from "../testing/long.js";
import { listen, send, startHttp } from "./testing/http-peer.js";
import { makeMachine, type Project } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

const captures = 2_000;
const sockets = 10;
const names = ["shop", "blog", "docs", "mail"];

test(`${captures} captures of 1 MB over HTTP and native at once, in 4 projects, with 10 sockets that listen: none lost`, {
  timeout: 30_000 + captures * 1_500,
}, async ({ skip }) => {
  if (!isLong) skip(onlyAtLength);
  const machine = await makeMachine();
  const native = connectNative(machine);
  const sides = await Promise.all(
    names.map(async (name, index) => {
      const project = await machine.project(name, [`localhost:${5000 + index}`]);
      const http = await startHttp(machine, project.root);
      const listeners = names.map(() => 0).flatMap((_, place) => (place * names.length + index < sockets ? [listen(http.port)] : []));
      return { project, http, url: `http://localhost:${5000 + index}/`, events: await Promise.all(listeners) };
    }),
  );
  expect(sides.flatMap(({ events }) => events)).toHaveLength(sockets);

  const stored = new Map<string, string[]>();
  const memory = watchMemory([native.pid, ...sides.map(({ http }) => http.pid)]);
  let left = captures;
  const nextCapture = (url: string) => (left-- > 0 ? sampleCapture({ url, bytes: 1_000_000 }) : undefined);
  const note = ({ root }: Project, output: unknown) => stored.set(root, [...(stored.get(root) ?? []), String(Object(output).filename)]);
  await Promise.all(
    sides.flatMap(({ project, http, url }) => [
      (async () => {
        for (let capture = nextCapture(url); capture !== undefined; capture = nextCapture(url)) {
          const { status, json } = await send(http.port, "POST", "/captures", JSON.stringify(capture));
          expect(status).toBe(201);
          note(project, json);
          await memory.look();
        }
      })(),
      (async () => {
        for (let capture = nextCapture(url); capture !== undefined; capture = nextCapture(url)) {
          note(project, await native.call("captures:create", capture, project.id));
          await memory.look();
        }
      })(),
    ]),
  );

  expect([...stored.values()].flat()).toHaveLength(captures);
  for (const { project, events } of sides) {
    const acknowledged = stored.get(project.root) ?? [];
    const folder = join(project.root, ".svc", "captures");
    expect((await readdir(folder)).sort()).toEqual([...acknowledged].sort());
    for (const name of acknowledged) captureSchema.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
    for (const heard of events) await expect.poll(() => createdIn(heard), { timeout: 10_000 }).toEqual([...acknowledged].sort());
  }
  const { early, late } = memory.figures();
  console.info(`${captures} captures; resident memory of the five processes, MB: ${early} in the second quarter, ${late} in the last`);
  expect(late).toBeLessThan(early * 1.25);
});

function createdIn(events: readonly ServiceEvent[]): string[] {
  return events.flatMap((event) => (event.type === "capture:created" ? [event.filename] : [])).sort();
}

/** Follows the resident memory of processes, where the kernel reports it (VmRSS of proc(5), in kB). */
function watchMemory(pids: readonly number[]) {
  const sums: number[] = [];
  const median = (values: readonly number[]) => Math.round((values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN) / 1024);
  return {
    look: async () => {
      if (process.platform !== "linux") return;
      const sizes = await Promise.all(pids.map(async (pid) => /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]));
      sums.push(sizes.reduce((sum, size) => sum + Number(size), 0));
    },
    figures: () => {
      const quarter = sums.length >> 2;
      return { early: median(sums.slice(quarter, quarter * 2)), late: median(sums.slice(quarter * 3)) };
    },
  };
}
