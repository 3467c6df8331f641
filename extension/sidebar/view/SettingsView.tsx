import { type JSX, Show } from "solid-js";
import { type Allowed, allowedKeys } from "../../messages.js";
import { detailLabels, editorLabels, texts, themeLabels } from "../texts.js";
import { Button, Choice, Switch } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

/** How the sidebar looks everywhere, and what the user turns on or off for the page's project: each with what it costs. */
export function SettingsView() {
  const { layout, lines, project, tasks } = useSidebar();
  const isLeft = () => layout.current().side === "left";
  const isUntrusted = () => project.trust() === "untrusted";
  return (
    <div class="body">
      <section class="section settings" aria-label={texts.settings}>
        <h2>{texts.settings}</h2>
        <Choice label="Theme" options={themeLabels} value={layout.current().theme} onChoose={(theme) => layout.store({ theme })} />
        <Show when={!layout.isBar()}>
          <Button
            label={isLeft() ? "Move to the right" : "Move to the left"}
            onPress={() => layout.store({ side: isLeft() ? "right" : "left" })}
          />
        </Show>
        <Choice label="Editor" options={editorLabels} value={layout.current().editor} onChoose={(editor) => layout.store({ editor })} />
        <Choice
          label="Prompt length"
          options={detailLabels}
          value={layout.current().promptDetail}
          onChoose={(promptDetail) => layout.store({ promptDetail })}
        />
        <Switch
          label="Pins on the page"
          isOn={!layout.current().arePinsHidden}
          onChange={async (isOn) => layout.store({ arePinsHidden: !isOn })}
        />
      </section>
      <Show when={project.config()}>
        <section class="section settings" aria-label="This project">
          <h2>This project</h2>
          <Allow kind="automatic" label="Automatic answers">
            The agent may read pages of this machine without asking each time, while the sidebar is open there.
          </Allow>
          <Show when={lines.facts.hidesWorld}>
            <Allow kind="page-world" label="Show file and line" disabled={isUntrusted()}>
              {isUntrusted()
                ? "Never on a page that is not trusted."
                : "Asks React, Vue, Svelte and others in the page's own world which component made each element. It only reads."}
            </Allow>
          </Show>
          <Allow kind="screenshot" label="Pictures">
            A picture of the window goes along with each page (includeScreenshot): about a second a Send, and what is typed into fields is
            painted over.
          </Allow>
          <Allow kind="snapshot" label="HTML snapshots">
            The page as one HTML file goes along (includeSnapshot): some hundred kilobytes a Send, without scripts and what is typed.
          </Allow>
          <Allow kind="audit" label="axe-core">
            Its accessibility findings go along (auditOnCapture): up to three seconds a Send.
          </Allow>
        </section>
      </Show>
      <section class="section settings" aria-label="Keys">
        <h2>Keys</h2>
        <p>{texts.pickFrom(lines.opened)}.</p>
        <p class="faint">
          In the sidebar: P pick, R region, N page note. While picking: E opens the element's source, F freezes the page, Alt shows what
          lies beneath.
        </p>
        <Button label="Keys, connection and what may be read…" onPress={() => void lines.ask("options:open", {}).catch(tasks.fail)} />
      </section>
    </div>
  );
}

function Allow(props: { readonly kind: Allowed; readonly label: string; readonly disabled?: boolean; readonly children: JSX.Element }) {
  const { allow, project } = useSidebar();
  const id = `allow-${props.kind}`;
  const isOn = () => project.config()?.[allowedKeys[props.kind]] === true && props.disabled !== true;
  return (
    <div>
      <Switch
        label={props.label}
        isOn={isOn()}
        disabled={props.disabled === true}
        describedBy={id}
        onChange={(wanted) => allow(props.kind, wanted)}
      />
      <p class="faint explained" id={id}>
        {props.children}
      </p>
    </div>
  );
}
