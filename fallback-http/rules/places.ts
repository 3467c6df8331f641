import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { requestEvents } from "../refusals.js";

/**
 * Keeps a server's open connections below a bound: a new one takes the place of the oldest that is owed no answer, be it silent or with half a
 * request, so that idle ones cannot starve others. When all are owed one, the new one is closed. Sockets of upgrades count until they close.
 */
export function boundConnections(server: Server, most: number): void {
  const open = new Map<Socket, () => boolean>();
  const isIdle = () => true;
  server.on("connection", (socket: Socket) => {
    if (open.size >= most) {
      const oldest = [...open].find(([, isFree]) => isFree())?.[0] ?? socket;
      open.delete(oldest);
      oldest.destroy();
    }
    if (socket.destroyed) return;
    open.set(socket, isIdle);
    socket.once("close", () => open.delete(socket));
  });
  for (const event of requestEvents)
    server.prependListener(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      if (open.has(incoming.socket)) open.set(incoming.socket, () => !incoming.complete || outgoing.writableFinished);
    });
  server.prependListener("upgrade", ({ socket }: IncomingMessage) => {
    if (open.has(socket)) open.set(socket, () => false);
  });
}
