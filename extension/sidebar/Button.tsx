import type { JSX } from "solid-js";
import { isReal } from "./real-event.js";

/** A button that a person pressed: events that a script made do nothing. One that is off keeps the focus and says that it is off. */
export function Button(props: {
  readonly label: string;
  readonly onPress: (event: MouseEvent) => void;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly title?: string;
  /** Id of what says more, beside the label. */
  readonly describedBy?: string;
  readonly children?: JSX.Element;
}) {
  function press(event: MouseEvent & { readonly currentTarget: HTMLElement }): void {
    if (props.disabled === true) return;
    const button = event.currentTarget;
    const root = button.getRootNode();
    props.onPress(event);
    // Who works by keyboard does not lose the sidebar with a button that is gone.
    if (!button.isConnected && root instanceof ShadowRoot && root.activeElement === null) {
      root.querySelector<HTMLElement>(".panel")?.focus();
    }
  }

  return (
    <button
      type="button"
      class={`button ${props.class ?? ""}`}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-disabled={props.disabled === true ? "true" : undefined}
      aria-describedby={props.describedBy}
      title={props.title}
      onClick={(event) => isReal(event) && press(event)}
    >
      {props.children ?? props.label}
    </button>
  );
}
