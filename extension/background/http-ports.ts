import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import { httpPorts, limits } from "../../host/contract/limits.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { claimsPage, routePage } from "../../host/contract/routing.js";
import type { PairedProject } from "../../host/contract/user-state.js";
import { thisClient } from "../transport/client.js";
import { withDeadline } from "../transport/deadline.js";
import { isUnauthorized, openHttp } from "../transport/http.js";
import { openSession, type Signer } from "../transport/signer.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { pairedProjects, readKeys, rememberKey, rememberProject } from "./keys.js";

/** What one port said when asked about a page. */
export type PortAnswer =
  | { readonly port: number; readonly transport: Transport; readonly info: ServerInfo }
  /** `nearby`: a service that answered but does not take the page; its events tell when that changes. */
  | {
      readonly port: number;
      readonly error: ServiceError | TransportError;
      readonly nearby?: Transport;
    };

/** The page that is asked about. `unclaimedBy`: ids of projects that do not claim it, as the native host just said. */
interface Asked {
  readonly pageUrl: string;
  readonly unclaimedBy: readonly string[];
}

/** Asks all ports at once who serves the page; without a page, who is there. */
export function askPorts(asked?: Asked): Promise<readonly PortAnswer[]> {
  return Promise.all(httpPorts.map((port) => withDeadline(askPort(port, asked), probeTimeoutMs, `Port ${port}`).catch(asAnswer(port))));
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

async function askPort(port: number, asked: Asked | undefined): Promise<PortAnswer> {
  const known = signers.get(port);
  if (known !== undefined) {
    try {
      return await askSigned(port, asked?.pageUrl, known);
    } catch (error) {
      if (!isUnauthorized(error) && !isUnproven(error)) throw error;
      // A service that was started again knows none of the old sessions, and a stranger in its place has none.
      signers.delete(port);
      misfits.delete(port);
    }
  }
  const signer = await openSessionOn(port);
  return signer === undefined ? askUnsigned(port, asked) : askSigned(port, asked?.pageUrl, signer);
}

async function askSigned(port: number, pageUrl: string | undefined, signer: Signer): Promise<PortAnswer> {
  const transport = openHttp(port, signer);
  try {
    return { port, transport, info: await transport.call("info:get", pageUrl === undefined ? {} : { pageUrl }) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "no-match") throw error;
    return { port, error, nearby: transport };
  }
}

/**
 * Asks a service that proves nothing. It learns the page's address only when it says that its project takes such pages, and never that of a
 * page, nor answers for a project, that this browser has paired with.
 */
async function askUnsigned(port: number, asked: Asked | undefined): Promise<PortAnswer> {
  const transport = openHttp(port);
  const info = await transport.call("info:get", {});
  const paired = await pairedProjects();
  if (paired.some(({ id }) => id === info.id) || (asked !== undefined && isTakenByOne(asked, paired, info))) {
    return {
      port,
      error: new TransportError("unproven", `Port ${port} does not prove the session key of a project that you paired with.`),
    };
  }
  // What an extension that is not known yet may not do is seen before a page depends on it.
  await transport.call("config:get", {});
  if (asked === undefined) return { port, transport, info };
  const { pageUrl } = asked;
  try {
    if (routePage(pageUrl, [info]) === undefined) throw noMatch(info);
    return { port, transport, info: await transport.call("info:get", { pageUrl }) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "no-match") throw error;
    return { port, error, nearby: transport };
  }
}

/**
 * A page that a paired project claims is its; one that only a project without patterns would take may be another's that claims it. What is
 * remembered of a project's patterns gives way to what the native host says of them now.
 */
function isTakenByOne({ pageUrl, unclaimedBy }: Asked, paired: readonly PairedProject[], unproven: ServerInfo): boolean {
  const claimants = paired.filter(({ id }) => !unclaimedBy.includes(id));
  if (claimants.some((project) => claimsPage(pageUrl, project))) return true;
  return !claimsPage(pageUrl, unproven) && routePage(pageUrl, claimants) !== undefined;
}

function noMatch({ id, name }: ProjectName): ServiceError {
  const message = `No project claims this page. There is: ${name}. Add the page to it with \`svc-init --url\`.`;
  return new ServiceError("no-match", message, { projects: [{ id, name }] });
}

/** Ports whose service held none of the keys: which keys these were, and until when (ms since the epoch) that need not be asked again. */
const misfits = new Map<number, { readonly keys: string; readonly until: number }>();
const misfitMs = 30_000;
const opening = new Map<number, Promise<Signer | undefined>>();

/** Pages that look at the same moment share one handshake. */
function openSessionOn(port: number): Promise<Signer | undefined> {
  const mine = opening.get(port) ?? shakeHands(port).finally(() => opening.delete(port));
  opening.set(port, mine);
  return mine;
}

async function shakeHands(port: number): Promise<Signer | undefined> {
  const keys = (await readKeys()).map(({ key }) => key);
  const misfit = misfits.get(port);
  if (keys.length === 0 || (misfit !== undefined && misfit.keys === keys.join() && Date.now() < misfit.until)) return undefined;
  misfits.set(port, { keys: keys.join(), until: Date.now() + misfitMs });
  try {
    const opened = await openSession(port, keys, thisClient());
    if (opened === undefined) return undefined;
    const info = await openHttp(port, opened.signer).call("info:get", {});
    await rememberKey({ key: opened.key, project: info.id });
    await rememberProject(info, true);
    misfits.delete(port);
    signers.set(port, opened.signer);
    return opened.signer;
  } catch (error) {
    // Nobody there: the next service is to be asked at once.
    if (error instanceof TransportError && (error.hop === "unreachable" || error.hop === "timeout")) misfits.delete(port);
    // Too many handshakes, or a key that was changed in between: no session now, which says nothing about the page.
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Forgets all sessions: the next look opens those whose keys are still known. */
export function closeSessions(): void {
  signers.clear();
  misfits.clear();
}

function isUnproven(error: unknown): boolean {
  return error instanceof TransportError && error.hop === "unproven";
}

function asAnswer(port: number): (error: unknown) => PortAnswer {
  return (error) => {
    if (error instanceof ServiceError || error instanceof TransportError) return { port, error };
    throw error;
  };
}
