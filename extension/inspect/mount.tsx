import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import { Inspect } from "./Inspect.js";
import type { MountInspect } from "./ports.js";

/** Shows the Inspect tab in an element of the sidebar. */
export const mountInspect: MountInspect = (place, ports, first) => {
  const [facts, update] = createSignal(first);
  const end = render(() => <Inspect ports={ports} facts={facts} />, place);
  return { update, remove: end };
};
