import { Show } from "solid-js";
import type { SidebarState } from "../state/sidebar.js";
import { detailLabels, editorLabels, texts, themeLabels } from "../texts.js";
import { Choice, Switch } from "./controls.js";

/** What the user turns on or off for the page's project, and how the sidebar looks everywhere. */
export function Settings(props: { readonly state: SidebarState }) {
  const { project, layout, tasks } = props.state;
  const allow = (isOn: boolean) =>
    tasks.run(texts.confirming, async () => {
      await project.allowAutomatic(isOn);
      return undefined;
    });
  return (
    <section class="section settings" aria-label={texts.settings}>
      <Show when={project.config()}>
        {(config) => <Switch label={texts.automatic} isOn={config().autoAnswerRequests} onChange={allow} />}
      </Show>
      <Choice
        label={texts.promptDetail}
        options={detailLabels}
        value={layout.current().promptDetail}
        onChoose={(promptDetail) => {
          layout.change({ promptDetail });
          layout.store();
        }}
      />
      <Choice
        label={texts.editor}
        options={editorLabels}
        value={layout.current().editor}
        onChoose={(editor) => {
          layout.change({ editor });
          layout.store();
        }}
      />
      <Choice
        label={texts.theme}
        options={themeLabels}
        value={layout.current().theme}
        onChoose={(theme) => {
          layout.change({ theme });
          layout.store();
        }}
      />
    </section>
  );
}
