import type { IncomingMessage } from "node:http";
import { ServiceError } from "../../host/contract/errors.js";
import { isListeningName } from "../../host/contract/hosts.js";

/**
 * Refuses every request that was not addressed to this machine by a loopback name and the server's own port: a page whose DNS name
 * was rebound to 127.0.0.1 still sends its own name. A request must carry exactly one Host (RFC 9112, 3.2); where the target is an
 * absolute URL, that one's authority counts as well.
 */
export function checkHost(incoming: IncomingMessage, port: number): void {
  const hosts = headerValues(incoming, "host");
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(incoming.url ?? "")?.[1];
  const names = authority === undefined ? hosts : [...hosts, authority];
  if (hosts.length === 1 && names.every((name) => isOwnAuthority(name, port))) return;
  throw new ServiceError(
    "forbidden-host",
    `The Host header must be one loopback name with this server's port: call http://127.0.0.1:${port}, not through another name.`,
  );
}

/** All values of a header as they were sent: Node's `headers` keeps only the first Host. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function isOwnAuthority(authority: string, port: number): boolean {
  const match = /^(\[[0-9a-f:]+\]|[^:[\]@]+):(\d{1,5})$/i.exec(authority);
  return match?.[1] !== undefined && isListeningName(match[1]) && Number(match[2]) === port;
}
