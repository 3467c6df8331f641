import { Match, onCleanup, onMount, Switch } from "solid-js";
import type { Lines } from "../connect.js";
import { reportFocus } from "../focus-report.js";
import { widths } from "../state/layout.js";
import { createSidebar } from "../state/sidebar.js";
import { texts } from "../texts.js";
import { Panel } from "./Panel.js";
import { PickLayer } from "./PickLayer.js";
import { RegionLayer } from "./RegionLayer.js";

/** Everything that is shown in the frame: the panel, and what lies over the page while something is pointed at. */
export function Sidebar(props: { readonly lines: Lines }) {
  const { lines } = props;
  const state = createSidebar(lines);
  const { layout, tasks } = state;
  let layer: HTMLDivElement | undefined;

  function openCard(id: string): void {
    layout.change({ isCollapsed: false });
    state.setTab("notes");
    layer?.querySelector<HTMLElement>(`[id="note-${id}"]`)?.focus();
  }

  const theme = () => {
    const { theme: chosen } = layout.current();
    return chosen === "system" ? (lines.isDark() ? "dark" : "light") : chosen;
  };
  /** The panel's width, and what it leaves free of the window on either side. */
  const room = () => {
    const { isCollapsed, width, side } = layout.current();
    const taken = `${isCollapsed ? widths.strip : width}px`;
    return { "--width": `${width}px`, "--left": side === "left" ? taken : "0px", "--right": side === "right" ? taken : "0px" };
  };

  /** From wherever the focus is, Escape ends what the pointer does on the page. */
  const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && state.setMode("idle");
  document.addEventListener("keydown", onKeyDown);
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));
  onCleanup(lines.onPage((event) => event.type === "open" && openCard(event.id)));
  onMount(() => {
    onCleanup(reportFocus(lines, () => tasks.notify({ kind: "error", text: texts.focusTaken })));
    void state.readAgain();
  });
  return (
    <div
      class={`layer ${theme()}`}
      classList={{ pointing: state.mode() !== "idle" }}
      ref={layer}
      lang="en"
      dir={layout.isRightToLeft ? "rtl" : "ltr"}
      style={room()}
    >
      <Switch>
        <Match when={state.mode() === "pick"}>
          <PickLayer state={state} />
        </Match>
        <Match when={state.mode() === "region"}>
          <RegionLayer state={state} />
        </Match>
      </Switch>
      <Panel state={state} />
    </div>
  );
}
