import { Show } from "solid-js";
import { type Trust, trustLabels } from "../../../host/contract/trust.js";
import type { ConnectionStatus } from "../../messages.js";
import { unsentOf } from "../state/annotations.js";
import { count, hopTexts, texts, transportTexts, trustTexts } from "../texts.js";
import { Button, Icon, IconButton } from "./controls.js";
import { useSidebar } from "./use-sidebar.js";

/** Where the page's captures go, how far the page is trusted, and where the sidebar stands. */
export function Header() {
  const { lines, project, layout, isSetting, setSetting, close } = useSidebar();
  const isLeft = () => layout.current().side === "left";
  // In Firefox the page's script, which folds and removes the frame, ends with the extension.
  const isStuck = () => project.broken()?.hop === "replaced" && location.protocol === "moz-extension:";
  return (
    <header class="header">
      <StatusDot />
      <h1 class="project" title={project.connected()?.folder ?? tooltipOf(project.connection(), lines.url())}>
        {project.connected()?.project ?? texts.title}
      </h1>
      <TrustShield trust={project.trust()} />
      <IconButton icon="gear" label={texts.settings} pressed={isSetting()} onPress={() => setSetting(!isSetting())} />
      <Show when={!isStuck()}>
        <IconButton icon={isLeft() ? "back" : "forth"} label="Fold" onPress={() => layout.store({ isCollapsed: true })} />
        <IconButton icon="close" label={texts.close} onPress={close} />
      </Show>
    </header>
  );
}

/** The sidebar folded by the person, or while something is pointed at: how the page stands or what is noted, and the way back. */
export function Strip() {
  const { annotations, project, layout, panel, point, mode, send, sending, stopPointing, tasks, close } = useSidebar();
  const isAsked = () => project.requests().length > 0;
  const notes = () => annotations.list().length;
  const isUnsent = () => sending() === "enabled" && unsentOf(annotations.list()) > 0;

  function expand(): void {
    stopPointing();
    if (layout.current().isCollapsed) layout.store({ isCollapsed: false });
  }

  return (
    <aside
      class="panel strip"
      classList={{ [layout.dock()]: true, folded: panel() === "folded" }}
      hidden={panel() === "away"}
      tabIndex={-1}
      aria-label={texts.title}
    >
      <Show
        when={panel() === "folded"}
        fallback={
          <>
            <StatusDot />
            <TrustShield trust={project.trust()} />
          </>
        }
      >
        <IconButton icon="pick" label={texts.pick} pressed={mode() === "pick"} onPress={() => point("pick")} />
        <Show when={notes() > 0}>
          <span class="count" role="img" aria-label={count(notes(), "note")}>
            {notes()}
          </span>
        </Show>
        <Show when={isUnsent()}>
          <IconButton icon="send" label={texts.send} disabled={tasks.running() !== ""} onPress={() => void send("button")} />
        </Show>
      </Show>
      <Button
        label={isAsked() ? `${texts.expand}: ${texts.waits}` : texts.expand}
        class={isAsked() ? "primary square" : "quiet square"}
        title={isAsked() ? `${texts.expand}: ${texts.waits}` : texts.expand}
        onPress={expand}
      >
        <Icon name={layout.current().side === "right" ? "back" : "forth"} />
      </Button>
      <Show when={panel() !== "folded"}>
        <IconButton icon="close" label={texts.close} onPress={close} />
      </Show>
    </aside>
  );
}

/** Green with the transport in its tooltip, red with what is broken; the text comes from an answer, never from memory. */
function StatusDot() {
  const { project, lines } = useSidebar();
  const text = () => tooltipOf(project.connection(), lines.url());
  return <span class={`dot ${project.connection()?.state ?? "looking"}`} role="img" title={text()} aria-label={text()} />;
}

function tooltipOf(connection: ConnectionStatus | undefined, pageUrl: string): string {
  if (connection === undefined) return texts.looking;
  if (connection.state === "connected") return transportTexts[connection.transport](connection.project, connection.isNoPortOpen);
  const { what, todo, command } = hopTexts[connection.hop];
  return `${what}. ${todo}${command === undefined ? "" : ` ${command(pageUrl)}`}`;
}

/** Always there, with or without a project. */
function TrustShield(props: { readonly trust: Trust }) {
  return (
    <span class={`shield ${props.trust}`} role="img" aria-label={trustLabels[props.trust]} title={trustTexts[props.trust]}>
      <Icon name="shield" />
      <span aria-hidden="true">{trustLabels[props.trust]}</span>
    </span>
  );
}
