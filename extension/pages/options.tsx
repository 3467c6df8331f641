import { createResource, createSignal, For, onCleanup, Show } from "solid-js";
import { render } from "solid-js/web";
import { browser } from "../browser.js";
import { relayPortName, type ServiceStatus } from "../messages.js";
import { ask } from "../platform.js";
import { openShortcutSettings, readShortcuts, shortcutSettings } from "../shortcuts.js";
import { Pairing } from "./Pairing.js";
import { returnToPage } from "./return-to-page.js";

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

/** Chromium makes `runtime` once for each context: after a late grant only a frame that is made then has `connectNative`. */
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

function Connection() {
  const [status, { refetch }] = createResource(() => ask("service:status", {}));
  const [refused, setRefused] = createSignal(false);

  async function allow(): Promise<void> {
    // The browser asks only in the very turn of the click.
    setRefused(!(await browser.permissions.request({ permissions: ["nativeMessaging"] })));
    const status = await refetch();
    if (status?.nativeAnswers === true) await returnToPage();
  }

  return (
    <section class="connection" aria-live="polite" aria-busy={status.loading}>
      <h2>Connection</h2>
      <Show when={status.latest} fallback={<p role="status">{String(status.error ?? "Looking for your projects…")}</p>}>
        {(seen) => (
          <>
            {seen().wantsKey && (
              <p>
                A project answers over local HTTP and takes signed requests only: <a href="#pair">pair this browser</a>. Nothing else leads
                from a browser of Windows into WSL.
              </p>
            )}
            <p>{nativeLine(seen())}</p>
            {seen().nativeAnswers && <p>{projectsLine(seen())}</p>}
            {!seen().nativeAnswers && (seen().nativeAllowed || seen().httpPorts.length > 0) && <p>{portsLine(seen())}</p>}
            <Show when={!seen().nativeAllowed}>
              <button type="button" class="primary" onClick={() => void allow()}>
                Allow the connection
              </button>
            </Show>
          </>
        )}
      </Show>
      {refused() && <p role="status">Not allowed. You can change that here at any time.</p>}
      <Show when={status.latest?.nativeAllowed === true || refused()}>
        <button type="button" onClick={() => void refetch()}>
          Check again
        </button>
      </Show>
    </section>
  );
}

function nativeLine({ nativeAllowed, nativeAnswers, detail }: ServiceStatus): string {
  if (!nativeAllowed)
    return "One step is left: let the browser start svc's own program on this machine. It asks you once, and calls that native messaging. No page and no other extension can reach it.";
  if (nativeAnswers) return "Native messaging is allowed. svc answers. Go back to your page: the dot in the sidebar is green.";
  return `Native messaging is allowed. svc does not answer: ${detail.replaceAll("`", "")} Run svc-init in your project, then check again; svc-init doctor says what is wrong if it stays.`;
}

function projectsLine({ nativeProjects }: ServiceStatus): string {
  return nativeProjects.length === 0
    ? "No project is registered yet: run svc-init in one."
    : `Known projects: ${nativeProjects.join(", ")}.`;
}

function portsLine({ httpPorts, httpProjects }: ServiceStatus): string {
  return httpPorts.length === 0
    ? "No project can be reached over local HTTP either."
    : `Over local HTTP: ${httpProjects.join(", ")} (port ${httpPorts.join(", ")}).`;
}
