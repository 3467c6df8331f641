import { ServiceError } from "../../host/contract/errors.js";
import { httpPorts, limits } from "../../host/contract/limits.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { routePage } from "../../host/contract/routing.js";
import { withDeadline } from "../transport/deadline.js";
import { isUnauthorized, openHttp } from "../transport/http.js";
import { openSession, type Signer } from "../transport/signer.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { readKeys } from "./keys.js";

/** What one port said when asked about a page. */
export type PortAnswer =
  | { readonly port: number; readonly transport: Transport; readonly info: ServerInfo }
  | { readonly port: number; readonly error: ServiceError | TransportError };

/** Asks all ports at once who serves the page; without a page, who is there. */
export function askPorts(pageUrl?: string): Promise<readonly PortAnswer[]> {
  return Promise.all(httpPorts.map((port) => withDeadline(askPort(port, pageUrl), probeTimeoutMs, `Port ${port}`).catch(asAnswer(port))));
}

/** The port whose project claims the page most exactly, when several do. Undefined too when they are equally fit. */
export function choosePort(pageUrl: string, answers: readonly PortAnswer[]): Extract<PortAnswer, { info: ServerInfo }> | undefined {
  const found = answers.filter((answer) => "info" in answer);
  const [only] = found;
  if (found.length <= 1) return only;
  const info = routePage(
    pageUrl,
    found.map((answer) => answer.info),
  );
  return found.find((answer) => answer.info === info);
}

/** How long a port may take to say who it is: a person is looking at the sidebar. */
const probeTimeoutMs = limits.httpRequestTimeoutMs / 5;

/** Sessions by port: one handshake serves until the service forgets it. */
const signers = new Map<number, Signer>();

async function askPort(port: number, pageUrl: string | undefined): Promise<PortAnswer> {
  const known = signers.get(port);
  if (known === undefined) return askWith(port, pageUrl, await openSessionOn(port));
  try {
    return await askWith(port, pageUrl, known);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    // A service that was started again knows none of the old sessions.
    signers.delete(port);
    return askWith(port, pageUrl, await openSessionOn(port));
  }
}

async function askWith(port: number, pageUrl: string | undefined, signer: Signer | undefined): Promise<PortAnswer> {
  const transport = openHttp(port, signer);
  return { port, transport, info: await transport.call("info:get", pageUrl === undefined ? {} : { pageUrl }) };
}

async function openSessionOn(port: number): Promise<Signer | undefined> {
  for (const key of await readKeys()) {
    try {
      const signer = await openSession(port, key);
      signers.set(port, signer);
      return signer;
    } catch (error) {
      // The key of another project; the next one may fit.
      if (!isUnauthorized(error)) throw error;
    }
  }
  return undefined;
}

function asAnswer(port: number): (error: unknown) => PortAnswer {
  return (error) => {
    if (error instanceof ServiceError || error instanceof TransportError) return { port, error };
    throw error;
  };
}
