import { Show } from "solid-js";
import { type Trust, trustLabels } from "../../host/contract/trust.js";
import { Icon } from "./Icon.js";
import { trustTexts } from "./texts.js";

/** Always there, with or without a project. */
export function TrustShield(props: { readonly trust: Trust | undefined }) {
  return (
    <Show when={props.trust}>
      {(trust) => (
        <span class={`shield ${trust()}`} role="img" aria-label={trustLabels[trust()]} title={trustTexts[trust()]}>
          <Icon name="shield" />
          <span aria-hidden="true">{trustLabels[trust()]}</span>
        </span>
      )}
    </Show>
  );
}
