import { type ProjectName, ServiceError } from "../../host/contract/errors.js";
import { httpPorts, limits } from "../../host/contract/limits.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { claimsPage, routePage } from "../../host/contract/routing.js";
import type { PairedProject } from "../../host/contract/user-state.js";
import { thisClient } from "../transport/client.js";
import { withDeadline } from "../transport/deadline.js";
import { isUnauthorized, openHttp } from "../transport/http.js";
import { openSignedSession, type Signer } from "../transport/signer.js";
import { type Transport, TransportError } from "../transport/transport.js";
import { pairedProjects, readKeys, rememberKey, rememberProject } from "./keys.js";

interface FoundPort {
  readonly port: number;
  readonly transport: Transport;
  readonly info: ServerInfo;
}

/** `nearby`: a service that answered but does not claim the page; its events announce when that changes. */
type PortAnswer = FoundPort | { readonly error: ServiceError | TransportError; readonly nearby?: Transport };

/** The page in question. `unclaimedBy`: ids of projects that do not claim it, as the native host just reported. */
interface Asked {
  readonly pageUrl: string;
  readonly unclaimedBy: readonly string[];
}

/** Probes all ports in parallel for the services that take a page; without a page, for any service. */
export async function askPorts(asked?: Asked) {
  const probe = (port: number) => withDeadline(askPort(port, asked), probeTimeoutMs, `Port ${port}`).catch(asAnswer);
  const answers = await Promise.all(httpPorts.map(probe));
  const failed = answers.filter((answer) => "error" in answer);
  return {
    found: answers.filter((answer) => "info" in answer),
    errors: failed.map(({ error }) => error),
    nearby: failed.flatMap(({ nearby }) => nearby ?? []),
  };
}

/** Returns the port whose project claims the page most specifically; undefined for none and for two that have no pattern yet. */
export function choosePort(pageUrl: string, found: readonly FoundPort[]): FoundPort | undefined {
  if (found.length <= 1) return found[0];
  const infos = found.map(({ info }) => info);
  const best = routePage(pageUrl, infos);
  return found.find(({ info }) => info === best);
}

/** Timeout of a probe in milliseconds, during which the user waits. */
const probeTimeoutMs = limits.httpRequestTimeoutMs / 5;

/** Sessions by port: one handshake is valid until the service forgets it. */
const signers = new Map<number, Signer>();

async function askPort(port: number, asked: Asked | undefined): Promise<PortAnswer> {
  const known = signers.get(port);
  if (known !== undefined) {
    try {
      return await askTransport(port, openHttp(port, known), asked);
    } catch (error) {
      if (!isUnauthorized(error) && !isUnproven(error)) throw error;
      // A restarted service has lost its sessions, and an impostor never had any.
      signers.delete(port);
      misfits.delete(port);
    }
  }
  const signer = await openSessionOn(port);
  return signer === undefined ? askUnsigned(port, asked) : askTransport(port, openHttp(port, signer), asked);
}

async function askTransport(port: number, transport: Transport, asked: Asked | undefined): Promise<PortAnswer> {
  try {
    return { port, transport, info: await transport.call("info:get", asked === undefined ? {} : { pageUrl: asked.pageUrl }) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "no-match") throw error;
    return { error, nearby: transport };
  }
}

/** An unauthenticated service gets the page's URL only where its project claims such pages, and never one of a paired project. */
async function askUnsigned(port: number, asked: Asked | undefined): Promise<PortAnswer> {
  const transport = openHttp(port);
  const info = await transport.call("info:get", {});
  const paired = await pairedProjects();
  if (paired.some(({ id }) => id === info.id) || (asked !== undefined && isTakenByOne(asked, paired, info))) {
    return { error: new TransportError("unproven", `Port ${port} does not prove the session key of a project that you paired with.`) };
  }
  // A service that does not know the extension yet is detected before a page depends on it.
  await transport.call("config:get", {});
  if (asked !== undefined && routePage(asked.pageUrl, [info]) === undefined) return { error: noMatch(info), nearby: transport };
  return askTransport(port, transport, asked);
}

/** A claimed page belongs to the paired project that claims it. What the native host reports now counts before cached patterns. */
function isTakenByOne({ pageUrl, unclaimedBy }: Asked, paired: readonly PairedProject[], unproven: ServerInfo): boolean {
  const claimants = paired.filter(({ id }) => !unclaimedBy.includes(id));
  if (claimants.some((project) => claimsPage(pageUrl, project))) return true;
  return !claimsPage(pageUrl, unproven) && routePage(pageUrl, claimants) !== undefined;
}

function noMatch({ id, name }: ProjectName): ServiceError {
  const message = `No project claims this page. There is: ${name}. Add the page to it with \`svc-init --url\`.`;
  return new ServiceError("no-match", message, { projects: [{ id, name }] });
}

/** Negative cache: ports whose service had none of these keys, until a time in ms since the epoch. */
const misfits = new Map<number, { readonly keys: string; readonly until: number }>();
const misfitMs = 30_000;
const opening = new Map<number, Promise<Signer | undefined>>();

/** Simultaneous probes of several pages share one handshake. */
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
    const opened = await openSignedSession(port, keys, thisClient());
    if (opened === undefined) return undefined;
    const info = await openHttp(port, opened.signer).call("info:get", {});
    await rememberKey({ key: opened.key, project: info.id });
    await rememberProject(info, true);
    misfits.delete(port);
    signers.set(port, opened.signer);
    return opened.signer;
  } catch (error) {
    const areClocksApart = error instanceof ServiceError && error.reason === "timestamp";
    // No service on this port: the next one is probed at once.
    if (areClocksApart || (error instanceof TransportError && (error.hop === "unreachable" || error.hop === "timeout")))
      misfits.delete(port);
    // Too many handshakes, or a key that was changed in between: no session now, whatever the page.
    if (error instanceof ServiceError && !areClocksApart) return undefined;
    throw error;
  }
}

/** Forgets all sessions: the next probe opens those whose keys are still known. */
export function closeSessions(): void {
  signers.clear();
  misfits.clear();
}

export function isUnproven(error: unknown): error is TransportError {
  return error instanceof TransportError && error.hop === "unproven";
}

function asAnswer(error: unknown): PortAnswer {
  if (error instanceof ServiceError || error instanceof TransportError) return { error };
  throw error;
}
