import type { Runtime } from "webextension-polyfill";
import { ServiceError } from "../../host/contract/errors.js";
import type { ServiceEvent } from "../../host/contract/events.js";
import { limits } from "../../host/contract/limits.js";
import { type Push, pagePortName } from "../messages.js";
import { stopPageErrors } from "./components.js";
import type { Connections } from "./connections.js";
import { pageStatusOf } from "./page-status.js";
import type { PageSender } from "./senders.js";

/** A refresh takes time itself: a change that no event announced still shows within limits.registryRefreshMs. */
const refreshMs = limits.registryRefreshMs - 4_000;

/** A page with an open sidebar. */
export interface OpenSidebar {
  readonly tabId: number;
  /** The page's address when its port was opened, as the browser states it. */
  readonly confirmedUrl: string;
  /** Known to the page's script and, through here, to the sidebar in its frame: how the two recognise each other. */
  readonly nonce: string;
  /** Names the event by which the listeners in the page's own world are asked. The page may learn it. */
  readonly errorsKey: string;
  push(push: Push): void;
}

/** The open sidebars. A page's script holds a port for as long as its sidebar is open; the sidebar in its frame hears over another. */
export interface Sidebars {
  addPage(port: Runtime.Port, page: PageSender): void;
  addFrame(port: Runtime.Port, tabId: number): void;
  /** Resolves with the sidebar of a tab; its script's port may arrive a moment later. Rejects with ServiceError when there is none. */
  get(tabId: number): Promise<OpenSidebar>;
  /** The page is at this address now. */
  moved(tabId: number, url: string): void;
  /** Refreshes the status of every open page and pushes it to its sidebar. */
  refresh(): Promise<void>;
  publish(event: ServiceEvent): Promise<void>;
  isEmpty(): boolean;
}

interface Entry extends OpenSidebar {
  readonly port: Runtime.Port;
  url: string;
}

/** Longest wait for the port of a page's script, in milliseconds. */
const patienceMs = 2_000;

/** `onEmpty` runs when the last sidebar has closed: nothing is asked any more. */
export function makeSidebars(connections: Connections, onEmpty: () => void): Sidebars {
  const open = new Map<number, Entry>();
  const frames = new Map<number, Runtime.Port>();
  const awaited = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  async function refresh(): Promise<void> {
    await Promise.all(
      [...open.values()].map(async (entry) => {
        const { url } = entry;
        const status = pageStatusOf(url, await connections.decide(url));
        if (entry.url === url) entry.push({ type: "status", status });
      }),
    );
  }

  async function get(tabId: number): Promise<Entry> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const entry = open.get(tabId);
      if (entry !== undefined) return entry;
      const left = deadline - Date.now();
      if (left <= 0) throw new ServiceError("not-found", "This sidebar's page is gone. Reload the page, then click the icon again.");
      await new Promise<void>((resolve) => {
        awaited.add(resolve);
        setTimeout(resolve, left);
      });
    }
  }

  return {
    get,
    refresh,
    addPage: (port, { tabId, url }) => {
      const entry: Entry = {
        tabId,
        port,
        url,
        confirmedUrl: url,
        nonce: port.name.slice(pagePortName.length),
        errorsKey: crypto.randomUUID(),
        push: (push) => frames.get(tabId)?.postMessage(push),
      };
      open.set(tabId, entry);
      for (const resume of awaited) resume();
      awaited.clear();
      timer ??= setInterval(() => void refresh(), refreshMs);
      port.onDisconnect.addListener(() => {
        if (open.get(tabId)?.port !== port) return;
        void stopPageErrors(tabId, entry.errorsKey);
        open.delete(tabId);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        onEmpty();
      });
    },
    addFrame: (port, tabId) => {
      frames.set(tabId, port);
      port.onDisconnect.addListener(() => frames.get(tabId) === port && frames.delete(tabId));
    },
    moved: (tabId, url) => {
      const entry = open.get(tabId);
      if (entry !== undefined) entry.url = url;
    },
    publish: async (event) => {
      for (const entry of open.values()) {
        const decision = await connections.decide(entry.url);
        if (decision.state === "connected" && decision.info.id === event.project) entry.push({ type: "event", event });
      }
    },
    isEmpty: () => open.size === 0,
  };
}
