import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { Annotation, AnnotationTarget } from "../../../host/contract/annotation.js";
import { type Declared, type DeclaredValue, triedTextProperty } from "../../page-api.js";
import { Button, IconButton } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

export type WantedChanges = NonNullable<Annotation["wanted"]>;

const firstMost = 6;

/** Changes values of a note's element on the page while the form is open; what was changed goes along with the note. */
export function TryChanges(props: {
  readonly target: AnnotationTarget;
  readonly wanted: WantedChanges;
  readonly onChange: (wanted: WantedChanges) => void;
}) {
  const { page } = useSidebar().lines;
  const { fail } = useSidebar().tasks;
  const [declared, setDeclared] = createSignal<Declared>();
  const [refused, setRefused] = createSignal<ReadonlySet<string>>(new Set());

  const [isWhole, setWhole] = createSignal(false);

  async function show(wanted: WantedChanges): Promise<void> {
    const values = wanted.map(({ property, to }) => ({ property, value: to }));
    const computed = await page.tryValues(props.target, values);
    setRefused(new Set(values.flatMap(({ property }, place) => (computed[place] === null ? [property] : []))));
  }

  onMount(() => {
    page.declared(props.target).then(setDeclared, fail);
    if (props.wanted.length > 0) show(props.wanted).catch(fail);
  });
  // The page is as it was when the form is gone.
  onCleanup(() => void page.tryValues(props.target, []).catch(fail));

  const triedOf = (property: string) => props.wanted.find((one) => one.property === property)?.to;

  function change({ property, value: from, rule }: DeclaredValue, text: string): void {
    const to = text.trim();
    const others = props.wanted.filter((one) => one.property !== property);
    const row = { property, from, to, ...(rule === undefined ? {} : { rule: { ...rule } }) };
    const wanted = to === "" || to === from ? others : [...others, row];
    props.onChange(wanted);
    show(wanted).catch(fail);
  }

  const colors = () => Object.entries(declared()?.tokens ?? {}).filter(([, value]) => CSS.supports("color", value));
  const values = () => declared()?.values ?? [];
  const rest = () => values().length - firstMost;
  const isShown = ({ property }: DeclaredValue, place: number) => isWhole() || place < firstMost || triedOf(property) !== undefined;

  return (
    <section class="try" aria-label="Try changes">
      {declared()?.values.length === 0 && <p class="faint">This element is not on the page now.</p>}
      <datalist id="color-tokens">
        <For each={colors()}>{([name, value]) => <option value={`var(${name})`}>{value}</option>}</For>
      </datalist>
      <For each={values().filter(isShown)}>
        {(row) => (
          <Row row={row} tried={triedOf(row.property)} isRefused={refused().has(row.property)} onChange={(text) => change(row, text)} />
        )}
      </For>
      <Show when={!isWhole() && rest() > 0}>
        <Button label={`${rest()} more`} class="quiet word" onPress={() => setWhole(true)} />
      </Show>
    </section>
  );
}

function Row(props: {
  readonly row: DeclaredValue;
  readonly tried: string | undefined;
  readonly isRefused: boolean;
  readonly onChange: (text: string) => void;
}) {
  const { property, value: from, rule } = props.row;
  const value = () => props.tried ?? from;
  const isText = property === triedTextProperty;
  const isColor = !isText && CSS.supports("color", from);
  const step = (by: number) => props.onChange(stepped(value(), by));

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (by === 0 || isColor || isText || !event.isTrusted) return;
    event.preventDefault();
    step(by);
  }

  return (
    <div class="tried" classList={{ changed: props.tried !== undefined }}>
      <label for={`try-${property}`} title={rule === undefined ? property : `${rule.selector} { ${rule.declaration} }`}>
        {property}
      </label>
      <span class="value">
        {isColor && (
          <input
            type="color"
            aria-label={`Color for ${property}`}
            value={hexOf(value())}
            onInput={(event) => event.isTrusted && props.onChange(event.currentTarget.value)}
          />
        )}
        <input
          type="text"
          id={`try-${property}`}
          value={value()}
          list={isColor ? "color-tokens" : undefined}
          aria-invalid={props.isRefused}
          onInput={(event) => event.isTrusted && props.onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Show when={!isColor && !isText && /\d/.test(value())}>
          <Button class="step" label={`Less ${property}`} onPress={() => step(-1)}>
            <span class="drawn" data-text="−" />
          </Button>
          <Button class="step" label={`More ${property}`} onPress={() => step(1)}>
            <span class="drawn" data-text="+" />
          </Button>
        </Show>
      </span>
      <Show when={props.tried !== undefined} fallback={<i />}>
        <IconButton icon="undo" label={`Reset ${property}`} title="Reset" onPress={() => props.onChange(from)} />
      </Show>
    </div>
  );
}

/** The value with each of its numbers one step up or down: a tenth for small ones without a unit, a hundred for weights, else one. */
export function stepped(value: string, by: number): string {
  return value.replace(/(?<![\w.#(-])(-?\d*\.?\d+)([a-z%]*)/gi, (_, text: string, unit: string) => {
    const number = Number(text);
    const size = unit === "" ? (number >= 100 ? 100 : 0.1) : /^(em|rem)$/.test(unit) ? 0.125 : 1;
    return `${Number((number + by * size).toFixed(3))}${unit}`;
  });
}

/** As colour fields take it. */
function hexOf(color: string): string {
  const [, channels] = /^rgba?\(([^)]*)\)/.exec(color) ?? [];
  if (channels === undefined) return /^#[\da-f]{6}$/i.test(color) ? color : "#000000";
  const hex = (channel: string) => Math.round(Number(channel)).toString(16).padStart(2, "0");
  return `#${channels
    .split(/[\s,/]+/)
    .slice(0, 3)
    .map(hex)
    .join("")}`;
}
