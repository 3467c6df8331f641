import type { Hello, Presence, PresenceKind } from "../contract/presence.js";

/** What a process says of itself; the rest (pid, start time, nonce) is filled in. */
export type Announced = Pick<Presence, "kind"> & Partial<Pick<Presence, "version" | "projectRoot" | "agent" | "lastAnsweredAt" | "port">>;

export interface Announcement {
  readonly presence: Presence;
  /** Changes what was said, for instance `lastAnsweredAt`. */
  update(change: Partial<Announced>): Promise<void>;
  withdraw(): Promise<void>;
}

/** Announces this process in `<state folder>/run/`. A process that dies without withdrawing is swept by the next one that looks. */
export async function announce(stateFolder: string, announced: Announced): Promise<Announcement> {
  throw new Error(`not built yet: ${stateFolder} ${announced.kind}`);
}

/** The processes that live right now (pid and start time checked); files of dead ones are removed. */
export async function listPresences(
  stateFolder: string,
  filter: { kind?: PresenceKind; projectRoot?: string } = {},
): Promise<readonly Presence[]> {
  throw new Error(`not built yet: ${stateFolder} ${filter.kind}`);
}

/** Notes that the extension called. */
export async function recordHello(stateFolder: string, hello: Omit<Hello, "at">): Promise<void> {
  throw new Error(`not built yet: ${stateFolder} ${hello.transport}`);
}

/** The extension's last call; undefined when it never called. */
export async function lastHello(stateFolder: string): Promise<Hello | undefined> {
  throw new Error(`not built yet: ${stateFolder}`);
}

/** When a native host first answered a browser for this user (ISO 8601); undefined when none ever did. */
export async function nativeFirstAnsweredAt(stateFolder: string): Promise<string | undefined> {
  throw new Error(`not built yet: ${stateFolder}`);
}
