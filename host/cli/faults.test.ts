import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { captureSchema } from "../contract/capture.js";
import { configChangeSchema } from "../contract/config.js";
import { parseJson } from "../contract/json.js";
import { captureRequestSchema } from "../contract/request.js";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "../store/store.js";
import { isLong } from "../testing/long.js";
import { connectAgent } from "./testing/agent.js";
import { send, startHttp } from "./testing/http-peer.js";
import { type Machine, makeMachine, type Project } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

/** More in the long run. */
const kills = isLong ? 500 : 4;

/** What processes reported as done lasts. */
interface Acknowledged {
  readonly captures: string[];
  /** Annotations of these that nobody has begun to resolve. */
  readonly open: string[];
  readonly resolved: string[];
  readonly requests: string[];
  configs: number;
}

/** A process that writes on demand; `write` rejects when it is gone. */
interface Writer {
  readonly pid: number;
  write(): Promise<void>;
}

/** A refusal is no cut-off: nothing that a writer receives here may be refused. */
class Refused extends Error {}

let made = 0;
const freshCapture = () => sampleCapture({ id: `c${++made}`, bytes: 400_000, annotations: [sampleAnnotation(`a${made}`)] });

const kinds: readonly ((machine: Machine, project: Project, acknowledged: Acknowledged) => Promise<Writer>)[] = [
  async function native(machine, { id }, acknowledged) {
    const host = connectNative(machine);
    return {
      pid: host.pid,
      write: async () => {
        const capture = freshCapture();
        acknowledged.captures.push(nameIn(await host.call("captures:create", capture, id)));
        acknowledged.open.push(...capture.annotations.map((annotation) => annotation.id));
      },
    };
  },
  async function http(machine, { root }, acknowledged) {
    const { port, pid } = await startHttp(machine, root);
    return {
      pid,
      write: async () => {
        const stored = await send(port, "POST", "/captures", JSON.stringify(freshCapture()));
        if (stored.status !== 201) throw new Refused(JSON.stringify(stored.json));
        acknowledged.captures.push(nameIn(stored.json));
        const { status, json } = await send(port, "PUT", "/config", JSON.stringify({ archiveAfterDays: 30 + (made % 50) }));
        if (status !== 200) throw new Refused(JSON.stringify(json));
        acknowledged.configs++;
      },
    };
  },
  async function agent(machine, { root }, acknowledged) {
    const { call, pid } = await connectAgent(machine, root);
    const store = await openStore(root, { stateFolder: machine.state });
    return {
      pid,
      write: async () => {
        const annotation = acknowledged.open.pop();
        if (annotation !== undefined) {
          const { error } = await call("resolve_annotation", { annotation, action: "fixed", summary: "done" });
          if (error !== undefined) throw new Refused(JSON.stringify(error));
          acknowledged.resolved.push(annotation);
        }
        const { requestId, error } = await call("request_capture", { url: "http://localhost:5173/" });
        if (typeof requestId === "string") acknowledged.requests.push(requestId);
        else if (Object(error).code !== "too-many-requests") throw new Refused(JSON.stringify(error));
        for (const { id } of await store.requests.pending()) await store.requests.decline(id);
      },
    };
  },
];

async function killWhileWriting({ pid, write }: Writer, isStarting: boolean): Promise<void> {
  let isKilled = false;
  if (!isStarting) await write();
  const writing = (async () => {
    while (!isKilled) await write();
  })().catch((error: unknown) => {
    if (!isKilled || error instanceof Refused) throw error;
  });
  // A random moment of a start, a read, a write, a rename, or between them.
  await Promise.race([writing, sleep(Math.random() * (isStarting ? 400 : 150))]);
  isKilled = true;
  process.kill(pid, "SIGKILL");
  await writing;
}

test(`${kills} kills of native hosts, HTTP processes and MCP servers that write: no file damaged, nothing lost that was acknowledged`, {
  timeout: kills * 8_000,
}, async () => {
  const machine = await makeMachine();
  await machine.knowNative();
  const project = await machine.project("shop", ["localhost:5173"]);
  const acknowledged: Acknowledged = { captures: [], open: [], resolved: [], requests: [], configs: 0 };
  for (let round = 0; round < kills; round++) {
    const start = kinds[round % kinds.length];
    if (start !== undefined) await killWhileWriting(await start(machine, project, acknowledged), round % 5 === 4);
  }
  const damaged = await damagedFiles(project.root);
  const store = await openStore(project.root, { stateFolder: machine.state });
  const stored = new Set((await store.captures.entries()).map(({ filename }) => filename));
  const resolved = new Set((await store.annotations.resolved()).map(({ annotation }) => annotation.id));
  const known = new Set((await store.requests.all()).map(({ id }) => id));
  const missing = [
    ...acknowledged.captures.filter((name) => !stored.has(name)),
    ...acknowledged.resolved.filter((id) => !resolved.has(id)),
    ...acknowledged.requests.filter((id) => !known.has(id)),
  ];
  const { captures, resolved: resolutions, requests, configs } = acknowledged;
  console.info(
    `${kills} kills; acknowledged: ${captures.length} captures, ${resolutions.length} resolutions, ${requests.length} requests, ${configs} configurations; damaged ${damaged.length}, missing ${missing.length}`,
  );
  expect({ damaged, missing }).toEqual({ damaged: [], missing: [] });
  expect((await store.captures.create(freshCapture())).filename).toBeTruthy();
  for (const list of [captures, resolutions, requests]) expect(list.length).toBeGreaterThan(0);
});

/** Every file that is to hold something and does not. */
async function damagedFiles(root: string): Promise<string[]> {
  const checks: readonly [string, (value: unknown) => boolean][] = [
    ["captures", (value) => captureSchema.safeParse(value).success],
    ["requests", (value) => captureRequestSchema.safeParse(value).success],
    [".", (value) => configChangeSchema.safeParse(value).success],
  ];
  const damaged: string[] = [];
  for (const [folder, isWhole] of checks) {
    const path = join(root, ".svc", folder);
    for (const name of (await readdir(path)).filter((one) => /^[^.].*\.json$/.test(one))) {
      if (!isWhole(parseJson(await readFile(join(path, name), "utf8")))) damaged.push(name);
    }
  }
  return damaged;
}

function nameIn(output: unknown): string {
  return String(Object(output).filename);
}
