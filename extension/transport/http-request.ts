import { type OperationInput, type OperationName, operations } from "../../host/contract/operations.js";

/** An operation as an HTTP request: `path` with its query; `body` is JSON text. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: string;
}

/** Spells an operation as an HTTP request: fields named in the path go there, the others into the query (GET) or the body. */
export function httpRequestOf<N extends OperationName>(name: N, input: OperationInput<N>): HttpRequest {
  const { method, path } = operations[name];
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map((match) => match[1]));
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const values = new Map(fields);
  const filled = path.replace(/:(\w+)/g, (_match, field: string) => encodeURIComponent(String(values.get(field))));
  if (method !== "GET") {
    // An input without path fields goes out as it is: a capture has five million characters.
    const body = inPath.size === 0 ? input : Object.fromEntries(fields.filter(([field]) => !inPath.has(field)));
    return { method, path: filled, body: JSON.stringify(body) };
  }
  const query = new URLSearchParams(fields.filter(([field]) => !inPath.has(field)).map(([field, value]) => [field, String(value)]));
  return { method, path: query.size === 0 ? filled : `${filled}?${query}` };
}
