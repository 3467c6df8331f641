import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

export interface PageServer {
  readonly port: number;
  /** Address of a file below the folder, or of a page given as text. */
  url(path: string): string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
};

/** A page given as text. */
export interface GivenPage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 when absent. */
  readonly status?: number;
  /** How long the answer takes, ms. */
  readonly afterMs?: number;
}

/** Serves pages given as texts, with their headers, and the files of a folder, on a port of this machine, by default a free one. */
export async function servePages(pages: Readonly<Record<string, GivenPage>>, folder?: string, wantedPort = 0): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).slice(1);
    const page = pages[path];
    if (page !== undefined) {
      const answer = () => response.writeHead(page.status ?? 200, { "content-type": types[".html"], ...page.headers }).end(page.html);
      if (page.afterMs === undefined) answer();
      else setTimeout(answer, page.afterMs);
      return;
    }
    try {
      if (folder === undefined || normalize(path).startsWith("..")) throw new Error("no such page");
      const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
      const headers = { "content-type": types[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" };
      const body = await readFile(join(folder, file));
      response.writeHead(200, headers).end(body);
    } catch {
      // Browsers ask for icons that nobody has.
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    url: (path) => `http://localhost:${port}/${path}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error))));
    },
  };
}
