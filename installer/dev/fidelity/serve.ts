import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
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

/** Serves a folder on a free port of localhost. Files outside it are not found. */
export function serveFolder(folder: string): Promise<PageServer> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
    const file = join(folder, path);
    readFile(file.startsWith(join(folder, sep)) ? file : folder).then(
      (content) => response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      resolve({
        url: `http://localhost:${port}`,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

/** The pages of a folder, by name. A page whose name begins with `_` is part of another. */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.x?html?$/.test(name) && !name.startsWith("_"))
    .sort();
}
