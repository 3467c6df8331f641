import { createEffect, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import type { ThreadEntry } from "../../../host/contract/annotation.js";
import { isRefuted, threadOf, verdictNow, wantsTest } from "../../../host/contract/annotation-state.js";
import type { Verdict } from "../../../host/contract/checks.js";
import { placeName } from "../../../host/contract/place-name.js";
import { isSamePage } from "../../../host/contract/routing.js";
import { sourceOf } from "../../../host/contract/targets.js";
import { cleanUrl } from "../../../host/contract/urls.js";
import { answerWords } from "../../export/facts.js";
import type { Mark } from "../../page-api.js";
import { isAnswered, isApart, type Note, shownState } from "../state/annotations.js";
import type { Draft } from "../state/draft.js";
import { bitmapOf, bytesOf } from "../state/pictures.js";
import { checkText, count, grouped, placeTitle, stateTexts, texts, timeOf } from "../texts.js";
import { NotNow } from "./Asks.js";
import { Button, IconButton, OpenSource } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

/** Longest conversation that is shown whole, in entries. */
const entriesMax = 3;
/** Words of a note that name it in the descriptions of its buttons. */
const firstWords = 6;

interface CardProps {
  readonly note: Note;
  readonly number: number;
  readonly isGone: boolean;
  readonly onRemove: () => void;
}

/** One note of the list in three lines. A press on them shows its place on the page and unfolds the rest; what writes to it stands in `children`. */
export function NoteCard(props: CardProps & { readonly children: JSX.Element }) {
  const { draft, lines, openNote, tasks } = useSidebar();
  const { id } = props.note;
  const state = () => shownState(props.note);
  const isOpen = () => openNote.id() === id || draft.current()?.id === id;
  const place = () => {
    const isGone = props.isGone || isApart(props.note, lines.url());
    // First: the line is cut where it ends.
    return isGone ? `Not visible now · ${placeName(props.note.target)}` : placeName(props.note.target);
  };

  // At another query its page may list other things: many notes of a list can be gone at once, and only an open card offers the way.
  const isAway = () =>
    isApart(props.note, lines.url()) ||
    (isOpen() && (props.isGone || props.note.isUndecided === true) && !isSamePage(props.note.url ?? "", lines.address()));

  function goTo(url: string): void {
    const [there, here] = [url, cleanUrl(lines.address()).url].map((address) => new URL(address).search);
    if (there === here) lines.page.goTo(url).catch(tasks.fail);
    else window.open(url, "_top");
  }

  function press(): void {
    openNote.toggle(id);
    lines.page.reveal(props.note.target).catch(tasks.fail);
  }

  return (
    <li class="note" classList={{ [state()]: true, open: isOpen() }} id={`note-${id}`} tabIndex={-1}>
      <button type="button" class="reveal" aria-expanded={isOpen()} onClick={press}>
        <span class="pin">{props.number}</span>
        <span class="what">
          <span class="comment" dir="auto">
            {props.note.comment}
          </span>
          <span class="meta">
            <span class="place" title={placeTitle(props.note.target)}>
              {place()}
            </span>
            <span class="state">{stateTexts[state()][0]}</span>
            {props.note.isChanged === true && state() !== "draft" && <span class="faint">not sent</span>}
          </span>
        </span>
      </button>
      <span id={aboutId(id)} hidden>
        {`Note ${props.number}: ${props.note.comment.split(/\s+/).slice(0, firstWords).join(" ")}`}
      </span>
      <Foreign {...props} />
      <Show when={isAway() && props.note.url}>
        {(url) => (
          <p class="foreign">
            <Button label="Go there" describedBy={aboutId(id)} onPress={() => goTo(url())} />
          </p>
        )}
      </Show>
      <Show
        when={isOpen()}
        fallback={
          <span class="quick">
            <Icons {...props} />
          </span>
        }
      >
        <div class="opened">
          <Show when={(props.isGone || isApart(props.note, lines.url())) && props.note.taken}>
            {(taken) => <PickedPicture id={taken()} />}
          </Show>
          <Thread note={props.note} />
          <Show when={verdictNow(props.note)}>{(verdict) => <VerdictView note={props.note} verdict={verdict()} />}</Show>
          {props.children}
          <Show when={draft.current()?.id !== id}>
            <Actions {...props} />
          </Show>
        </div>
      </Show>
    </li>
  );
}

const aboutId = (id: string) => `about-${id}`;

/** What can be done in the note's state, the next step first. */
function Actions(props: CardProps) {
  const { draft, accept, keep, stopPointing, project, awaited, beginMove } = useSidebar();
  const { id } = props.note;
  const state = () => shownState(props.note);
  const request = () => project.requests().find(({ annotation }) => annotation === id);
  const isAsked = () => state() === "question" || request()?.kind === "question";
  const isChecked = () => request()?.kind === "verify";
  const about = aboutId(id);

  function write(entry: NonNullable<Draft["entry"]>): void {
    stopPointing();
    draft.begin({ target: props.note.target, id, entry });
  }

  return (
    <>
      <div class="acts">
        <Show when={isChecked() || (props.note.isUndecided === true && verdictNow(props.note) === undefined)}>
          <Check id={id} label="Check now" class={isChecked() ? "primary" : ""} />
        </Show>
        {isAsked() && <Button label={texts.answer} class="primary" describedBy={about} onPress={() => write("answer")} />}
        {(isAnswered(props.note) || isRefuted(props.note)) && (
          <Button
            label="Accept"
            class={isChecked() || isRefuted(props.note) ? "" : "primary"}
            describedBy={about}
            onPress={() => accept(id)}
          />
        )}
        {state() === "accepted" && !wantsTest(props.note) && <Button label="Keep as test" describedBy={about} onPress={() => keep(id)} />}
        <Show when={isAnswered(props.note) || state() === "accepted"}>
          <Button label={texts.reopen} describedBy={about} onPress={() => write("reopen")} />
        </Show>
        <Show when={!isAsked() && !isAnswered(props.note) && state() !== "draft" && state() !== "accepted"}>
          <Button label={texts.reply} describedBy={about} onPress={() => write("reply")} />
        </Show>
        <Show when={request()}>{(asked) => <NotNow request={asked()} about={about} />}</Show>
        <span class="icons">
          <Show when={sourceOf(props.note.target)}>{(source) => <OpenSource source={source()} describedBy={about} />}</Show>
          <Show when={props.note.target.type !== "page"}>
            <IconButton icon="move" label="Move to another element" describedBy={about} onPress={() => beginMove(id)} />
          </Show>
          <Icons {...props} />
        </span>
      </div>
      {/* What the agent asks comes a moment after its answer: nothing is pushed from under the pointer. */}
      {awaited() === id ? <p>Open its menu or scroll to it: it is checked as soon as it shows.</p> : isChecked() && <p>{texts.verify}</p>}
    </>
  );
}

/** Sends the page as it is for the verdict on one note. */
function Check(props: { readonly id: string; readonly label: string; readonly class: string }) {
  const { openNote, sending, check } = useSidebar();
  return (
    <Button
      label={props.label}
      class={props.class}
      title="Sends the page as it is now"
      describedBy={aboutId(props.id)}
      disabled={sending() !== "enabled"}
      onPress={() => {
        openNote.checking(props.id);
        check(props.id);
      }}
    />
  );
}

function Icons(props: CardProps) {
  const { draft, exported, stopPointing } = useSidebar();
  const { id } = props.note;
  const edit = () => {
    stopPointing();
    draft.begin({ target: props.note.target, id });
  };
  return (
    <>
      <IconButton icon="copy" label="Copy as prompt" describedBy={aboutId(id)} onPress={() => void exported.copyPrompt(id)} />
      <IconButton icon="edit" label="Edit" describedBy={aboutId(id)} onPress={edit} />
      <IconButton icon="trash" label="Delete" describedBy={aboutId(id)} onPress={props.onRemove} />
    </>
  );
}

function Foreign(props: CardProps) {
  const { annotations } = useSidebar();
  return (
    <Show when={props.note.origin}>
      <p class="foreign">
        <span>{originText(props.note)}</span>
        <Button
          label="Take over"
          title="Makes this note yours: it is sent as your words. Editing it does so too."
          describedBy={aboutId(props.note.id)}
          onPress={() => annotations.takeOver(props.note.id)}
        />
      </p>
    </Show>
  );
}

function originText({ origin, from = "", isRewritten }: Note): string {
  if (isRewritten === true) return "The repository has changed this note: these are not your words.";
  return origin === "imported" ? `From the report ${from}` : texts.fromRepository;
}

/** The messages of agent and user, by time. */
function Thread(props: { readonly note: Note }) {
  const [isWhole, setWhole] = createSignal(false);
  const entries = () => threadOf(props.note).filter(({ text, kind }) => text !== "" || kind === "resolution");
  const shown = () => (isWhole() ? entries() : entries().slice(-entriesMax));
  return (
    <Show when={entries().length > 0}>
      <ul class="thread">
        <Show when={shown().length < entries().length}>
          <li>
            <Button label={`Show all ${entries().length} messages`} class="quiet" onPress={() => setWhole(true)} />
          </li>
        </Show>
        <For each={shown()}>{(entry) => <Entry entry={entry} />}</For>
      </ul>
    </Show>
  );
}

function Entry(props: { readonly entry: ThreadEntry }) {
  const { by, kind, text, at, agent = texts.agent, action = "fixed", files = [], origin } = props.entry;
  const user = origin === undefined ? "You" : origin === "imported" ? "In the report" : texts.fromRepository;
  return (
    <li class={by}>
      <span class="faint">{`${by === "user" ? user : agent || texts.agent}, ${timeOf(at)}`}</span>
      <Show when={kind === "resolution"} fallback={<span dir="auto">{text}</span>}>
        <span class={`answer ${action}`} dir="auto">
          {text === "" ? answerWords({ action }) : `${answerWords({ action })}: ${text}`}
        </span>
      </Show>
      {files.length > 0 && <span class="faint">{`In ${files.join(", ")}`}</span>}
    </li>
  );
}

/** The picture that was taken when a note's element was picked; nothing where it is not stored any more. */
function PickedPicture(props: { readonly id: string }) {
  const { lines, tasks } = useSidebar();
  const [picture, setPicture] = createSignal<ImageBitmap>();
  createEffect(() => void load(props.id).then(setPicture, tasks.fail));

  async function load(id: string): Promise<ImageBitmap | undefined> {
    const png = await lines.ask("picture:stored", { id });
    return png === "" ? undefined : bitmapOf(bytesOf(png));
  }

  return (
    <Show when={picture()}>
      {(shown) => (
        <canvas
          ref={(canvas) => createEffect(() => canvas.getContext("2d")?.drawImage(shown(), 0, 0))}
          class="picked"
          role="img"
          aria-label="As it looked when it was picked"
          width={shown().width}
          height={shown().height}
        />
      )}
    </Show>
  );
}

type Change = Verdict["alsoChanged"][number];

/** What the page itself showed about a note that an agent called fixed, and what else is different there, outlined on request. */
function VerdictView(props: { readonly note: Note; readonly verdict: Verdict }) {
  const { lines, setMarks, tasks, reading, readAgain } = useSidebar();
  const [isShown, setShown] = createSignal(false);
  // What is undecided stands in the check itself.
  const reason = () => (props.verdict.status === "fail" || props.verdict.checks.length === 0 ? props.verdict.reason : undefined);
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
        <strong>{`Checked ${timeOf(props.verdict.at)}: ${headings[props.verdict.status] ?? "could not check"}.`}</strong>{" "}
        <For each={props.verdict.checks}>{(check) => <span>{checkText(check)} </span>}</For>
        <Show when={props.verdict.status !== "pass" && reason()}>{(text) => <span>{text()}</span>}</Show>{" "}
        <Show when={shownState(props.note) === "fixed" || isRefuted(props.note)}>
          <Check id={props.note.id} label="Check again" class="slim" />
        </Show>
      </p>
      <Show when={props.verdict.status === "fail"}>
        <p class="faint">The note is back with the agent.</p>
      </Show>
      <Show when={total() > 0}>
        <div class="row">
          <span>{`Also changed: ${count(total(), "place")}.`}</span>
          <Button
            label={isShown() ? "Hide what else changed" : "Show what else changed"}
            class="quiet"
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

const headings: Readonly<Record<string, string>> = { pass: "as asked", fail: "not yet as asked" };

function changeText({ what, name, selector, property = "", before = "", after = "" }: Change): string {
  const place = name === "" ? (selector.split(" > ").at(-1) ?? selector) : `“${name}”`;
  if (what !== "changed") return `${place} was ${what}`;
  return `${place}, ${property.replace(/^style /, "")}: ${before === "" ? "–" : before} → ${after === "" ? "–" : after}`;
}

/** Each element once; one that was removed has no place on the page. */
function marksOf({ alsoChanged }: Verdict): Mark[] {
  const places = new Map<string, Mark>();
  for (const change of alsoChanged)
    if (change.what !== "removed")
      places.set(change.selector, {
        target: targetOf(change),
        kind: change.what === "added" || change.what === "moved" ? change.what : "changed",
      });
  return [...places.values()];
}

function targetOf({ ref, selector, key = "" }: Change): Mark["target"] {
  return { type: "element", elements: [{ ref, present: true, key, selector, box: [0, 0, 0, 0] }] };
}
