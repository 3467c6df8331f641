import type { Server } from "node:http";

/** Loopback only: no other machine can reach the server, whatever the firewall says. */
const address = "127.0.0.1";

/** Listens on the first of the ports that is free and gives it; undefined when all are taken. Port 0 lets the system choose. */
export async function listenOnFirstFree(server: Server, ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) {
    server.listen({ port, host: address, exclusive: true });
    const error = await listening(server);
    if (error === undefined) return portOf(server);
    // In use, or reserved by the system (Windows): somebody else's, so the next one.
    if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
  }
  return undefined;
}

function listening(server: Server): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const onListening = () => settle(undefined);
    const onError = (error: NodeJS.ErrnoException) => settle(error);
    const settle = (outcome: NodeJS.ErrnoException | undefined) => {
      server.off("listening", onListening).off("error", onError);
      resolve(outcome);
    };
    server.once("listening", onListening).once("error", onError);
  });
}

function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no TCP port");
  return bound.port;
}
