import { createEffect, createSignal, onCleanup, Show, untrack } from "solid-js";
import type { InspectFacts, InspectPorts, InspectView, MountInspect } from "../../inspect/ports.js";
import { loadScript } from "../scripts.js";
import type { SidebarState } from "../state/sidebar.js";
import { texts } from "../texts.js";

/** Room for the tab that shows what a capture sees; its script comes when the tab is first opened. */
export function InspectPanel(props: { readonly state: SidebarState }) {
  const { lines, project, tasks, annotations, sending, tab, setMarks } = props.state;
  const [view, setView] = createSignal<InspectView>();
  let place: HTMLDivElement | undefined;
  let isOpen = true;

  const facts = (): InspectFacts => ({
    busy: tasks.running() !== "",
    canStore: sending() === "enabled",
    trust: project.trust(),
    names: lines.hidesWorld ? project.config()?.componentNames : undefined,
    seesErrors: !lines.hidesWorld,
    shown: tab() === "inspect",
    url: lines.url(),
    annotations: annotations.list(),
  });

  async function load(): Promise<void> {
    const { mountInspect } = await loadScript<{ readonly mountInspect: MountInspect }>("inspect");
    if (isOpen && place !== undefined) setView(mountInspect(place, portsOf(props.state), facts()));
  }

  void load().catch(tasks.fail);
  createEffect(() => {
    const [shown, now] = [view(), facts()];
    untrack(() => shown?.update(now));
  });
  onCleanup(() => {
    isOpen = false;
    view()?.remove();
    setMarks([]);
  });
  return (
    <>
      <Show when={view() === undefined}>
        <p class="section faint">{texts.loading}</p>
      </Show>
      <div ref={place} />
    </>
  );
}

/** Longest time for the accessibility rules when the user asks for them, in milliseconds. */
const auditMs = 10_000;

function portsOf({ lines, tasks, annotations, project, read, setMarks }: SidebarState): InspectPorts {
  return {
    ask: lines.ask,
    read: async (audit) => (await read(audit ? { auditMs } : {})).capture,
    store: async () => {
      const { capture, json } = await read({}, []);
      const sent = await lines.ask("capture:send", { capture: json, sendAnyway: false, attachments: [] });
      if (sent === null) throw new Error(texts.notSent);
      return { capture, filename: sent.filename };
    },
    run: tasks.run,
    addNote: (target, fields, text) => {
      const id = annotations.add(target, fields);
      tasks.notify({ kind: "done", text, undo: () => void annotations.remove(id) });
    },
    mark: setMarks,
    reveal: (target) => void lines.page.reveal(target).catch(tasks.fail),
    allowNames: async (allowed) => {
      await project.allowPageWorld(allowed);
      return project.config()?.componentNames === true;
    },
  };
}
