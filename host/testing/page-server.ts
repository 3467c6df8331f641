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
  ".css": "text/css",
  ".js": "text/javascript",
  ".png": "image/png",
};

/** Serves pages given as texts, with their headers, and the files of a folder, on a free port of this machine. */
export async function servePages(
  pages: Readonly<Record<string, { readonly html: string; readonly headers?: Readonly<Record<string, string>> }>>,
  folder?: string,
): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).slice(1);
    const page = pages[path];
    if (page !== undefined) {
      response.writeHead(200, { "content-type": types[".html"], ...page.headers }).end(page.html);
      return;
    }
    try {
      if (folder === undefined || normalize(path).startsWith("..")) throw new Error("no such page");
      const body = await readFile(join(folder, path));
      response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      // Browsers ask for icons that nobody has.
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
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
