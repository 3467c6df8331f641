import { createResource, createSignal, Show } from "solid-js";
import { browser } from "../browser.js";
import type { ServiceStatus } from "../messages.js";
import { ask } from "../platform.js";
import { returnToPage } from "./return-to-page.js";

/** How the service can be reached now, and the one permission that the user may add. */
export function Connection() {
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
