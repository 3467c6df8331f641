import { For, Show } from "solid-js";
import type { Hop } from "../../messages.js";
import type { SidebarState } from "../state/sidebar.js";
import { hopTexts, texts } from "../texts.js";
import { Button } from "./controls.js";

/** Hops that the user can mend on the options page. */
const mendable: Partial<Readonly<Record<Hop, string>>> = { permission: texts.allowNative, key: texts.pair };

/** No project: says which hop is broken, what to do, and what works all the same. A project of another version: says what to update. */
export function Banner(props: { readonly state: SidebarState }) {
  const { lines, project, tasks } = props.state;
  const broken = () => {
    const now = project.connection();
    return now?.state === "broken" ? now : undefined;
  };
  const skew = () => {
    const now = project.connection();
    return now?.state === "connected" ? now.skew : undefined;
  };
  return (
    <>
      <Show when={skew()}>
        {(versions) => (
          <section class="banner" role="status">
            {texts.older[versions().older](versions().extension, versions().service)}
          </section>
        )}
      </Show>
      <Show when={broken()}>
        {(end) => (
          <section class="banner" role="status">
            <strong>{hopTexts[end().hop].what}.</strong> {hopTexts[end().hop].todo}
            <Show when={end().detail !== ""}>
              <p class="faint">{end().detail}</p>
            </Show>
            <Show when={end().choices.length > 0}>
              <p>{texts.choose}</p>
            </Show>
            <For each={end().choices}>
              {({ id, name }) => <Button label={name} onPress={() => void project.choose(id).catch(tasks.fail)} />}
            </For>
            <p>{texts.exportOnly}</p>
            <Show when={mendable[end().hop]}>
              {(label) => <Button label={label()} onPress={() => void lines.ask("options:open", {}).catch(tasks.fail)} />}
            </Show>
          </section>
        )}
      </Show>
    </>
  );
}
