// The least that an HTTP server can do: gives a body back as it came; for a request without one, its target.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.method === "GET") response.end(request.url);
  else request.pipe(response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === "object" ? address?.port : 0 }));
});
