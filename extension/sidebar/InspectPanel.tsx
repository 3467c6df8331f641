import { createEffect, createSignal, onCleanup, Show, untrack } from "solid-js";
import type { InspectFacts, InspectPorts, InspectView } from "../inspect/ports.js";
import type { SidebarState } from "./create-sidebar.js";
import { texts } from "./texts.js";

/** Room for the tab that shows what a capture sees; its script comes when the tab is first opened. */
export function InspectPanel(props: { readonly state: SidebarState }) {
  const { ports, tasks, setMarks } = props.state;
  const [view, setView] = createSignal<InspectView>();
  let place: HTMLDivElement | undefined;
  let isOpen = true;

  const facts = (): InspectFacts => ({
    busy: tasks.running() !== "",
    canStore: props.state.actions().send === "enabled",
    trust: props.state.status.current()?.trust ?? "untrusted",
    names: ports.page.hidesWorld ? props.state.config.current()?.componentNames : undefined,
    seesErrors: !ports.page.hidesWorld,
    shown: props.state.tab() === "inspect",
    url: props.state.reading.current()?.capture.metadata.url ?? "",
    notes: props.state.notes.list(),
  });

  async function load(): Promise<void> {
    const mount = await ports.loadInspect();
    if (isOpen && place !== undefined) setView(mount(place, portsOf(props.state), facts()));
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

function portsOf({ ports, tasks, notes, config, read, setMarks }: SidebarState): InspectPorts {
  return {
    ask: ports.ask,
    read: async (audit) => (await read(audit ? { auditMs } : {})).capture,
    store: async () => {
      const { capture, json } = await read({}, []);
      return { capture, filename: (await ports.ask("capture:send", { capture: json, sendAnyway: false, beside: [] })).filename };
    },
    run: tasks.run,
    addNote: (target, fields, text) => {
      notes.add(target, fields);
      const id = notes.list().at(-1)?.id ?? "";
      tasks.say({ kind: "done", text, undo: () => void notes.remove(id) });
    },
    mark: setMarks,
    reveal: ports.page.reveal,
    allowNames: async (allowed) => {
      await ports.ask("components:allow", { allowed });
      await config.look();
    },
  };
}
