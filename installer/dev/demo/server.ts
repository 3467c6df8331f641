import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { extname, join, normalize, sep } from "node:path";

export interface DemoServer {
  readonly port: number;
  readonly url: string;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves a folder on a free loopback port. `/api/stock` always fails: the demo's planted network fault. */
export async function startDemoServer(folder: string): Promise<DemoServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/api/stock") answer(response, 500, "application/json", '{"error":"warehouse offline"}');
    else void serveFile(response, folder, pathname === "/" ? "/index.html" : pathname);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The demo server has no port.");
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: address.port, url: `http://localhost:${address.port}/`, close };
}

async function serveFile(response: ServerResponse, folder: string, pathname: string): Promise<void> {
  const path = normalize(join(folder, pathname));
  const type = types[extname(path)];
  try {
    if (type === undefined || !path.startsWith(folder + sep)) answer(response, 404, "text/plain", "Not found");
    else answer(response, 200, type, await readFile(path));
  } catch (error) {
    // A file that is not there is part of the demo; all else is, for a browser, the same.
    answer(response, 404, "text/plain", error instanceof Error && "code" in error ? String(error.code) : "Not found");
  }
}

function answer(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}
