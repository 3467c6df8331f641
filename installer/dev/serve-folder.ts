import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".json": "application/json",
};

export interface PageServer {
  /** Ends without a slash. */
  readonly url: string;
  close(): void;
}

/** Serves a folder on a port of localhost, by default a free one. Files outside it, and the paths of `failing`, are refused: 404, 500. */
export async function serveFolder(folder: string, failing: readonly string[] = [], port = 0): Promise<PageServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = normalize(decodeURIComponent(pathname));
    if (failing.includes(pathname)) return void response.writeHead(500, { "content-type": "application/json" }).end('{"error":"offline"}');
    const file = join(folder, path.endsWith(sep) ? `${path}index.html` : path);
    readFile(file.startsWith(join(folder, sep)) ? file : folder).then(
      (content) => {
        const headers = { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" };
        response.writeHead(200, headers).end(content);
      },
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://localhost:${typeof address === "object" && address !== null ? address.port : port}`, close };
}

/** The pages of a folder, by name. A page whose name begins with `_` is part of another. */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.x?html?$/.test(name) && !name.startsWith("_"))
    .sort();
}
