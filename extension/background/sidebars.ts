import type { Runtime } from "webextension-polyfill";
import type { ServiceEvent } from "../../host/contract/events.js";
import { limits } from "../../host/contract/limits.js";
import { browser } from "../browser.js";
import type { Push } from "../messages.js";
import type { Connections } from "./connections.js";
import { isWrittenRightToLeft } from "./direction.js";
import { loadKept } from "./kept.js";
import { pageStatusOf } from "./page-status.js";
import type { Speaker } from "./senders.js";

/** A look takes a moment itself: a change that no event told shows within limits.registryRefreshMs all the same. */
const refreshMs = limits.registryRefreshMs - 4_000;

type Page = Extract<Speaker, { kind: "page" }>;

interface Sidebar {
  readonly port: Runtime.Port;
  url: string;
}

/** The open sidebars: each holds a port, hears of changes over it, and is gone when the port is. */
export interface Sidebars {
  add(port: Runtime.Port, page: Page): void;
  /** The page moved on without loading anew. */
  moved(tabId: number, url: string): void;
  /** Asks again how every open page stands, and tells it. */
  refresh(): Promise<void>;
  publish(event: ServiceEvent): Promise<void>;
  isEmpty(): boolean;
}

/** `onEmpty` runs when the last sidebar has closed: nothing is asked any more. */
export function makeSidebars(connections: Connections, onEmpty: () => void): Sidebars {
  const open = new Map<number, Sidebar>();
  let timer: ReturnType<typeof setInterval> | undefined;

  async function refresh(): Promise<void> {
    await Promise.all([...open.values()].map(tellStatus));
  }

  async function tellStatus(sidebar: Sidebar): Promise<void> {
    const { url } = sidebar;
    const status = pageStatusOf(url, await connections.decide(url));
    if (sidebar.url === url) tell(sidebar, { type: "status", status });
  }

  /** A port that closed while the answer was on its way takes nothing more. */
  function tell({ port }: Sidebar, push: Push): void {
    if ([...open.values()].some((sidebar) => sidebar.port === port)) port.postMessage(push);
  }

  function remove(tabId: number, port: Runtime.Port): void {
    if (open.get(tabId)?.port !== port) return;
    open.delete(tabId);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    onEmpty();
  }

  return {
    add: (port, { tabId, url }) => {
      const sidebar = { port, url };
      open.set(tabId, sidebar);
      // Nothing is shown before: it would jump.
      void loadKept("layout", url).then((layout) =>
        tell(sidebar, {
          type: "layout",
          layout,
          isRightToLeft: isWrittenRightToLeft(browser.i18n.getMessage("@@bidi_dir"), browser.i18n.getUILanguage()),
        }),
      );
      port.onDisconnect.addListener(() => remove(tabId, port));
      timer ??= setInterval(() => void refresh(), refreshMs);
    },
    moved: (tabId, url) => {
      const sidebar = open.get(tabId);
      if (sidebar !== undefined) sidebar.url = url;
    },
    refresh,
    publish: async (event) => {
      for (const sidebar of open.values()) {
        const decision = await connections.decide(sidebar.url);
        if (decision.state === "connected" && decision.info.id === event.project) tell(sidebar, { type: "event", event });
      }
    },
    isEmpty: () => open.size === 0,
  };
}
