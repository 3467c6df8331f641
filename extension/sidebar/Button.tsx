import type { JSX } from "solid-js";
import { isReal } from "./real-event.js";

/** A button that a person pressed: events that a script made do nothing. */
export function Button(props: {
  readonly label: string;
  readonly onPress: (event: MouseEvent) => void;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly title?: string;
  readonly children?: JSX.Element;
}) {
  return (
    <button
      type="button"
      class={`button ${props.class ?? ""}`}
      aria-label={props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled ?? false}
      title={props.title}
      onClick={(event) => isReal(event) && props.onPress(event)}
    >
      {props.children ?? props.label}
    </button>
  );
}
