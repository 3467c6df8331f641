import { For, Show } from "solid-js";
import type { Reading } from "../state/reading.js";
import type { SidebarState } from "../state/sidebar.js";
import { count, grouped, texts } from "../texts.js";
import { IconButton } from "./controls.js";
import { FollowView } from "./FollowView.js";

/** How much of the page was read, and what was left out. */
export function ReadingView(props: { readonly state: SidebarState }) {
  const { reading, readAgain, tasks } = props.state;
  return (
    <section class="section" aria-label={texts.thisPage}>
      <div class="bar">
        <h2>{texts.thisPage}</h2>
        <IconButton icon="refresh" label="Read again" onPress={() => void readAgain()} />
      </div>
      <Show when={reading()} fallback={<p class="faint waiting">{tasks.running() === "" ? texts.notReadYet : texts.reading}</p>}>
        {(read) => <Facts reading={read()} />}
      </Show>
      <FollowView state={props.state} />
    </section>
  );
}

function Facts(props: { readonly reading: Reading }) {
  const { nodes, holes } = props.reading.capture;
  return (
    <>
      <p class="faint">{`${count(nodes.count, "element")} and ${count(wordsOf(nodes), "word")} read, ${sizeOf(props.reading.bytes)}.`}</p>
      <Show when={holes.length > 0}>
        <p class="faint" title="Frames of other sites, for example. The capture says where they are.">
          {`${count(holes.length, "place")} could not be read.`}
        </p>
      </Show>
      <details class="removed">
        <summary>{texts.whatWasRemoved}</summary>
        <ul>
          <RemovedRows reading={props.reading} />
        </ul>
      </details>
    </>
  );
}

/** What was left out of a reading, a list item for each kind with how many there were. */
export function RemovedRows(props: { readonly reading: Reading }) {
  const rows = () => Object.entries(props.reading.capture.removed).filter(([, amount]) => amount > 0);
  return (
    <For each={rows()} fallback={<li>nothing had to be left out</li>}>
      {([what, amount]) => (
        <li>
          <span>{what.replaceAll("-", " ")}</span>
          <span class="number">{grouped(amount)}</span>
        </li>
      )}
    </For>
  );
}

/** How many things were left out of a reading. */
export function removedTotal({ capture }: Reading): number {
  return Object.values(capture.removed).reduce((sum, amount) => sum + amount, 0);
}

function wordsOf({ strings, text }: Reading["capture"]["nodes"]): number {
  const counts = strings.map((entry) => (entry === "" ? 0 : (entry.match(/\S+/g)?.length ?? 0)));
  return text.reduce((sum, index) => sum + (counts[index] ?? 0), 0);
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
