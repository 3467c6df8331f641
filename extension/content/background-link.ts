import type { Runtime } from "webextension-polyfill";
import { type CommandName, type Commands, type Push, type Reply, sidebarPortName } from "../messages.js";
import { browser } from "./platform.js";

/** The sidebar's line to the background. */
export interface BackgroundLink {
  ask<N extends CommandName>(command: N, input: Omit<Commands[N]["input"], "pageUrl">): Promise<Commands[N]["output"]>;
  onPush(listener: (push: Push) => void): () => void;
  close(): void;
}

/** Connects with the background; a worker that the browser put to sleep is woken again. */
export function openBackgroundLink(): BackgroundLink {
  const listeners = new Set<(push: Push) => void>();
  let port: Runtime.Port | undefined;

  function connect(): void {
    port = browser.runtime.connect({ name: sidebarPortName });
    port.onMessage.addListener((push: unknown) => {
      // Only our own background is at the other end.
      for (const listener of listeners) listener(push as Push);
    });
    port.onDisconnect.addListener(() => {
      // After an update of the extension there is nobody to connect with.
      if (port !== undefined && isExtensionAlive()) connect();
    });
  }

  connect();
  return {
    ask,
    onPush: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      const closing = port;
      port = undefined;
      listeners.clear();
      closing?.disconnect();
    },
  };
}

async function ask<N extends CommandName>(command: N, input: Omit<Commands[N]["input"], "pageUrl">): Promise<Commands[N]["output"]> {
  if (!isExtensionAlive()) throw new Error("svc was updated. Reload the page, then click its icon again.");
  const reply: Reply<N> | undefined = await browser.runtime.sendMessage({ command, pageUrl: location.href, ...input });
  if (reply === undefined) throw new Error("The extension did not answer. Reload the page, then click its icon again.");
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.output;
}

function isExtensionAlive(): boolean {
  return browser.runtime.id !== undefined;
}
