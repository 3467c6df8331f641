import type { Capture } from "../host/contract/capture.js";
import type { ErrorBody, ProjectName } from "../host/contract/errors.js";
import type { HeardEvent } from "../host/contract/events.js";
import type { Listening, OperationInput, OperationName, OperationOutput, ServerInfo } from "../host/contract/operations.js";
import type { Trust } from "../host/contract/trust.js";
import type { BrokenHop, TransportName } from "./transport/transport.js";

/** Where a page's captures go, from a live answer; or what stands in the way. */
export type ConnectionStatus =
  | {
      readonly state: "connected";
      readonly transport: TransportName;
      /** Known over native messaging alone: no HTTP process of ours listens on a port. */
      readonly isNoPortOpen: boolean;
      readonly project: string;
      /** The project's folder: clones of one repository have one name. */
      readonly folder: string;
      /** All projects that claim the page alike, this one first; none where it is this one's alone. */
      readonly choices: readonly ProjectName[];
      readonly skew?: VersionSkew;
    }
  /** `mayAllow`: native messaging was not asked, since the user has not granted it. `choices`: the projects that the user may give the page to; none when it is no page of this machine. */
  | {
      readonly state: "broken";
      readonly hop: Hop;
      readonly detail: string;
      readonly mayAllow: boolean;
      readonly choices: readonly ProjectName[];
    };

export interface VersionSkew {
  readonly older: "extension" | "service";
  readonly extension: string;
  readonly service: string;
}

/** Where the way to the project ends. `no-project`: the service runs, and no project claims this page. `unclaimed`: services answer over HTTP, each for its own project alone, and none takes this page; the native host, which knows every project, was not reached. `key`: it wants signed requests. `origin`: it does not know this browser. `replaced`: the extension was updated. `refused`: another error. */
export type Hop = BrokenHop | "no-project" | "unclaimed" | "key" | "origin" | "replaced" | "refused";

export interface PageStatus {
  readonly trust: Trust;
  /** The pattern that "Add to trusted" would write; empty when the page has no host. */
  readonly trustPattern: string;
  readonly connection: ConnectionStatus;
}

/** Operations that the sidebar may run as they are; those that change what is trusted or stored go through commands of their own. */
export const openOperations = [
  "captures:list",
  "config:get",
  "requests:pending",
  "requests:ack",
  "requests:decline",
] as const satisfies readonly OperationName[];
export type OpenOperation = (typeof openOperations)[number];

/** What the sidebar shows first, before anybody has been asked. `annotations` and `draft`: what it has stored for the page, as JSON. */
export interface OpenedPage {
  readonly nonce: string;
  /** The page's address that the rest belongs to. */
  readonly url: string;
  readonly trust: Trust;
  readonly layout: string;
  readonly isRightToLeft: boolean;
  /** The key that the browser has granted for picking from the page; "" for none. */
  readonly pickKey: string;
  /** Where the person sets keys, in words. */
  readonly shortcutSettings: string;
  readonly annotations: string;
  readonly draft: string;
}

export interface ProjectFacts {
  readonly config: OperationOutput<"config:get">;
  readonly states: OperationOutput<"annotations:resolved">["states"];
  /** When it was asked, Unix ms. */
  readonly askedAt: number;
}

/** Switches of the project's configuration that the sidebar shows, by the key of each. */
export const allowedKeys = {
  automatic: "autoAnswerRequests",
  "page-world": "componentNames",
  screenshot: "includeScreenshot",
  snapshot: "includeSnapshot",
  audit: "auditOnCapture",
} as const satisfies Readonly<Record<string, keyof OperationInput<"config:update">>>;
export type Allowed = keyof typeof allowedKeys;

/** Whether a switch widens what is done without a press: then a window of the extension asks. */
export function isConsentKind(kind: Allowed): kind is Extract<Allowed, ConsentKind> {
  return kind === "automatic" || kind === "page-world";
}

/** What needs the person's word in a window of the extension, where no page can draw. */
export type ConsentKind = "send-anyway" | "add-trust" | "automatic" | "page-world";

export interface ConsentDetails {
  readonly kind: ConsentKind;
  readonly host: string;
  readonly project: string;
  readonly elements: number;
  readonly notes: readonly string[];
}

/** What a command carries, and what comes back; `unknown` where nobody reads it. */
interface Command<Input, Output = unknown> {
  readonly input: Input;
  readonly output: Output;
}
type Nothing = Record<string, never>;

/** A capture's JSON, since a string crosses worlds much faster than an object, and how it is sent. */
export interface SendOrder {
  readonly capture: string;
  /** The person is asked in a window of the extension whether an untrusted page is sent, this once. */
  readonly sendAnyway: boolean;
  readonly requestId?: string;
  readonly attachments: readonly Attachment[];
}

/** Every message to the background. Those that are about a page carry its own address, too, as `pageUrl`. */
export interface Commands {
  /** The sidebar has loaded, or its page has become another one: how the page stands follows over the port. */
  "page:open": Command<Nothing, OpenedPage>;
  /** Output: null when the person did not agree. */
  "capture:send": Command<SendOrder, SentCapture | null>;
  /** Asks the person in a window of the extension; how the page stands then follows over the port. */
  "trust:add": Command<Nothing>;
  operation: Command<{ readonly name: OpenOperation; readonly input: OperationInput<OpenOperation> }>;
  /** `known`: ids that this sidebar has seen: further stored ones stay, as do those not `changed`. `isUnsent`: no project has some. */
  "storage:save": Command<{
    readonly kind: StoredKind;
    readonly text: string;
    readonly known?: readonly string[];
    readonly changed?: readonly string[];
    readonly isUnsent?: boolean;
  }>;
  /** The lists of notes of the other pages of this site, as JSON, where they hold what no project has. */
  "notes:unsent": Command<Nothing, readonly string[]>;
  /** The person wants to know again whether the way to the project is there; how the page stands follows over the port. */
  "connection:refresh": Command<Nothing>;
  /** The user chooses the project of the page, by ServerInfo.id; how the page stands then follows over the port. */
  "project:choose": Command<{ readonly project: string }>;
  /** Switches of the project's configuration; `automatic` and `page-world` ask in a window of the extension. Output: what holds then. */
  "config:allow": Command<{ readonly kind: Allowed; readonly allowed: boolean }, OperationOutput<"config:get">>;
  /** What the page's frameworks say of its elements, as JSON; empty where the user has not allowed it, and on an untrusted page. */
  "components:look-up": Command<Nothing, string>;
  /** What was heard of the page's errors in its own world, from the first call on; null where that is not allowed, as above. */
  "errors:read": Command<Nothing, Capture["console"] | null>;
  /** PNG of the visible part, as a data URL. */
  "page:picture": Command<Nothing, string>;
  /** Stores a picture (PNG in base64) in this browser until the page's notes and draft name it no more. */
  "picture:store": Command<{ readonly id: string; readonly png: string }>;
  /** One that was stored; "" where it is not there any more. */
  "picture:stored": Command<{ readonly id: string }, string>;
  "script:load": Command<{ readonly script: PageScriptName }>;
  "options:open": Command<{ readonly at?: "pair" }>;
  "page:unreadable": Command<{ readonly reason: string }>;
  "consent:details": Command<{ readonly id: string }, ConsentDetails>;
  "consent:answer": Command<{ readonly id: string; readonly agreed: boolean }>;
  /** From the options page, as all that follow: the user gave a session key. Output: names of the projects that it opens. */
  "key:pair": Command<{ readonly key: string }, readonly string[]>;
  /** The user takes the pairing with a project back, by ServerInfo.id. Output: the pairings that are left. */
  "key:forget": Command<{ readonly project: string }, readonly ProjectName[]>;
  "key:list": Command<Nothing, readonly ProjectName[]>;
  "service:status": Command<Nothing, ServiceStatus>;
}

/** Notes and the draft of the next one belong to a page and its project; the layout holds everywhere. */
export const storedKinds = ["notes", "draft", "layout"] as const;
export type StoredKind = (typeof storedKinds)[number];

/** Scripts that are injected into the page only when they are needed: file names without their ending. */
export const pageScripts = ["page", "audit", "explain", "look-up", "snapshot"] as const;
export type PageScriptName = (typeof pageScripts)[number];
export type CommandName = keyof Commands;

/** The page as HTML, or a picture of its visible part as PNG in base64. */
export type Attachment = Omit<OperationInput<"snapshots:create">, "capture">;

/** A capture that was stored, and when which agent will read it, `unknown` where the project did not answer that; `problem` states why something beside it was not, and is empty when all was. */
export type SentCapture = OperationOutput<"captures:create"> &
  Pick<ServerInfo, "agent"> & { readonly listening: Listening | "unknown"; readonly problem: string };

export interface ServiceStatus {
  readonly nativeAllowed: boolean;
  readonly nativeAnswers: boolean;
  readonly detail: string;
  readonly httpPorts: readonly number[];
  readonly httpProjects: readonly string[];
  /** A project answers over HTTP and takes signed requests only, and this browser has not paired with it. */
  readonly wantsKey: boolean;
  readonly nativeProjects: readonly string[];
}

export type Reply<N extends CommandName> =
  | { readonly ok: true; readonly output: Commands[N]["output"] }
  | ({ readonly ok: false } & ErrorBody);

/** Name of the port that a page with an open sidebar holds, before its nonce; it ends with the sidebar or its page. */
export const pagePortName = "page:";
/** Sent over that port, followed by an address: the page is about to go there. */
export const leavingMessage = "leaving:";
export const sidebarPortName = "sidebar";

/** Begins the name of the port of a frame that relays to the native host, before the request's id; sent to our documents, asks for one. */
export const relayPortName = "native-relay:";

/** From the frame to the background; the other way go the host's messages as they are. */
export interface RelayFrame {
  readonly message?: unknown;
  readonly ended?: string;
}

/** Pushed over the sidebar's port: how the page stands, what its project returns for it, and what happens there. `url`: the page that was asked about. */
export type Push =
  | { readonly type: "status"; readonly status: PageStatus }
  /** The page belongs to another project than the notes that were shown: what is stored for it. */
  | { readonly type: "stored"; readonly url: string; readonly annotations: string; readonly draft: string }
  | { readonly type: "notes"; readonly url: string; readonly annotations: string }
  | { readonly type: "project"; readonly url: string; readonly facts: ProjectFacts }
  | { readonly type: "event"; readonly event: HeardEvent }
  | { readonly type: "error"; readonly message: string }
  /** From the sidebar's own line: the extension was updated, and nobody answers this document any more. */
  | { readonly type: "replaced"; readonly message: string };
