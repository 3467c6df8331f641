import { ServiceError } from "../../host/contract/errors.js";
import { browser } from "../browser.js";
import { type CommandName, type Commands, onDemandScripts, openOperations, type PageStatus } from "../messages.js";
import type { Connections } from "./connections.js";
import { showUnreadable } from "./icon.js";
import type { NativeLink } from "./native-link.js";
import { loadNotes, saveNotes } from "./notes.js";
import { pageStatusOf } from "./page-status.js";
import { pairKey } from "./pairing.js";
import { sendCapture } from "./send.js";
import { pageUrlOf, type Speaker } from "./senders.js";
import { lookAround } from "./service-look.js";
import type { Sidebars } from "./sidebars.js";

export interface Context {
  readonly connections: Connections;
  readonly sidebars: Sidebars;
  readonly native: NativeLink;
}

type Page = Extract<Speaker, { kind: "page" }>;

/** Who may give a command, and what it does. */
type Command<N extends CommandName> =
  | { readonly from: "page"; run(context: Context, input: Commands[N]["input"], page: Page): Promise<Commands[N]["output"]> }
  | { readonly from: "extension"; run(context: Context, input: Commands[N]["input"]): Promise<Commands[N]["output"]> }
  | { readonly from: "both"; run(context: Context, input: Commands[N]["input"]): Promise<Commands[N]["output"]> };

/** Every command of the extension: the one list. */
export const commands: { readonly [N in CommandName]: Command<N> } = {
  "page:status": {
    from: "page",
    run: ({ connections, sidebars }, input, page) => {
      const url = pageUrlOf(page, input.pageUrl);
      sidebars.moved(page.tabId, url);
      return statusOf(connections, url);
    },
  },
  "capture:send": {
    from: "page",
    run: ({ connections }, { pageUrl, ...order }, page) => sendCapture(connections, pageUrlOf(page, pageUrl), order),
  },
  "trust:add": { from: "page", run: ({ connections }, { pageUrl }, page) => addTrust(connections, pageUrlOf(page, pageUrl)) },
  operation: {
    from: "page",
    run: ({ connections }, { pageUrl, name, input }, page) => {
      if (!openOperations.includes(name)) throw new ServiceError("not-found", `The sidebar may not run ${String(name)}.`);
      return connections.call(pageUrlOf(page, pageUrl), name, input);
    },
  },
  "notes:load": { from: "page", run: (_context, { pageUrl }, page) => loadNotes(pageUrlOf(page, pageUrl)) },
  "notes:save": {
    from: "page",
    run: async (_context, { pageUrl, notes }, page) => {
      await saveNotes(pageUrlOf(page, pageUrl), notes);
      return null;
    },
  },
  "page:picture": { from: "page", run: () => browser.tabs.captureVisibleTab(undefined, { format: "png" }) },
  "script:load": {
    from: "page",
    run: async (_context, { script }, page) => {
      if (!onDemandScripts.includes(script)) throw new ServiceError("not-found", `The extension has no script ${String(script)}.`);
      await browser.scripting.executeScript({ target: { tabId: page.tabId }, files: [`${script}.js`] });
      return null;
    },
  },
  "page:unreadable": {
    from: "page",
    run: async (_context, { reason }, page) => {
      await showUnreadable(page.tabId, reason);
      return null;
    },
  },
  "options:open": {
    from: "both",
    run: async () => {
      await browser.runtime.openOptionsPage();
      return null;
    },
  },
  "key:pair": { from: "extension", run: ({ connections, sidebars }, { key }) => pairKey(key, connections, sidebars) },
  "service:look": { from: "extension", run: ({ native }) => lookAround(native) },
};

async function statusOf(connections: Connections, url: string): Promise<PageStatus> {
  return pageStatusOf(url, await connections.decide(url));
}

async function addTrust(connections: Connections, url: string): Promise<PageStatus> {
  const { trustPattern } = await statusOf(connections, url);
  if (trustPattern === "") throw new ServiceError("invalid-input", "This page has no host that could be trusted.");
  const { trustedPatterns } = await connections.call(url, "config:get", {});
  if (!trustedPatterns.includes(trustPattern)) {
    await connections.call(url, "config:update", { trustedPatterns: [...trustedPatterns, trustPattern] });
  }
  connections.forget();
  return statusOf(connections, url);
}
