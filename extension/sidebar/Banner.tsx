import { Show } from "solid-js";
import type { Hop } from "../messages.js";
import { Button } from "./Button.js";
import type { SidebarState } from "./create-sidebar.js";
import { hopTexts, texts } from "./texts.js";

/** Hops that the user can mend on the options page. */
const mendable: Partial<Readonly<Record<Hop, string>>> = { permission: texts.allowNative, key: texts.pair };

/** No project: says which hop is broken, what to do, and what works all the same. */
export function Banner(props: { readonly state: SidebarState }) {
  const broken = () => {
    const connection = props.state.status.current()?.connection;
    return connection?.state === "broken" ? connection : undefined;
  };
  return (
    <Show when={broken()}>
      {(connection) => (
        <section class="banner" role="status">
          <strong>{hopTexts[connection().hop].what}.</strong> {hopTexts[connection().hop].todo}
          <Show when={connection().detail !== ""}>
            <p class="faint">{connection().detail}</p>
          </Show>
          <p>{texts.exportOnly}</p>
          <Show when={mendable[connection().hop]}>
            {(label) => (
              <Button label={label()} onPress={() => void props.state.ports.ask("options:open", {}).catch(props.state.tasks.fail)} />
            )}
          </Show>
        </section>
      )}
    </Show>
  );
}
