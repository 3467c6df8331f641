import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that a program which is none of ours holds until `free`. */
export async function takePorts(count: number): Promise<{ readonly ports: readonly number[]; free(): Promise<void> }> {
  const servers = Array.from({ length: count }, () => createServer((socket) => socket.end("220 mail\r\n")).listen(0, "127.0.0.1"));
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
