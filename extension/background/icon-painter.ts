import { ServiceError } from "../../host/contract/errors.js";
import type { HeardEvent } from "../../host/contract/events.js";
import type { ServerInfo } from "../../host/contract/operations.js";
import { makeSerial } from "../../host/contract/serial.js";
import { browser } from "../browser.js";
import { type Transport, TransportError } from "../transport/transport.js";

export type TabIcon =
  | { readonly shows: "usual" }
  | { readonly shows: "unreadable"; readonly reason: string }
  /** No sidebar is open, and so many notes wait, some of them answered. `where`: the page that they are of, in words. */
  | { readonly shows: "notes"; readonly where: string; readonly waiting: number; readonly answered: number };

interface Look {
  /** Null: what is shown for all tabs. */
  readonly badge: string | null;
  readonly colour: string;
  readonly title: string;
  readonly file: "icon" | "off";
}

export interface IconPainter {
  show(tabId: number, state: TabIcon): Promise<void>;
  /** The tab has another page now, or a sidebar: it has no state of its own. */
  clear(tabId: number): Promise<void>;
  isUnreadable(tabId: number): boolean;
  forget(tabId: number): void;
  setRequests(count: number): Promise<void>;
}

/** Shows on the icon what was last stated of each tab and of the agents' requests: badge, colour, title and picture, all of them each time. */
export function makeIconPainter(): IconPainter {
  const tabs = new Map<number, TabIcon>();
  let requests = 0;
  /** One painting of a tab at a time, each of the state as it is then. */
  const serially = makeSerial<number | undefined>();
  const repaint = (tabId?: number) =>
    serially(() => paint(tabId, lookOf(tabId === undefined ? undefined : (tabs.get(tabId) ?? { shows: "usual" }), requests)), tabId);

  return {
    show: (tabId: number, state: TabIcon): Promise<void> => {
      tabs.set(tabId, state);
      return repaint(tabId);
    },
    clear: async (tabId: number): Promise<void> => {
      const before = tabs.get(tabId);
      if (before?.shows === "usual" || (before === undefined && !(await hasBadge(tabId))) || tabs.get(tabId) !== before) return;
      tabs.set(tabId, { shows: "usual" });
      await repaint(tabId);
    },
    isUnreadable: (tabId: number): boolean => tabs.get(tabId)?.shows === "unreadable",
    forget: (tabId: number): void => void tabs.delete(tabId),
    setRequests: async (count: number): Promise<void> => {
      if (count === requests) return;
      requests = count;
      // A title of the tab's own hides the one of all tabs: Chromium cannot take it back.
      await Promise.all([undefined, ...tabs.keys()].map(repaint));
    },
  };
}

/** The look of a tab, or with undefined that of all others. */
function lookOf(state: TabIcon | undefined, requests: number): Look {
  const asked = requests === 0 ? "" : `The agent waits for ${requests === 1 ? "a page" : `${requests} pages`}`;
  if (state?.shows === "unreadable") return { badge: "!", colour: colours.requests, title: state.reason, file: "off" };
  if (state?.shows === "notes") {
    const { where, waiting, answered } = state;
    const words = `${waiting} ${waiting === 1 ? "note waits" : "notes wait"} on ${where}${answered === 0 ? "" : `, ${answered} answered by the agent`}`;
    const title = asked === "" ? words : `${words}. ${asked}`;
    return { badge: String(waiting), colour: answered > 0 ? colours.answered : colours.notes, title, file: "icon" };
  }
  const usual = browser.runtime.getManifest().action?.default_title ?? "";
  const badge = state !== undefined ? null : requests === 0 ? "" : String(requests);
  return { badge, colour: colours.requests, title: asked === "" ? usual : asked, file: "icon" };
}

const colours = { requests: "#4338ca", notes: "#4b5565", answered: "#be185d" } as const;

async function paint(tabId: number | undefined, { badge, colour, title, file }: Look): Promise<void> {
  const tab = tabId === undefined ? {} : { tabId };
  try {
    await browser.action.setIcon({ ...tab, path: { 16: `icons/${file}-16.png`, 32: `icons/${file}-32.png` } });
    await browser.action.setBadgeBackgroundColor({ ...tab, color: colour });
    await browser.action.setBadgeText({ ...tab, text: badge });
    await browser.action.setTitle({ ...tab, title });
  } catch (error) {
    console.debug("svc: the tab is gone", error);
  }
}

/** Whether a badge was shown on a tab before this worker slept, which forgot it; or is on all tabs. */
async function hasBadge(tabId: number): Promise<boolean> {
  try {
    return (await browser.action.getBadgeText({ tabId })) !== "";
  } catch (error) {
    console.debug("svc: the tab is gone", error);
    return false;
  }
}

/** Counts the pending requests of agents for the icon (`show`). Updated only while a sidebar is open. */
export function makeRequestBadge(show: (count: number) => Promise<void>) {
  const waiting = new Map<string, Set<string>>();
  const count = () => show([...waiting.values()].reduce((sum, ids) => sum + ids.size, 0));

  return {
    refresh: async (transport: Transport, { id }: ServerInfo) => {
      try {
        const { requests } = await transport.call("requests:pending", {}, id);
        waiting.set(id, new Set(requests.map((request) => request.id)));
        await count();
      } catch (error) {
        // The connection broke meanwhile: its next user gets the error, and the next project that is found is read again.
        if (!(error instanceof TransportError || error instanceof ServiceError)) throw error;
      }
    },
    hear: async (event: HeardEvent) => {
      if (event.type === "request:created") waiting.set(event.project, (waiting.get(event.project) ?? new Set()).add(event.request.id));
      else if (event.type === "request:ended") waiting.get(event.project)?.delete(event.id);
      else return;
      await count();
    },
    clear: async () => {
      waiting.clear();
      await count();
    },
  };
}
