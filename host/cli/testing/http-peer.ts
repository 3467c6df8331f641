import { once } from "node:events";
import { WebSocket } from "ws";
import { z } from "zod";
import { eventSchema, type ServiceEvent } from "../../contract/events.js";
import { cleanup } from "../../store/testing/temporary.js";
import { until } from "../../store/testing/until.js";
import type { Machine, Started } from "./machine.js";

/** A project's HTTP process. */
export interface HttpHost extends Started {
  readonly port: number;
  readonly base: string;
  /** Another process serves the project; this one has ended. */
  readonly already: boolean;
}

const startedSchema = z.object({ port: z.number(), pid: z.number(), already: z.boolean() });

/** Starts one on any port and waits until it prints where it, or the holder, listens. */
export async function startHttp(machine: Machine, root: string, args: readonly string[] = []): Promise<HttpHost> {
  const started = machine.start("http.js", ["--project", root, "--port", "0", "--json", ...args]);
  await until(() => started.stdout().includes("\n"));
  const place = startedSchema.parse(JSON.parse(started.stdout().split("\n")[0] ?? ""));
  return { ...started, ...place, base: `http://127.0.0.1:${place.port}` };
}

/** Events over a WebSocket, from its hello on. */
export async function listen(port: number): Promise<readonly ServiceEvent[]> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  cleanup(() => socket.terminate());
  const events: ServiceEvent[] = [];
  let isGreeted = false;
  socket.on("message", (data) => {
    const message: unknown = JSON.parse(String(data));
    const event = eventSchema.safeParse(message);
    if (event.success) events.push(event.data);
    else isGreeted = true;
  });
  await once(socket, "open");
  socket.send('{"type":"hello"}');
  socket.send('{"type":"ping"}');
  await until(() => isGreeted);
  return events;
}

/** Sends a body as the extension does; returns status and JSON. */
export async function send(port: number, method: "POST" | "PUT", path: string, body: string): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { "Content-Type": "application/json" }, body });
  return { status: answer.status, json: await answer.json() };
}
