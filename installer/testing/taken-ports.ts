import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** Ports that a program which is none of ours holds until `free`. */
export async function takePorts(count: number): Promise<{ readonly ports: readonly number[]; free(): Promise<void> }> {
  const greet = (socket: Socket) => {
    // Whoever asks may be gone before the greeting, or say what is never read.
    socket.on("error", () => socket.destroy());
    socket.resume().end("220 mail\r\n");
  };
  const servers = Array.from({ length: count }, () => createServer(greet).listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
  return {
    ports,
    free: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
