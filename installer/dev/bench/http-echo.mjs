// The least that an HTTP server for JSON can do: decodes a body and returns it; for a request without one, its target.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  const chunks = [Buffer.alloc(0)];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const message = request.method === "GET" ? request.url : JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(message));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === "object" ? address?.port : 0 }));
});
