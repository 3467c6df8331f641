import { For, Match, Switch } from "solid-js";
import type { Places } from "./create-places.js";
import type { SidebarState } from "./create-sidebar.js";
import { Outline } from "./Outline.js";
import { PickLayer } from "./PickLayer.js";
import { Pins } from "./Pins.js";
import { RegionLayer } from "./RegionLayer.js";

/** What lies over the page: pins, outlines, and the tools that point at something. */
export function PageLayer(props: { readonly state: SidebarState; readonly places: Places; readonly onOpen: (id: string) => void }) {
  return (
    <>
      <Pins places={props.places.placed()} onOpen={props.onOpen} />
      <For each={props.places.marked()}>{({ box, kind }) => <Outline box={box} kind={kind} />}</For>
      <For each={props.places.drafted()}>{(box) => <Outline box={box} kind="chosen" />}</For>
      <Switch>
        <Match when={props.state.mode() === "pick"}>
          <PickLayer state={props.state} />
        </Match>
        <Match when={props.state.mode() === "region"}>
          <RegionLayer state={props.state} />
        </Match>
      </Switch>
    </>
  );
}
