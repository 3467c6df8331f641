import { createSignal, For, onCleanup, onMount, Show } from "solid-js";
import type { Annotation, AnnotationTarget } from "../../../host/contract/annotation.js";
import { type Declared, type DeclaredValue, triedTextProperty } from "../../page-api.js";
import type { SidebarState } from "../state/sidebar.js";
import { Button } from "./controls.js";

export type WantedChanges = NonNullable<Annotation["wanted"]>;

/** Changes values of a note's element on the page while the form is open; what was changed goes along with the note. */
export function TryValues(props: {
  readonly state: SidebarState;
  readonly target: AnnotationTarget;
  readonly wanted: WantedChanges;
  readonly onChange: (wanted: WantedChanges) => void;
}) {
  const { page } = props.state.lines;
  const { fail } = props.state.tasks;
  const [declared, setDeclared] = createSignal<Declared>();
  const [refused, setRefused] = createSignal<ReadonlySet<string>>(new Set());

  async function load(): Promise<void> {
    if (declared() === undefined) setDeclared(await page.declared(props.target));
  }

  async function show(wanted: WantedChanges): Promise<void> {
    const values = wanted.map(({ property, to }) => ({ property, value: to }));
    const computed = await page.tryValues(props.target, values);
    setRefused(new Set(values.flatMap(({ property }, place) => (computed[place] === null ? [property] : []))));
  }

  onMount(() => {
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

  return (
    <details class="try" onToggle={(event) => event.currentTarget.open && void load().catch(fail)}>
      <summary>Try other values</summary>
      {declared()?.values.length === 0 && <p>This element is not on the page now.</p>}
      <datalist id="color-tokens">
        <For each={colors()}>{([name, value]) => <option value={`var(${name})`}>{value}</option>}</For>
      </datalist>
      <For each={declared()?.values}>
        {(row) => {
          const value = () => triedOf(row.property) ?? row.value;
          const isText = row.property === triedTextProperty;
          const isColor = !isText && CSS.supports("color", row.value);
          const step = (by: number) => change(row, stepped(value(), by));
          const onKeyDown = (event: KeyboardEvent) => {
            const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
            if (by === 0 || isColor || isText || !event.isTrusted) return;
            event.preventDefault();
            step(by);
          };
          return (
            <div class="tried" classList={{ changed: triedOf(row.property) !== undefined }}>
              <label>
                <span>{row.property}</span>
                <input
                  type="text"
                  value={value()}
                  list={isColor ? "color-tokens" : undefined}
                  title={row.rule === undefined ? undefined : `${row.rule.selector} { ${row.rule.declaration} }`}
                  aria-invalid={refused().has(row.property)}
                  onInput={(event) => event.isTrusted && change(row, event.currentTarget.value)}
                  onKeyDown={onKeyDown}
                />
              </label>
              <Show when={isColor} fallback={<Steppers property={row.property} value={isText ? "" : value()} onStep={step} />}>
                <input
                  type="color"
                  aria-label={`Color for ${row.property}`}
                  value={hexOf(value())}
                  onInput={(event) => event.isTrusted && change(row, event.currentTarget.value)}
                />
              </Show>
            </div>
          );
        }}
      </For>
    </details>
  );
}

function Steppers(props: { readonly property: string; readonly value: string; readonly onStep: (by: number) => void }) {
  return (
    <Show when={/\d/.test(props.value)}>
      <Button class="small quiet" label={`Less ${props.property}`} onPress={() => props.onStep(-1)}>
        −
      </Button>
      <Button class="small quiet" label={`More ${props.property}`} onPress={() => props.onStep(1)}>
        +
      </Button>
    </Show>
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
