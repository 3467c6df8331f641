import { For, Show } from "solid-js";
import type { Connection, Hop } from "../../messages.js";
import type { SidebarState } from "../state/sidebar.js";
import { hopTexts, texts, withoutBackticks } from "../texts.js";
import { Button } from "./controls.js";

/** Hops that the user can mend on the options page. */
const mendable: Partial<Readonly<Record<Hop, string>>> = {
  permission: texts.allowNative,
  key: texts.pair,
  origin: texts.pair,
  unproven: texts.pair,
};

/** What the project's files propose: says where to review it. No project: says which hop is broken, what to do, and what works all the same. A project of another version: says what to update. */
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
  const lookAgain = async () => {
    await lines.ask("page:look", {});
    return undefined;
  };
  const isProposed = () => project.config()?.proposed?.left === false;
  return (
    <>
      <Show when={isProposed()}>
        <section class="banner calm" role="status">
          {texts.proposed}
          <Button label={texts.review} onPress={() => void lines.ask("options:open", {}).catch(tasks.fail)} />
        </section>
      </Show>
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
            <strong>{hopTexts[end().hop].what}.</strong>
            <Show when={end().choices.length > 0}>
              <p>{texts.choose}</p>
              <div class="row">
                <For each={end().choices}>
                  {({ id, name }) => <Button label={name} onPress={() => void project.choose(id).catch(tasks.fail)} />}
                </For>
              </div>
            </Show>
            <p>{end().choices.length > 0 ? texts.orRun : hopTexts[end().hop].todo}</p>
            <Show when={hopTexts[end().hop].command}>{(command) => <code>{command()(lines.url())}</code>}</Show>
            <Show when={explains(end())}>{(detail) => <p class="faint">{detail()}</p>}</Show>
            <p>{texts.exportOnly}</p>
            <div class="row">
              <Show when={mendable[end().hop]}>
                {(label) => (
                  <Button label={label()} class="primary small" onPress={() => void lines.ask("options:open", {}).catch(tasks.fail)} />
                )}
              </Show>
              <Button label={texts.tryAgain} onPress={() => void tasks.run(texts.looking, lookAgain)} />
            </div>
          </section>
        )}
      </Show>
    </>
  );
}

/** What a browser or a service said, where it adds to our own words. */
function explains({ hop, detail }: Extract<Connection, { state: "broken" }>): string {
  return hop === "permission" || hop === "no-project" ? "" : withoutBackticks(detail);
}
