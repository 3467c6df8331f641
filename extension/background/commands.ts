import { ServiceError, toErrorBody } from "../../host/contract/errors.js";
import { makeSerial } from "../../host/contract/serial.js";
import { browser } from "../browser.js";
import {
  allowedKeys,
  type CommandName,
  type Commands,
  type ConsentDetails,
  type ConsentKind,
  isConsentKind,
  openOperations,
  pageScripts,
  type Reply,
} from "../messages.js";
import { TransportError } from "../transport/transport.js";
import { hearPageErrors, lookUpComponents } from "./components.js";
import type { Connections } from "./connections.js";
import type { Consent } from "./consent.js";
import type { IconPainter } from "./icon-painter.js";
import type { NativeLink } from "./native-link.js";
import { openPage } from "./open-page.js";
import { pageStatusOf } from "./page-status.js";
import { chooseProject, forgetPairing, listPairings, pairKey, serviceStatus } from "./projects.js";
import { sendCapture } from "./send.js";
import { pageUrlOf, type Sender } from "./senders.js";
import { moveNotes, type StoredPage, save, shownProject, storedPicture, storePicture, unsentNotes } from "./sidebar-storage.js";
import type { Sidebars } from "./sidebars.js";

export interface Context {
  readonly connections: Connections;
  readonly sidebars: Sidebars;
  readonly native: NativeLink;
  readonly consent: Consent;
  readonly icon: IconPainter;
}

/** The allowed sender of a command, and what it does for a page, whose address the browser confirms. `page` stands for our script in a page, `sidebar` for its frame, `extension` for our own pages. */
type Command<N extends CommandName> =
  | {
      readonly from: "page" | "sidebar";
      run(context: Context, input: Commands[N]["input"], page: StoredPage): Promise<Commands[N]["output"]>;
    }
  | { readonly from: "extension"; run(context: Context, input: Commands[N]["input"]): Promise<Commands[N]["output"]> };

/** Runs what reads a setting and writes it back alone in this browser. */
const oneByOne = makeSerial<string>();

export const commands: { readonly [N in CommandName]: Command<N> } = {
  "page:open": {
    from: "sidebar",
    run: ({ connections, sidebars }, _input, page) => openPage(connections, sidebars, page),
  },
  "capture:send": {
    from: "sidebar",
    run: ({ connections, consent }, order, { url, tabId }) =>
      sendCapture(connections, (details) => consent.ask(tabId, details), url, order),
  },
  "trust:add": {
    from: "sidebar",
    run: async ({ connections, consent, sidebars }, _input, { url, tabId }) => {
      const details = await detailsOf(connections, url, "add-trust");
      if (details.host === "") throw new ServiceError("invalid-input", "This page has no host that could be trusted.");
      if (!(await consent.ask(tabId, details))) return;
      // Two that are added at once are both there afterwards.
      await oneByOne(async () => {
        const { trustedPatterns } = await connections.call(url, "config:get", {});
        await connections.call(url, "config:update", { trustedPatterns: [...new Set([...trustedPatterns, details.host])] });
      }, "trusted");
      await sidebars.refresh();
    },
  },
  operation: {
    from: "sidebar",
    run: ({ connections }, { name, input }, { url }) => {
      if (!openOperations.includes(name)) throw new ServiceError("not-found", `The sidebar may not run ${String(name)}.`);
      return connections.call(url, name, input);
    },
  },
  "storage:save": {
    from: "sidebar",
    run: async ({ sidebars }, item, page) => {
      const annotations = await save(page, item);
      if (item.kind === "notes") sidebars.pushToOthers(page, { type: "notes", url: page.url, annotations });
    },
  },
  "connection:refresh": {
    from: "sidebar",
    run: ({ sidebars }) => sidebars.refresh(),
  },
  "project:choose": {
    from: "sidebar",
    run: async ({ connections, native, sidebars }, { project }, page) => {
      const before = await connections.decide(page.url);
      await chooseProject(page.url, project, native);
      // Over HTTP each project is served by itself, and withdraws nothing from another.
      const from = before.state === "broken" ? await shownProject(page) : before.transport.name === "native" ? before.info.id : project;
      const annotations = await moveNotes(page, from, project);
      await sidebars.refresh();
      if (from === project) return;
      const push = { type: "notes", url: page.url, annotations } as const;
      (await sidebars.get(page.tabId)).push(push);
      sidebars.pushToOthers(page, push);
    },
  },
  "config:allow": {
    from: "sidebar",
    run: async ({ connections, consent, sidebars }, { kind, allowed }, { url, tabId }) => {
      if (!Object.hasOwn(allowedKeys, kind)) throw new ServiceError("invalid-input", `The sidebar may not switch ${String(kind)}.`);
      const isRefused = allowed && isConsentKind(kind) && !(await consent.ask(tabId, await detailsOf(connections, url, kind)));
      if (isRefused) return connections.call(url, "config:get", {});
      const config = await connections.call(url, "config:update", { [allowedKeys[kind]]: allowed });
      // Other tabs learn it by event.
      await hearPageErrors(connections, url, await sidebars.get(tabId));
      return config;
    },
  },
  "components:look-up": { from: "page", run: ({ connections }, _input, { url, tabId }) => lookUpComponents(connections, url, tabId) },
  "errors:read": {
    from: "page",
    run: async ({ connections, sidebars }, _input, { url, tabId }) => hearPageErrors(connections, url, await sidebars.get(tabId)),
  },
  "page:picture": { from: "sidebar", run: (_context, _input, { tabId }) => takePicture(tabId) },
  "picture:store": { from: "sidebar", run: (_context, { id, png }, page) => storePicture(page, id, png) },
  "notes:unsent": { from: "sidebar", run: (_context, _input, page) => unsentNotes(page) },
  "picture:stored": { from: "sidebar", run: (_context, { id }, page) => storedPicture(page, id) },
  "script:load": {
    from: "page",
    run: async (_context, { script }, { tabId }) => {
      if (!pageScripts.includes(script)) throw new ServiceError("not-found", `The extension has no script ${String(script)}.`);
      // Firefox takes the icon's permission away from a tab that is moved to another window.
      await browser.scripting.executeScript({ target: { tabId }, files: [`${script}.js`] }).catch((cause: unknown) => {
        throw new ServiceError("conflict", "The browser no longer lets svc read this tab. Close svc here, then click its icon.", { cause });
      });
    },
  },
  "page:unreadable": { from: "page", run: ({ icon }, { reason }, { tabId }) => icon.show(tabId, { shows: "unreadable", reason }) },
  "options:open": {
    from: "sidebar",
    run: async (_context, { at }) => {
      if (at === undefined) await browser.runtime.openOptionsPage();
      else await browser.tabs.create({ url: `options.html#${at}` });
    },
  },
  "consent:details": { from: "extension", run: async ({ consent }, { id }) => consent.details(id) },
  "consent:answer": { from: "extension", run: async ({ consent }, { id, agreed }) => consent.answer(id, agreed) },
  "key:pair": { from: "extension", run: ({ sidebars }, { key }) => pairKey(key, sidebars) },
  "key:forget": {
    from: "extension",
    run: ({ sidebars }, { project }) => forgetPairing(String(project), sidebars),
  },
  "key:list": { from: "extension", run: () => listPairings() },
  "service:status": {
    from: "extension",
    run: async ({ native, sidebars }) => {
      const status = await serviceStatus(native);
      // In Chromium the page that asks may be the one that holds the connection: the sidebars that had none have it now.
      if (status.nativeAnswers) void sidebars.refresh();
      return status;
    },
  },
};

/** Chromium takes two pictures in a second: the next is taken after so many milliseconds, and tried so often. */
const picturePauseMs = 550;
const pictureTries = 4;

/** A screenshot shows the tab in front, which must be the sender's. */
async function takePicture(tabId: number, tries = pictureTries): Promise<string> {
  const windowId = await windowWithInFront(tabId);
  try {
    const picture = await browser.tabs.captureVisibleTab(windowId, { format: "png" });
    // It may show another tab that has come there meanwhile.
    await windowWithInFront(tabId);
    return picture;
  } catch (error) {
    if (tries <= 1 || !/CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/.test(String(error))) throw error;
    await new Promise((resolve) => setTimeout(resolve, picturePauseMs));
    return takePicture(tabId, tries - 1);
  }
}

async function windowWithInFront(tabId: number): Promise<number> {
  const { active, windowId } = await browser.tabs.get(tabId);
  if (active && windowId !== undefined) return windowId;
  throw new ServiceError("conflict", "A picture can only be taken of the tab in front. Bring it there.");
}

async function detailsOf(connections: Connections, url: string, kind: ConsentKind): Promise<ConsentDetails> {
  const { connection, trustPattern } = pageStatusOf(url, await connections.decide(url));
  const project = connection.state === "connected" ? connection.project : "";
  return { kind, host: trustPattern, project, elements: 0, notes: [] };
}

/** Runs a message's command and returns the response. Never rejects: errors are serialised. */
export async function answer(context: Context, message: unknown, sender: Sender): Promise<Reply<CommandName>> {
  try {
    if (!isMessage(message)) throw new ServiceError("not-found", "The extension knows no such command. Reload the page and try again.");
    return { ok: true, output: await run(context, message, sender) };
  } catch (error) {
    return { ok: false, ...toErrorBody(tellable(error)) };
  }
}

async function run(context: Context, message: Message, sender: Sender): Promise<unknown> {
  // The table binds each name to its own input; the compiler cannot follow the name through a union.
  const command = commands[message.command] as {
    readonly from: Sender["kind"];
    run(context: Context, input: unknown, page?: StoredPage): Promise<unknown>;
  };
  if (command.from !== sender.kind) throw new ServiceError("forbidden-origin", "This command is not for this part of the extension.");
  if (sender.kind === "extension") return command.run(context, message);
  const { tabId, isPrivate } = sender;
  const confirmed = sender.kind === "page" ? sender.url : (await context.sidebars.get(tabId)).confirmedUrl;
  return command.run(context, message, { tabId, isPrivate, url: pageUrlOf(confirmed, String(message.pageUrl)) });
}

interface Message {
  readonly command: CommandName;
  readonly pageUrl?: unknown;
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "command" in value && Object.hasOwn(commands, String(value.command));
}

/** Messages of transport errors are written for the user; others are logged to the extension's console only. */
function tellable(error: unknown): unknown {
  if (error instanceof TransportError) return new ServiceError("no-match", error.message, { cause: error });
  if (!(error instanceof ServiceError)) console.error(error);
  return error;
}
