import { type Accessor, createSignal } from "solid-js";
import { isOnePage } from "../../host/contract/page.js";
import { type CommandName, type Commands, type OpenedPage, type Push, sidebarPortName } from "../messages.js";
import { connectPage, type Handshake, type PageApi, type PageEvent, type PageFacts } from "../page-api.js";
import { ask as askBackground, browser, isReplaced, replacedText, whenLost } from "../platform.js";

/** Runs a command of the background about a page: by default, the one that stands there now. */
export type Ask = <N extends CommandName>(command: N, input: Commands[N]["input"], page?: string) => Promise<Commands[N]["output"]>;

/** The sidebar's lines to the world around it: the background, and the page through its content script. */
export interface Lines {
  readonly ask: Ask;
  readonly page: PageApi;
  /** The page's address; it changes with the page. */
  readonly url: Accessor<string>;
  /** The page's address now, query and anchor too. */
  readonly address: Accessor<string>;
  /** The system's colours are dark. A frame that is to be transparent does not learn that by itself. */
  readonly isDark: Accessor<boolean>;
  readonly facts: PageFacts;
  readonly opened: OpenedPage;
  /** Passes on what the background has pushed and pushes from now on. */
  onPush(listener: (push: Push) => void): void;
  /** Registers for what happens on the page; returns the function that ends it. */
  onPage(listener: (event: PageEvent) => void): () => void;
}

/** Resolves with the lines to whoever knows the background's nonce: the content script that opened this frame and hands over a port. */
export async function connect(): Promise<Lines> {
  const pageListeners = new Set<(event: PageEvent) => void>();
  // What is pushed before anybody listens.
  const early: Push[] = [];
  let takePush = (push: Push): unknown => early.push(push);
  const [address, setAddress] = createSignal("");
  // Those who follow it hear of another page alone.
  const [url, setUrl] = createSignal<string>("", { equals: isOnePage });
  const [isDark, setDark] = createSignal(false);

  function stand(at: string): void {
    setAddress(at);
    setUrl(at);
  }

  function hear(event: PageEvent): void {
    if (event.type === "moved") stand(event.url);
    if (event.type === "scheme") setDark(event.isDark);
    for (const listener of pageListeners) listener(event);
  }

  // Firefox takes what it has handed over away from a replaced document: what is shown is this document's own.
  const ask: Ask = async (command, input, page = url()) => structuredClone(await askBackground(command, input, page));

  hearBackground((push) => takePush(structuredClone(push)));
  const looking = setInterval(() => {
    if (!isReplaced()) return;
    clearInterval(looking);
    takePush({ type: "replaced", message: replacedText });
  }, lookMs);
  // While the page's script finds that the frame has loaded, the background answers for the address that the browser states.
  const first = ask("page:open", {}).catch(() => undefined);

  for await (const { data, ports } of windowMessages()) {
    const [port] = ports;
    if (port === undefined || !isHandshake(data)) continue;
    stand(data.facts.url);
    setDark(data.facts.isDark);
    const stated = await first;
    const opened = stated?.url === data.facts.url && stated.nonce === data.nonce ? stated : await ask("page:open", {});
    if (opened.nonce !== data.nonce) continue;
    const page = connectPage(port, globalThis, data.line, hear);
    addEventListener("pagehide", () => void page.leave());
    return {
      ask,
      page,
      url,
      address,
      isDark,
      facts: data.facts,
      opened,
      onPush: (listener) => {
        takePush = listener;
        for (const push of early) listener(push);
      },
      onPage: (listener) => {
        pageListeners.add(listener);
        return () => pageListeners.delete(listener);
      },
    };
  }
  throw new Error("The window was closed.");
}

async function* windowMessages(): AsyncGenerator<MessageEvent<unknown>> {
  for (;;) yield await new Promise((resolve) => addEventListener("message", resolve, { once: true }));
}

function isHandshake(data: unknown): data is Handshake {
  return (
    typeof data === "object" && data !== null && "nonce" in data && typeof data.nonce === "string" && "line" in data && "facts" in data
  );
}

/** So often this document looks whether it was replaced, in milliseconds: Firefox ends no port then. */
const lookMs = 250;

/** Listens for pushes; a worker that was put to sleep is woken again. */
function hearBackground(onPush: (push: Push) => void): void {
  const port = browser.runtime.connect({ name: sidebarPortName });
  // Only our own background is at the other end.
  port.onMessage.addListener((push: unknown) => onPush(push as Push));
  whenLost(port, () => hearBackground(onPush));
}
