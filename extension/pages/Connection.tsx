import { createResource, createSignal, Show } from "solid-js";
import { browser } from "../browser.js";
import type { ServiceStatus } from "../messages.js";
import { ask } from "./ask.js";
import { texts } from "./texts.js";

/** How the service can be reached now, and the one permission that the user may add. */
export function Connection() {
  const [status, { refetch }] = createResource(() => ask("service:status", {}));
  const [refused, setRefused] = createSignal(false);

  async function allow(): Promise<void> {
    // The browser asks only in the very turn of the click.
    setRefused(!(await browser.permissions.request({ permissions: ["nativeMessaging"] })));
    await refetch();
  }

  return (
    <section class="connection" aria-live="polite" aria-busy={status.loading}>
      <h2>{texts.connectionTitle}</h2>
      <Show when={status.latest} fallback={<p role="status">{String(status.error ?? texts.looking)}</p>}>
        {(seen) => (
          <>
            <p>{nativeLine(seen())}</p>
            <Show when={seen().nativeAnswers}>
              <p>{projectsLine(seen())}</p>
            </Show>
            <Show when={!seen().nativeAnswers && (seen().nativeAllowed || seen().httpPorts.length > 0)}>
              <p>{portsLine(seen())}</p>
            </Show>
            <Show when={!seen().nativeAllowed}>
              <button type="button" class="primary" onClick={() => void allow()}>
                {texts.allow}
              </button>
            </Show>
          </>
        )}
      </Show>
      <Show when={refused()}>
        <p role="status">{texts.refused}</p>
      </Show>
      <Show when={status.latest?.nativeAllowed === true || refused()}>
        <button type="button" onClick={() => void refetch()}>
          {texts.look}
        </button>
      </Show>
    </section>
  );
}

function nativeLine({ nativeAllowed, nativeAnswers, detail }: ServiceStatus): string {
  if (!nativeAllowed) return texts.nativeOff;
  return `${texts.nativeOn} ${nativeAnswers ? texts.nativeAnswers : texts.nativeSilent(detail)}`;
}

function projectsLine({ nativeProjects }: ServiceStatus): string {
  return nativeProjects.length === 0 ? texts.projectsNone : texts.projects(nativeProjects.join(", "));
}

function portsLine({ httpPorts, httpProjects }: ServiceStatus): string {
  return httpPorts.length === 0 ? texts.portsNone : texts.ports(httpProjects.join(", "), httpPorts.join(", "));
}
