import { createSignal, For, onCleanup, Show } from "solid-js";
import type { Verdict } from "../../../host/contract/checks.js";
import type { Mark } from "../../page-api.js";
import type { Note } from "../state/annotations.js";
import type { SidebarState } from "../state/sidebar.js";
import { checkText, count, grouped, timeOf } from "../texts.js";
import { Button } from "./controls.js";

type Change = Verdict["alsoChanged"][number];

/** What the page itself showed about a note that an agent called fixed, and what else is different there, outlined on request. */
export function VerdictView(props: { readonly state: SidebarState; readonly note: Note; readonly verdict: Verdict }) {
  const { lines, setMarks, tasks, reading, readAgain } = props.state;
  const [isShown, setShown] = createSignal(false);
  const total = () => props.verdict.alsoChangedTotal ?? props.verdict.alsoChanged.length;

  async function show(isOn: boolean): Promise<void> {
    setShown(isOn);
    // Elements are known by a reading, which a page that was loaded again has not had yet.
    if (isOn && reading() === undefined) await readAgain();
    setMarks(isShown() ? marksOf(props.verdict) : []);
  }
  onCleanup(() => void (isShown() && setMarks([])));

  return (
    <section class={`verdict ${props.verdict.status}`} aria-label="What the page shows">
      <p>
        <strong>{`Checked ${timeOf(props.verdict.at)}: ${headings[props.verdict.status]}.`}</strong>{" "}
        <For each={props.verdict.checks}>{(check) => <span>{checkText(check)} </span>}</For>
        <Show when={props.verdict.status !== "pass" && props.verdict.reason}>{(reason) => <span>{reason()}</span>}</Show>
      </p>
      <Show when={props.verdict.status === "fail"}>
        <p class="faint">{`${props.note.by || "The agent"} was sure, and the page does not show it. The note is back with the agent.`}</p>
      </Show>
      <Show when={total() > 0}>
        <div class="row">
          <span>{`Also changed: ${count(total(), "place")}.`}</span>
          <Button
            label={isShown() ? "Hide what else changed" : "Show what else changed"}
            class="small quiet"
            pressed={isShown()}
            onPress={() => void show(!isShown()).catch(tasks.fail)}
          />
        </div>
      </Show>
      <Show when={isShown()}>
        <ul>
          <For each={props.verdict.alsoChanged}>
            {(change) => (
              <li>
                <Show when={change.what !== "removed"} fallback={<span>{changeText(change)}</span>}>
                  <button
                    type="button"
                    class="link"
                    onClick={(event) => event.isTrusted && void lines.page.reveal(targetOf(change)).catch(tasks.fail)}
                  >
                    {changeText(change)}
                  </button>
                </Show>
              </li>
            )}
          </For>
          <Show when={total() > props.verdict.alsoChanged.length}>
            <li class="faint">{`and ${grouped(total() - props.verdict.alsoChanged.length)} more`}</li>
          </Show>
        </ul>
      </Show>
    </section>
  );
}

const headings = { pass: "as asked", fail: "not yet as asked", "cannot-tell": "could not check" } as const;

function changeText({ what, name, selector, property = "", before = "", after = "" }: Change): string {
  const place = name === "" ? (selector.split(" > ").at(-1) ?? selector) : `“${name}”`;
  if (what !== "changed") return `${place} was ${what}`;
  return `${place}, ${property.replace(/^style /, "")}: ${before === "" ? "–" : before} → ${after === "" ? "–" : after}`;
}

/** Each element once; one that was removed has no place on the page. */
function marksOf({ alsoChanged }: Verdict): Mark[] {
  const places = new Map<string, Mark>();
  for (const change of alsoChanged)
    if (change.what !== "removed") places.set(change.selector, { target: targetOf(change), kind: change.what });
  return [...places.values()];
}

function targetOf({ ref, selector, key = "" }: Change): Mark["target"] {
  return { type: "element", elements: [{ ref, present: true, key, selector, box: [0, 0, 0, 0] }] };
}
