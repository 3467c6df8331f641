import { createEffect, on } from "solid-js";
import { Button } from "./Button.js";
import type { Mode, SidebarState } from "./create-sidebar.js";
import { Icon } from "./Icon.js";
import { texts } from "./texts.js";

/** The three ways to say where a note belongs. */
export function Toolbar(props: { readonly state: SidebarState }) {
  const toggle = (mode: Mode) => props.state.setMode((now) => (now === mode ? "idle" : mode));
  let bar: HTMLDivElement | undefined;
  // Whoever ends a tool by keyboard is back where it began.
  createEffect(
    on(
      () => props.state.mode(),
      (_now, before) => {
        if (before !== undefined && before !== "idle") bar?.querySelectorAll<HTMLElement>("button")[before === "pick" ? 0 : 1]?.focus();
      },
      { defer: true },
    ),
  );
  return (
    <div ref={bar} class="toolbar">
      <Button label={texts.pick} pressed={props.state.mode() === "pick"} onPress={() => toggle("pick")}>
        <Icon name="pick" />
        <span>{texts.pick}</span>
      </Button>
      <Button label={texts.region} pressed={props.state.mode() === "region"} onPress={() => toggle("region")}>
        <Icon name="region" />
        <span>{texts.region}</span>
      </Button>
      <Button label={texts.pageNote} onPress={() => props.state.setDraft({ target: { type: "page" } })}>
        <Icon name="page" />
        <span>{texts.pageNote}</span>
      </Button>
    </div>
  );
}
