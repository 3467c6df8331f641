import { For } from "solid-js";

/** One of a few: the browser's own list, which works with every keyboard and screen reader. */
export function Choice<T extends string>(props: {
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChoose: (value: T) => void;
}) {
  const entries = () => Object.entries(props.options) as [T, string][];
  const choose = (text: string) => {
    const chosen = entries().find(([value]) => value === text);
    if (chosen !== undefined) props.onChoose(chosen[0]);
  };
  return (
    <label class="choice">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => event.isTrusted && choose(event.currentTarget.value)}>
        <For each={entries()}>{([value, text]) => <option value={value}>{text}</option>}</For>
      </select>
    </label>
  );
}
