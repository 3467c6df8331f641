import type { Runtime } from "webextension-polyfill";
import { ServiceError } from "../../host/contract/errors.js";
import type { HeardEvent } from "../../host/contract/events.js";
import { limits } from "../../host/contract/limits.js";
import { isOneDocument } from "../../host/contract/page.js";
import { leavingMessage, type Push, pagePortName } from "../messages.js";
import { stopPageErrors } from "./components.js";
import type { Connections } from "./connections.js";
import { pushFacts, pushProject } from "./project-facts.js";
import type { PageSender } from "./senders.js";

/** A refresh takes time itself: a change that no event announced still shows within limits.registryRefreshMs. */
const refreshMs = limits.registryRefreshMs - 4_000;

export interface OpenSidebar {
  readonly tabId: number;
  readonly port: Runtime.Port;
  url: string;
  /** The page's address when its port was opened, as the browser states it. */
  readonly confirmedUrl: string;
  readonly isPrivate: boolean;
  /** The project whose facts it has; empty before. */
  project: string;
  /** Shared by the page's script and, through here, the sidebar in its frame, so that they can authenticate each other. */
  readonly nonce: string;
  readonly isOpen: () => boolean;
  push(push: Push): void;
}

/** The open sidebars. A page's script keeps a port open as long as its sidebar is; the sidebar in its frame has another. */
export interface Sidebars {
  /** Resolves with the sidebar of a tab; its script's port may arrive a moment later. Rejects with ServiceError when there is none. */
  get(tabId: number): Promise<OpenSidebar>;
  /** Resolves with true once the tab has a sidebar, as soon as its script's port is there; with false when none arrives. */
  comes(tabId: number): Promise<boolean>;
  has(tabId: number): boolean;
  /** Decides anew for every open page and pushes its status to its sidebar. */
  refresh(): Promise<void>;
  addPage(port: Runtime.Port, sender: PageSender): void;
  addFrame(port: Runtime.Port, tabId: number): void;
  moved(tabId: number, url: string): void;
  /** Pushes to the sidebars of the same document in other tabs. */
  pushToOthers(page: Pick<OpenSidebar, "tabId" | "url" | "isPrivate">, push: Push): void;
  publish(event: HeardEvent): Promise<void>;
  isEmpty(): boolean;
}

/** Longest wait for the port of a page's script, and how often it is looked for, in milliseconds. */
const patienceMs = 2_000;
const pollMs = 20;

export interface GoneSidebar extends Pick<OpenSidebar, "tabId" | "url" | "isPrivate"> {
  /** The user has closed it, its page did not let it stand, or the page was left or loads again. */
  readonly how: "closed" | "lost" | "unloaded";
  /** Where its page was about to go, as the browser announced it. */
  readonly next?: string;
}

/** `onClose` runs when a tab's sidebar is gone, `onEmpty` when it was the last: nothing is asked any more. */
export function makeSidebars(connections: Connections, onClose: (gone: GoneSidebar) => void, onEmpty: () => void): Sidebars {
  const open = new Map<number, OpenSidebar>();
  // Whoever else frames the sidebar's document takes nothing from the one that the page's script has opened.
  const frames = new Map<number, Set<Runtime.Port>>();
  let timer: ReturnType<typeof setInterval> | undefined;

  async function refresh(): Promise<void> {
    connections.forget();
    await Promise.all(Array.from(open.values(), (entry) => pushProject(connections, entry, entry.url, false)));
  }

  async function comes(tabId: number): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    while (!open.has(tabId) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, pollMs));
    return open.has(tabId);
  }

  async function get(tabId: number): Promise<OpenSidebar> {
    await comes(tabId);
    const entry = open.get(tabId);
    if (entry === undefined)
      throw new ServiceError("not-found", "This sidebar's page is gone. Reload the page, then click the icon again.");
    return entry;
  }

  return {
    get,
    comes,
    has: (tabId: number) => open.has(tabId),
    refresh,
    addPage: (port: Runtime.Port, { tabId, url, isPrivate }: PageSender) => {
      const entry: OpenSidebar = {
        tabId,
        isPrivate,
        port,
        url,
        confirmedUrl: url,
        project: "",
        nonce: port.name.slice(pagePortName.length),
        isOpen: () => open.get(tabId) === entry,
        push: (push) => {
          for (const frame of frames.get(tabId) ?? []) frame.postMessage(push);
        },
      };
      open.set(tabId, entry);
      timer ??= setInterval(() => void refresh(), refreshMs);
      let how: GoneSidebar["how"] = "unloaded";
      let next: string | undefined;
      port.onMessage.addListener((message: unknown) => {
        if (message === "closed" || message === "lost") how = message;
        else if (typeof message === "string") next = message.slice(leavingMessage.length);
      });
      port.onDisconnect.addListener(() => {
        if (open.get(tabId)?.port !== port) return;
        open.delete(tabId);
        void stopPageErrors(tabId);
        onClose({ tabId, url: entry.url, isPrivate, how, ...(next === undefined ? {} : { next }) });
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        onEmpty();
      });
    },
    addFrame: (port: Runtime.Port, tabId: number) => {
      const ports = frames.get(tabId) ?? new Set();
      frames.set(tabId, ports.add(port));
      port.onDisconnect.addListener(() => {
        ports.delete(port);
        if (ports.size === 0 && frames.get(tabId) === ports) frames.delete(tabId);
      });
    },
    moved: (tabId: number, url: string) => {
      const entry = open.get(tabId);
      if (entry !== undefined) entry.url = url;
    },
    pushToOthers: ({ tabId, url, isPrivate }: Pick<OpenSidebar, "tabId" | "url" | "isPrivate">, push: Push) => {
      for (const entry of open.values())
        if (entry.tabId !== tabId && entry.isPrivate === isPrivate && isOneDocument(entry.url, url)) entry.push(push);
    },
    publish: async (event: HeardEvent) => {
      for (const entry of open.values()) {
        const decision = await connections.decide(entry.url);
        if (decision.state !== "connected" || decision.info.id !== event.project) continue;
        if (event.type !== "config:changed") entry.push({ type: "event", event });
        else
          await pushFacts(connections, entry, entry.url).catch((error: unknown) =>
            console.debug("svc: the project did not say what it has", error),
          );
      }
    },
    isEmpty: () => open.size === 0,
  };
}
