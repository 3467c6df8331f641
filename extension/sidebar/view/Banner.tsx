import { For, Show } from "solid-js";
import type { ConnectionStatus, Hop } from "../../messages.js";
import { firstHops, hopTexts, texts, withoutBackticks } from "../texts.js";
import { Button } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

/** Hops that the user can mend by pairing, on the options page. */
const mendable: ReadonlySet<Hop> = new Set(["key", "origin", "unproven"]);

/** Proposals of the project's files and how to review them; without a project the hop that is broken, what to do, and what works all the same; with one of another version what to update. It comes with the project's answer: what is pressed first stands above it. */
export function Banner() {
  const { project } = useSidebar();
  const isProposed = () => project.config()?.proposed?.left === false;
  return (
    <>
      <Show when={isProposed()}>
        <section class="banner calm" role="status">
          <p>The files of this project propose settings that do not count until you accept them. In the project:</p>
          <code>svc-init trust</code>
        </section>
      </Show>
      <Show when={project.connected()?.skew}>
        {(versions) => (
          <section class="banner" role="status">
            {texts.older[versions().older](versions().extension, versions().service)}
            <TryAgain />
          </section>
        )}
      </Show>
      <Show when={project.connected()?.choices.length}>
        <section class="banner calm" role="status">
          <Choices label="Another project claims this page, too: notes go to the first" />
        </section>
      </Show>
      <Show when={project.broken()}>
        {(end) => (
          <section class="banner" classList={{ calm: firstHops.has(end().hop) }} role="status">
            <Show when={end().hop !== "permission"}>
              <strong>{hopTexts[end().hop].what}.</strong>
            </Show>
            <p>{hopTexts[end().hop].todo}</p>
            <Show when={end().hop !== "replaced"}>
              <Show when={end().hop === "permission"} fallback={<Mend end={end()} />}>
                <OpenOptions label="Allow the connection" />
                <details>
                  <summary>Where that is not possible</summary>
                  <p>Start the service in your project, and let the browser reach the local network:</p>
                  <Mend end={end()} />
                </details>
              </Show>
              <Show when={end().hop !== "permission" && end().mayAllow}>
                <p>If it is set up already, let svc speak with its own program on this machine, which knows every project:</p>
                <OpenOptions label="Allow the connection" />
              </Show>
              <Choices label="Choose a project of this machine" />
              <p class="faint">Copy MD and Download Report work all the same.</p>
            </Show>
          </section>
        )}
      </Show>
    </>
  );
}

function Choices(props: { readonly label: string }) {
  const { project, tasks } = useSidebar();
  return (
    <Show when={project.connection()?.choices.length}>
      <details>
        <summary>{props.label}</summary>
        <Show when={project.connected()}>
          <p class="faint">
            The one that you press keeps the page; its address goes out of the others' settings.{" "}
            {project.connected()?.transport === "native"
              ? "Open notes of this site go along: sent anew, they are settled there."
              : "What was sent stays there."}
          </p>
        </Show>
        <div class="choices">
          <For each={project.connection()?.choices}>
            {({ id, name }) => <Button label={name} onPress={() => void project.choose(id).catch(tasks.fail)} />}
          </For>
        </div>
      </details>
    </Show>
  );
}

type Broken = Extract<ConnectionStatus, { state: "broken" }>;

function OpenOptions(props: { readonly label: string; readonly at?: "pair" }) {
  const { lines, tasks } = useSidebar();
  const open = () => lines.ask("options:open", props.at === undefined ? {} : { at: props.at }).catch(tasks.fail);
  return <Button label={props.label} class="primary" onPress={() => void open()} />;
}

function TryAgain() {
  const { lines, tasks } = useSidebar();
  const look = async () => void (await lines.ask("connection:refresh", {}));
  return <Button label="Try again" onPress={() => void tasks.run(texts.looking, look)} />;
}

/** The command that mends it, what was answered, and the buttons: one for the options page where that helps, and one that tries again. */
function Mend(props: { readonly end: Broken }) {
  const { lines } = useSidebar();
  return (
    <>
      <Show when={hopTexts[props.end.hop].command}>{(command) => <code>{command()(lines.url())}</code>}</Show>
      <Show when={explains(props.end)}>{(detail) => <p class="faint">{detail()}</p>}</Show>
      <div class="row">
        {mendable.has(props.end.hop) && <OpenOptions label="Pair this browser…" at="pair" />}
        <TryAgain />
      </div>
    </>
  );
}

/** What a browser or a service reported, where it adds to our own words. */
function explains({ hop, detail }: Broken): string {
  return hop === "permission" || hop === "no-project" || hop === "unclaimed" || hop === "key" ? "" : withoutBackticks(detail);
}
