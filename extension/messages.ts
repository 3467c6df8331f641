import type { ErrorBody, ProjectName } from "../host/contract/errors.js";
import type { ServiceEvent } from "../host/contract/events.js";
import type { OperationInput, OperationName, OperationOutput } from "../host/contract/operations.js";
import type { Trust } from "../host/contract/trust.js";
import type { BrokenHop, TransportName } from "./transport/transport.js";

/** Where a page's captures go, from a live answer; or what stands in the way. */
export type Connection =
  | {
      readonly state: "connected";
      readonly transport: TransportName;
      /** Known over native messaging alone: no HTTP process of ours listens on a port. */
      readonly isNoPortOpen: boolean;
      readonly project: string;
      readonly agent: string;
      readonly skew?: VersionSkew;
    }
  /** `choices`: the projects that the user may give the page to; none when it is no page of this machine. */
  | { readonly state: "broken"; readonly hop: Hop; readonly detail: string; readonly choices: readonly ProjectName[] };

/** Extension and service are of versions that were not made for each other. */
export interface VersionSkew {
  readonly older: "extension" | "service";
  readonly extension: string;
  readonly service: string;
}

/** Where the way to the project ends. `no-project`: the service runs, and no project claims this page. `key`: it wants signed requests. `origin`: it does not know this browser. */
export type Hop = BrokenHop | "no-project" | "key" | "origin";

/** What the sidebar shows of its page's standing. */
export interface PageStatus {
  readonly trust: Trust;
  /** The pattern that "Add to trusted" would write; empty when the page has no host. */
  readonly trustPattern: string;
  readonly connection: Connection;
}

/** Operations that the sidebar may run as they are; those that change what is trusted or stored go through commands of their own. */
export const openOperations = [
  "annotations:resolved",
  "config:get",
  "requests:pending",
  "requests:ack",
  "requests:decline",
  "baselines:list",
  "baselines:create",
  "baselines:compare",
] as const satisfies readonly OperationName[];
export type OpenOperation = (typeof openOperations)[number];

/** Every message to the background: what it carries and what comes back. `pageUrl` is the page's own address. */
export interface Commands {
  "page:status": { readonly input: { readonly pageUrl: string }; readonly output: PageStatus };
  /**
   * `capture` is the capture's JSON; a string crosses worlds much faster than an object. `requestId`: the agent's request it answers.
   * `beside`: what is stored beside the capture.
   */
  "capture:send": {
    readonly input: {
      readonly pageUrl: string;
      readonly capture: string;
      readonly sendAnyway: boolean;
      readonly requestId?: string;
      readonly beside: readonly Beside[];
    };
    readonly output: SentCapture;
  };
  "trust:add": { readonly input: { readonly pageUrl: string }; readonly output: PageStatus };
  operation: {
    readonly input: { readonly pageUrl: string; readonly name: OpenOperation; readonly input: OperationInput<OpenOperation> };
    readonly output: unknown;
  };
  /** What the sidebar has kept, as JSON; empty when there is nothing. */
  "kept:load": { readonly input: { readonly pageUrl: string; readonly kind: Kept }; readonly output: string };
  /** `known`: ids of the notes that this sidebar has seen; those that another tab of the page has kept stay. */
  "kept:save": {
    readonly input: { readonly pageUrl: string; readonly kind: Kept; readonly text: string; readonly known?: readonly string[] };
    readonly output: null;
  };
  /** The user says which project the page belongs to, by ServerInfo.id. */
  "project:choose": { readonly input: { readonly pageUrl: string; readonly project: string }; readonly output: PageStatus };
  /** The user lets the agent's requests be answered without asking on trusted pages, or no longer; the project's configuration remembers it. */
  "requests:automatic": { readonly input: { readonly pageUrl: string; readonly allowed: boolean }; readonly output: null };
  /** The user allows, or no longer allows, to read component names in the page's world; the project's configuration remembers it. */
  "components:allow": { readonly input: { readonly pageUrl: string; readonly allowed: boolean }; readonly output: null };
  /** What the page's frameworks say of its elements, as JSON; empty where the user has not allowed it, and on an untrusted page. */
  "components:look-up": { readonly input: { readonly pageUrl: string }; readonly output: string };
  /** PNG of the visible part, as a data URL. */
  "page:picture": { readonly input: { readonly pageUrl: string }; readonly output: string };
  /** Runs one of the extension's further scripts in the page's isolated world. */
  "script:load": { readonly input: { readonly pageUrl: string; readonly script: OnDemandScript }; readonly output: null };
  "options:open": { readonly input: Record<string, never>; readonly output: null };
  /** The page turned out to be one that cannot be read. */
  "page:unreadable": { readonly input: { readonly reason: string }; readonly output: null };
  /** From the options page: the user gave a session key. Output: names of the projects that it opens. */
  "key:pair": { readonly input: { readonly key: string }; readonly output: readonly string[] };
  /** From the options page: the user takes the pairing with a project back, by ServerInfo.id. Output: the pairings that are left. */
  "key:forget": { readonly input: { readonly project: string }; readonly output: readonly ProjectName[] };
  /** From the options page: the projects that this browser has paired with, for good or in this session. */
  "key:list": { readonly input: Record<string, never>; readonly output: readonly ProjectName[] };
  /** From the options page: what there is, whatever the page. */
  "service:look": { readonly input: Record<string, never>; readonly output: ServiceLook };
}
/** Notes and the draft of the next one belong to a page, in this browser session; the layout holds everywhere. */
export const keptThings = ["notes", "draft", "layout"] as const;
export type Kept = (typeof keptThings)[number];

/** Scripts that are injected only when they are needed: file names without their ending. */
export const onDemandScripts = ["page", "report", "audit", "look-up", "snapshot", "inspect"] as const;
export type OnDemandScript = (typeof onDemandScripts)[number];
export type CommandName = keyof Commands;

/** The page as HTML, or a picture of its visible part as PNG in base64. */
export type Beside = Omit<OperationInput<"snapshots:create">, "capture">;

/** A capture that was stored; `problem` says why something beside it was not, and is empty when all was. */
export type SentCapture = OperationOutput<"captures:create"> & { readonly problem: string };

export interface ServiceLook {
  readonly nativeAllowed: boolean;
  readonly nativeAnswers: boolean;
  readonly detail: string;
  readonly httpPorts: readonly number[];
  readonly httpProjects: readonly string[];
  /** The projects that the native host knows. */
  readonly nativeProjects: readonly string[];
}

export type Message = { [N in CommandName]: { readonly command: N } & Commands[N]["input"] }[CommandName];
export type Reply<N extends CommandName> =
  | { readonly ok: true; readonly output: Commands[N]["output"] }
  | ({ readonly ok: false } & ErrorBody);

/** Name of the port that an open sidebar holds; it ends with the sidebar or its page. */
export const sidebarPortName = "sidebar";

/**
 * Pushed over the port: how the page stands, what happened in its project, and, once, what the user kept of the layout (JSON,
 * may be empty) and whether the browser's own texts are written from right to left.
 */
export type Push =
  | { readonly type: "status"; readonly status: PageStatus }
  | { readonly type: "event"; readonly event: ServiceEvent }
  | { readonly type: "layout"; readonly layout: string; readonly isRightToLeft: boolean };
