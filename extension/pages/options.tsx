import { createResource, createSignal, For, onCleanup } from "solid-js";
import { render } from "solid-js/web";
import { browser } from "../browser.js";
import { relayPortName } from "../messages.js";
import { openShortcutSettings, readShortcuts, shortcutSettings } from "../shortcuts.js";
import { Connection } from "./Connection.js";
import { Pairing } from "./Pairing.js";
import { Proposals } from "./Proposals.js";

const reads = [
  "Elements as they are rendered: tag, attributes, text, role, name, place and style",
  "Text that is rendered where nobody sees it, marked as such",
  "A list of what could not be read, and why",
  "Your own notes on the page",
];
const never = [
  "What you typed into fields, passwords first of all",
  "Cookies, sessions, local storage",
  "Text that is not rendered, comments in the source, bodies of requests",
  "Pages on which you did not click the icon",
];

/** The page that the first click opens, and the browser's list of extensions: what is read, and the way to the project. */
function Options() {
  return (
    <main>
      <header>
        <img src="icons/icon-48.png" alt="" width="48" height="48" />
        <div>
          <h1>svc</h1>
          <p>Click the icon on a page, and the coding agent of your project reads what you see. Everything stays on this machine.</p>
        </div>
      </header>
      <Connection />
      <Proposals />
      <Keys />
      <div class="columns">
        <Promises title="What a click reads" lines={reads} />
        <Promises title="What is never read" lines={never} />
      </div>
      <Pairing />
    </main>
  );
}

function Promises(props: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h2>{props.title}</h2>
      <ul>
        <For each={props.lines}>{(line) => <li>{line}</li>}</For>
      </ul>
    </section>
  );
}

/** The keys that the browser has granted, and the way to change them. */
function Keys() {
  const [granted, { refetch }] = createResource(readShortcuts);
  const [isHinted, setHinted] = createSignal(false);
  // They may have been changed on the browser's own page.
  const look = () => void refetch();
  addEventListener("focus", look);
  onCleanup(() => removeEventListener("focus", look));

  return (
    // At the first contact one thing is to be done.
    <details class="section" open={location.hash !== "#welcome"}>
      <summary>
        <h2>Keys</h2>
      </summary>
      <p>{lineOf("points at an element of the page and starts a note", granted.latest?.pick)}</p>
      <p>{lineOf("opens and closes the sidebar", granted.latest?.icon)}</p>
      <button type="button" onClick={async () => setHinted(!(await openShortcutSettings()))}>
        Change keys
      </button>
      {isHinted() && <p role="status">{`Open ${shortcutSettings}.`}</p>}
    </details>
  );
}

function lineOf(what: string, key: string | undefined): string {
  if (key === undefined) return "Looking for the keys…";
  return key === "" ? `No key ${what}: the browser has granted none. Set one on ${shortcutSettings}.` : `${key} ${what}.`;
}

/**
 * Lets this page of the extension hold the relay to the native host when the background asks for one. Chromium makes `runtime` once for
 * each context, so a worker and a page that ran when native messaging was allowed never get `connectNative`; a frame that is made afterwards
 * has it.
 */
function offerNativeRelay(): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    if (typeof message === "string" && message.startsWith(relayPortName)) openRelay(message.slice(relayPortName.length));
    return undefined;
  });
  // This page was opened for the sake of one.
  const asked = location.hash.slice(1);
  if (/^[0-9a-f-]{36}$/.test(asked)) openRelay(asked);
}

function openRelay(id: string): void {
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.title = "svc";
  frame.src = `/relay.html#${id}`;
  document.body.append(frame);
}

offerNativeRelay();
render(() => <Options />, document.body);
