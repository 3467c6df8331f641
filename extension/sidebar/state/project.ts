import { type Accessor, createEffect, createRoot, createSignal } from "solid-js";
import type { OperationInput, OperationOutput } from "../../../host/contract/operations.js";
import { isOneDocument, isOnePage, pageOf } from "../../../host/contract/page.js";
import { isPageUnder } from "../../../host/contract/routing.js";
import type { Trust } from "../../../host/contract/trust.js";
import type { Allowed, ConnectionStatus, OpenOperation, PageStatus, Push } from "../../messages.js";
import type { Ask, Lines } from "../connect.js";
import type { Annotations } from "./annotations.js";
import type { DraftState } from "./draft.js";
import type { Tasks } from "./tasks.js";

type ProjectConfig = OperationOutput<"config:get">;
export type PendingRequest = OperationOutput<"requests:pending">["requests"][number];

/** How the page stands and what its project returns: from live answers that the background pushes. */
export interface Project {
  readonly trust: Accessor<Trust>;
  /** The pattern that "Add to trusted" would write; empty before the project has answered, and when the page has no host. */
  readonly trustPattern: Accessor<string>;
  /** Undefined until the first answer. */
  readonly connection: Accessor<ConnectionStatus | undefined>;
  /** The same where a project is connected. */
  readonly connected: Accessor<Extract<ConnectionStatus, { state: "connected" }> | undefined>;
  readonly broken: Accessor<Extract<ConnectionStatus, { state: "broken" }> | undefined>;
  /** Whether the page can be sent; `blocked` waits for the user's decision. */
  readonly sending: Accessor<"enabled" | "blocked" | "hidden">;
  readonly config: Accessor<ProjectConfig | undefined>;
  readonly requests: Accessor<readonly PendingRequest[]>;
  /** Resolves with the first answer: at once where it is there. */
  answered(): Promise<void>;
  /** The configuration as it is now, or as it was asked for on this page at most so long ago (ms). */
  refreshConfig(maxAgeMs?: number): Promise<ProjectConfig>;
  addToTrusted(): Promise<undefined>;
  choose(project: string): Promise<unknown>;
  allow(kind: Allowed, allowed: boolean): Promise<undefined>;
  decline(id: string): Promise<void>;
  reply(id: string, text: string): Promise<void>;
  /** Whether a question about an annotation is open, which its state may show a moment later. */
  isAsked(annotationId: string): boolean;
  /** Answers the open question about an annotation; returns the request's id, undefined where none is open. `onLost`: the answer did not arrive. */
  answer(annotationId: string, text: string, onLost: () => void): string | undefined;
  /** What a page's address alone implies for its trust, until the project has answered. */
  assume(trust: Trust): void;
  /** Another page: nothing is known of it, and what is pushed of its notes counts once these are shown. */
  forget(): void;
  showing(): void;
}

export async function askOperation<N extends OpenOperation>(ask: Ask, name: N, input: OperationInput<N>): Promise<OperationOutput<N>> {
  // The background has checked the answer against the operation's schema.
  return (await ask("operation", { name, input })) as OperationOutput<N>;
}

export function createProject(
  { ask, url, opened, onPush }: Lines,
  annotations: Annotations,
  draft: Pick<DraftState, "join">,
  { fail, recover }: Pick<Tasks, "fail" | "recover">,
): Project {
  const [status, setStatus] = createSignal<PageStatus>();
  const [assumed, assume] = createSignal<Trust>(opened.trust);
  const [config, setConfig] = createSignal<ProjectConfig>();
  const [requests, setRequests] = createSignal<readonly PendingRequest[]>([]);
  let asked = 0;
  const drop = (id: string) => setRequests((all) => all.filter((request) => request.id !== id));
  const questionAbout = (id: string) => requests().find(({ kind, annotation }) => kind === "question" && annotation === id);

  let asking: { readonly atMs: number; readonly page: string; readonly answer: Promise<ProjectConfig> } | undefined;

  function refreshConfig(maxAgeMs = 0): Promise<ProjectConfig> {
    const [atMs, page] = [performance.now(), url()];
    if (asking === undefined || asking.page !== page || atMs - asking.atMs > maxAgeMs)
      asking = { atMs, page, answer: askOperation(ask, "config:get", {}).then((now) => setConfig(now)) };
    return asking.answer;
  }

  async function refreshRequests(): Promise<void> {
    const mine = ++asked;
    const { requests: pending } = await askOperation(ask, "requests:pending", { url: url() });
    // The host answers in any order: a later question knows more.
    if (mine !== asked) return;
    setRequests(pending);
    // The agent learns that a person sees what it asks for. Another tab may have answered it in the meantime.
    await Promise.allSettled(pending.map(({ id }) => askOperation(ask, "requests:ack", { id })));
  }

  let isShown = false;
  // What is pushed before the page's notes are shown: those would take its place.
  let early: Push[] = [];

  function take(push: Push): void {
    if (push.type === "status") {
      const wasBroken = broken() !== undefined;
      setStatus(push.status);
      if (wasBroken && connected() !== undefined) recover();
    } else if (push.type === "error") fail(new Error(push.message));
    else if (push.type === "replaced") {
      setStatus({
        trust: trust(),
        trustPattern: "",
        connection: { state: "broken", hop: "replaced", detail: "", mayAllow: false, choices: [] },
      });
      fail(new Error(push.message));
    } else if (!isShown) early.push(push);
    else if (push.type === "stored") {
      // The page may be another one by now.
      if (!isOneDocument(push.url, url())) return;
      annotations.show(push.annotations, push.url);
      draft.join(push.draft, push.url);
    } else if (push.type === "notes") {
      if (isOneDocument(push.url, url())) annotations.join(push.annotations);
    } else if (push.type === "project") {
      if (!isOneDocument(push.url, url())) return;
      setConfig(push.facts.config);
      void refreshRequests().catch(fail);
      annotations.learn(push.facts.states, push.facts.askedAt);
    } else if (push.event.type === "annotation:resolved") {
      if (push.event.state !== undefined) annotations.learn([push.event.state]);
    } else if (push.event.type === "request:created" || push.event.type === "request:ended") {
      void refreshRequests().catch(fail);
    } else if (push.event.type === "annotations:changed") annotations.learn(push.event.states);
  }

  const trust = () => status()?.trust ?? assumed();
  const connection = () => status()?.connection;
  const connected = () => {
    const now = connection();
    return now?.state === "connected" ? now : undefined;
  };
  const broken = () => {
    const now = connection();
    return now?.state === "broken" ? now : undefined;
  };
  onPush(take);

  return {
    trust,
    trustPattern: () => status()?.trustPattern ?? "",
    connection,
    connected,
    broken,
    sending: () => {
      if (connected() === undefined) return "hidden";
      return trust() === "untrusted" ? "blocked" : "enabled";
    },
    config,
    requests,
    answered: () =>
      new Promise((resolve) => {
        createRoot((dispose) =>
          createEffect(() => {
            if (status() === undefined) return;
            dispose();
            resolve();
          }),
        );
      }),
    refreshConfig,
    addToTrusted: async () => void (await ask("trust:add", {})),
    choose: (project) => ask("project:choose", { project }),
    allow: async (kind, allowed) => void setConfig(await ask("config:allow", { kind, allowed })),
    decline: async (id) => {
      await askOperation(ask, "requests:decline", { id, reason: "Declined by the user." });
      drop(id);
    },
    reply: async (id, text) => {
      await askOperation(ask, "requests:ack", { id, answer: text });
      drop(id);
    },
    isAsked: (annotationId) => questionAbout(annotationId) !== undefined,
    answer: (annotationId, text, onLost) => {
      const open = questionAbout(annotationId);
      if (open === undefined) return undefined;
      drop(open.id);
      askOperation(ask, "requests:ack", { id: open.id, answer: text }).catch((error: unknown) => {
        onLost();
        fail(error);
      });
      return open.id;
    },
    assume,
    forget: () => {
      assume("untrusted");
      setStatus(undefined);
      setConfig(undefined);
      setRequests([]);
      isShown = false;
    },
    showing: () => {
      isShown = true;
      const waiting = early;
      early = [];
      for (const push of waiting) take(push);
    },
  };
}

/** Without a click only the requested page answers, and those below it where it is none of a router's and no note on it is checked. */
export function isAskedFor({ url, kind }: Pick<PendingRequest, "url" | "kind">, pageUrl: string): boolean {
  return kind !== "verify" && pageOf(url)?.fragment === "" ? isPageUnder(pageUrl, url) : isOnePage(url, pageUrl);
}
