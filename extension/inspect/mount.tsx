import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import { addStyles } from "../sidebar/add-styles.js";
import { Inspect } from "./Inspect.js";
import styles from "./inspect.css?inline";
import type { MountInspect } from "./ports.js";

/** Shows the Inspect tab in an element of the sidebar's closed root. */
export const mountInspect: MountInspect = (place, ports, first) => {
  const removeStyles = addStyles(place.getRootNode() as ShadowRoot, styles);
  const [facts, update] = createSignal(first);
  const end = render(() => <Inspect ports={ports} facts={facts} />, place);
  return {
    update,
    remove: () => {
      end();
      removeStyles();
    },
  };
};
