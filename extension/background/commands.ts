import { ServiceError } from "../../host/contract/errors.js";
import { browser } from "../browser.js";
import { type CommandName, type Commands, onDemandScripts, openOperations, type PageStatus } from "../messages.js";
import { chooseProject } from "./choose-project.js";
import { allowComponents, lookUpComponents } from "./components.js";
import type { Connections } from "./connections.js";
import { showUnreadable } from "./icon.js";
import { loadKept, saveKept } from "./kept.js";
import type { NativeLink } from "./native-link.js";
import { pageStatusOf } from "./page-status.js";
import { forgetPairing, listPairings, pairKey } from "./pairing.js";
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
  "kept:load": { from: "page", run: (_context, { pageUrl, kind }, page) => loadKept(kind, pageUrlOf(page, pageUrl)) },
  "kept:save": {
    from: "page",
    run: async (_context, { pageUrl, ...kept }, page) => {
      await saveKept(pageUrlOf(page, pageUrl), kept);
      return null;
    },
  },
  "project:choose": {
    from: "page",
    run: async ({ connections, native, sidebars }, { pageUrl, project }, page) => {
      const url = pageUrlOf(page, pageUrl);
      await chooseProject(url, project, native);
      connections.forget();
      await sidebars.refresh();
      return statusOf(connections, url);
    },
  },
  "requests:automatic": {
    from: "page",
    run: async ({ connections }, { pageUrl, allowed }, page) => {
      await connections.call(pageUrlOf(page, pageUrl), "config:update", { autoAnswerRequests: allowed === true });
      return null;
    },
  },
  "components:allow": {
    from: "page",
    run: async ({ connections }, { pageUrl, allowed }, page) => {
      await allowComponents(connections, pageUrlOf(page, pageUrl), allowed);
      return null;
    },
  },
  "components:look-up": {
    from: "page",
    run: ({ connections }, { pageUrl }, page) => lookUpComponents(connections, pageUrlOf(page, pageUrl), page.tabId),
  },
  "page:picture": { from: "page", run: (_context, _input, page) => takePicture(page.tabId) },
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
  "key:forget": {
    from: "extension",
    run: ({ connections, sidebars }, { project }) => forgetPairing(String(project), connections, sidebars),
  },
  "key:list": { from: "extension", run: () => listPairings() },
  "service:look": { from: "extension", run: ({ native }) => lookAround(native) },
};

/** A picture shows whatever tab is in front: it must be the one that asks. */
async function takePicture(tabId: number): Promise<string> {
  const { active, windowId } = await browser.tabs.get(tabId);
  if (!active || windowId === undefined)
    throw new ServiceError("conflict", "A picture can only be taken of the tab in front. Bring it there.");
  return browser.tabs.captureVisibleTab(windowId, { format: "png" });
}

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
