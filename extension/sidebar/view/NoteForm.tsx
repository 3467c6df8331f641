import { createSignal, onMount, Show } from "solid-js";
import type { Check, StoredCheck } from "../../../host/contract/checks.js";
import { limits } from "../../../host/contract/limits.js";
import { placeName } from "../../../host/contract/place-name.js";
import { sourceOf } from "../../../host/contract/targets.js";
import type { AnnotationFields } from "../state/annotations.js";
import { type Draft, freshFields, needsWords } from "../state/draft.js";
import type { NoteChoice } from "../state/layout.js";
import { grouped, kindLabels, placeTitle, severityLabels, texts } from "../texts.js";
import { Button, Choice, IconButton, OpenSource, Switch } from "./controls.js";
import { TryChanges } from "./TryChanges.js";
import { useSidebar } from "./use-sidebar.js";

const maxChars = limits.commentMaxChars;

interface FormProps {
  readonly draft: Draft;
  /** What has happened while it is open, where nothing else shows it. */
  readonly news?: string;
  /** The form is gone; `id`: the note that it was about, if there is one. */
  readonly onDone: (id: string | undefined) => void;
}

/** Notes, answers and reopenings. Enter: the filled button; Shift+Enter: a line; Escape: back; Ctrl+Enter saves, with Shift sends. */
export function NoteForm(props: FormProps) {
  const { annotations, draft, saveDraft, send, sending, lines, layout, project, arePicturesOn, isRecording, whenRecorded, tasks } =
    useSidebar();
  const { entry, target } = props.draft;
  const old = entry === undefined ? annotations.list().find(({ id }) => id === props.draft.id) : undefined;
  // Choices are stored for each project.
  const projectName = () => project.connected()?.project ?? "";
  const fresh = { ...freshFields, ...layout.current().choices[projectName()], withPicture: target.type !== "page" && arePicturesOn() };
  const [fields, setFields] = createSignal<AnnotationFields>(draft.written() ?? old ?? fresh);
  const [shown, setShown] = createSignal<"try" | "more" | undefined>((fields().wanted ?? []).length > 0 ? "try" : undefined);
  /** What is pasted beyond it is cut off. */
  const fullText = () => (fields().comment.length < maxChars ? undefined : `A note ends at ${grouped(maxChars)} characters.`);
  // What is written after the extension was updated is stored nowhere.
  const isReplaced = () => project.broken()?.hop === "replaced";
  const isEmpty = () => isReplaced() || (fields().comment.trim() === "" && needsWords(props.draft));
  // What is sent before the project has answered waits for it. The answer to a question that is open goes by itself.
  const canSend = () =>
    sending() === "enabled" || project.connection() === undefined || (entry === "answer" && project.isAsked(props.draft.id ?? ""));
  let comment: HTMLTextAreaElement | undefined;
  onMount(() => {
    comment?.focus();
    // What was written goes on at its end.
    comment?.setSelectionRange(comment.value.length, comment.value.length);
    if (comment !== undefined) grow(comment);
    // A page that was picked on by key has the focus still.
    if (!document.hasFocus()) void lines.page.takeFocus({ isOpening: false }).catch(tasks.fail);
  });

  function write(part: Partial<AnnotationFields>): void {
    const { comment, kind, severity, withPicture = false, wanted, checks } = { ...fields(), ...part };
    const optional = { ...(wanted === undefined ? {} : { wanted }), ...(checks === undefined ? {} : { checks }) };
    draft.write(setFields({ comment, kind, severity, withPicture, ...optional }));
  }

  /** The project's next note begins with the same. */
  function choose(part: Partial<NoteChoice>): void {
    write(part);
    const { kind, severity } = fields();
    layout.store({ choices: { ...layout.current().choices, [projectName()]: { kind, severity } } });
  }

  /** The next note begins with the same choice, wherever it is. */
  function choosePicture(withPicture: boolean): void {
    write({ withPicture });
    layout.store({ withPictures: withPicture });
  }

  async function save(isSent: boolean): Promise<void> {
    if (isEmpty()) return;
    // What was opened for editing and not changed is what was written.
    draft.write(fields());
    // The note is about what was clicked last, which may have no form yet.
    if (isRecording()) await whenRecorded();
    const id = saveDraft(!isSent);
    if (id !== undefined) props.onDone(id);
    if (isSent && entry === undefined) void send("shortcut");
  }

  function cancel(): void {
    const { id } = props.draft;
    draft.discard();
    props.onDone(id);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Of an input method: Escape and Enter end the composition and nothing else.
    if (event.isComposing) return;
    const isField = event.target instanceof Element && event.target.matches("textarea, input[type=text]");
    const isForced = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") cancel();
    else if (event.key !== "Enter") return;
    else if (isForced) void save(event.shiftKey).catch(tasks.fail);
    else if (isField && !event.shiftKey) void save(canSend()).catch(tasks.fail);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const more = { fields, write, choose, choosePicture, target };
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
      <div class="place-row">
        <p class="place" title={placeTitle(target)}>
          {entry === undefined ? placeName(target) : entryTexts[entry].title}
        </p>
        <Show when={entry === undefined && sourceOf(target)}>{(source) => <OpenSource source={source()} />}</Show>
        <IconButton icon="close" label="Cancel" keys="Escape" onPress={cancel} />
      </div>
      <div class="middle">
        <textarea
          ref={comment}
          rows={2}
          dir="auto"
          readOnly={isReplaced()}
          maxLength={maxChars}
          aria-label="Note"
          placeholder={entry === undefined ? "What should change?" : entryTexts[entry].placeholder}
          value={fields().comment}
          onInput={(event) => {
            write({ comment: event.currentTarget.value });
            grow(event.currentTarget);
          }}
        />
        <Show when={shown() === "try"}>
          <TryChanges target={target} wanted={fields().wanted ?? []} onChange={(wanted) => write({ wanted })} />
        </Show>
        {shown() === "more" && <MoreFields {...more} />}
      </div>
      <Show when={fullText() ?? props.news}>
        {(news) => (
          <p class="news" role="status">
            {news()}
          </p>
        )}
      </Show>
      <div class="row">
        <Show when={entry === undefined && isOfElements(target)}>
          <Disclosure label="Try changes" isOn={shown() === "try"} onPress={() => setShown(shown() === "try" ? undefined : "try")} />
        </Show>
        <Show when={entry === undefined}>
          <Disclosure label="More" isOn={shown() === "more"} onPress={() => setShown(shown() === "more" ? undefined : "more")} />
        </Show>
        <span class="faint chosen">{entry === undefined ? chosenText(fields()) : ""}</span>
        <Button
          label="Save"
          class={canSend() ? "quiet" : "primary"}
          keys={canSend() ? "Control+Enter" : "Enter"}
          disabled={isEmpty()}
          onPress={() => void save(false).catch(tasks.fail)}
        />
        <Show when={canSend()}>
          <Button label="Send" class="primary" keys="Enter" disabled={isEmpty()} onPress={() => void save(true).catch(tasks.fail)}>
            Send <span class="drawn" data-text="⏎" />
          </Button>
        </Show>
      </div>
    </form>
  );
}

/** As high as its text, where the style sheet cannot state that. */
function grow(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight}px`;
}

function Disclosure(props: { readonly label: string; readonly isOn: boolean; readonly onPress: () => void }) {
  return <Button label={props.label} class="quiet word" expanded={props.isOn} onPress={props.onPress} />;
}

function isOfElements({ type }: Draft["target"]): boolean {
  return type === "element" || type === "elements";
}

/** What is other than it would be without a choice. */
function chosenText({ kind, severity, withPicture = false, checks = [] }: AnnotationFields): string {
  const parts = [
    kind === freshFields.kind ? "" : (kindLabels[kind] ?? kind),
    severity === freshFields.severity ? "" : (severityLabels[severity] ?? severity),
    withPicture ? "Screenshot" : "",
    checks.length > 0 ? "Done when…" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function MoreFields(props: {
  readonly fields: () => AnnotationFields;
  readonly target: Draft["target"];
  readonly write: (part: Partial<AnnotationFields>) => void;
  readonly choose: (part: Partial<NoteChoice>) => void;
  readonly choosePicture: (isOn: boolean) => void;
}) {
  return (
    <div class="more">
      <Choice label="Kind" options={kindLabels} value={props.fields().kind} onChoose={(kind) => props.choose({ kind })} />
      <Choice
        label="Severity"
        options={severityLabels}
        value={props.fields().severity}
        onChoose={(severity) => props.choose({ severity })}
      />
      <Show when={isOfElements(props.target)}>
        <CheckFields checks={props.fields().checks ?? []} onChange={(checks) => props.write({ checks })} />
      </Show>
      <Show when={props.target.type !== "page"}>
        <Switch label="Add screenshot" isOn={props.fields().withPicture === true} onChange={async (isOn) => props.choosePicture(isOn)} />
      </Show>
    </div>
  );
}

const entryTexts: Readonly<Record<NonNullable<Draft["entry"]>, { readonly title: string; readonly placeholder: string }>> = {
  reply: { title: texts.reply, placeholder: "Your reply" },
  answer: { title: texts.answer, placeholder: "Your answer" },
  reopen: { title: texts.reopen, placeholder: "What is still wrong?" },
};

/** What each choice asks of the element. Those of other kinds, which an agent or a finding has stated, stay as they are. */
const offered = {
  none: undefined,
  gone: { kind: "gone" },
  text: { kind: "text", expected: "" },
  contrast: { kind: "contrast", expected: 4.5 },
  "no-overlap": { kind: "no-overlap" },
  "no-overflow": { kind: "no-overflow" },
  "no-finding": { kind: "no-finding" },
} as const satisfies Readonly<Record<string, Check | undefined>>;

type Offered = keyof typeof offered;

const offeredLabels: Readonly<Record<Offered, string>> = {
  none: "I'll check it myself",
  gone: "It is gone",
  text: "Its text is…",
  contrast: "Its text is easy to read (contrast 4.5)",
  "no-overlap": "Nothing covers it",
  "no-overflow": "All of it fits",
  "no-finding": "Nothing is found on it in Inspect",
};

/** One thing, in words, that the page must show before a note counts as done. */
function CheckFields(props: { readonly checks: readonly StoredCheck[]; readonly onChange: (checks: StoredCheck[]) => void }) {
  const place = () => props.checks.findIndex(isOffered);
  const current = () => props.checks[place()];
  const chosen = (): Offered => (current()?.kind ?? "none") as Offered;

  function change(check: StoredCheck | undefined): void {
    const others = props.checks.filter((_, index) => index !== place());
    props.onChange(check === undefined ? others : [...others, check]);
  }

  const expectedText = () => {
    const check = current();
    return check?.kind === "text" ? String(check["expected"]) : "";
  };

  return (
    <div class="checks" title="The page is checked for this when the agent calls it done.">
      <Choice label="Done when…" options={offeredLabels} value={chosen()} onChoose={(choice) => change(offered[choice])} />
      <Show when={chosen() === "text"}>
        <input
          type="text"
          aria-label="The text"
          value={expectedText()}
          onInput={(event) => event.isTrusted && change({ kind: "text", expected: event.currentTarget.value })}
        />
      </Show>
    </div>
  );
}

function isOffered(check: StoredCheck): boolean {
  return Object.hasOwn(offered, check.kind) && !(check.kind === "no-finding" && check["rule"] !== undefined);
}
