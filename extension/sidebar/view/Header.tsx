import { Show } from "solid-js";
import { type Trust, trustLabels } from "../../../host/contract/trust.js";
import type { ConnectionStatus } from "../../messages.js";
import type { SidebarState } from "../state/sidebar.js";
import { hopTexts, texts, transportTexts, trustTexts } from "../texts.js";
import { Button, Icon, IconButton } from "./controls.js";

/** Where the page's captures go, how far the page is trusted, and where the sidebar stands. */
export function Header(props: { readonly state: SidebarState }) {
  const { project, layout, close } = props.state;
  const name = () => {
    const connection = project.connection();
    return connection?.state === "connected" ? connection.project : texts.title;
  };
  const isLeft = () => layout.current().side === "left";
  return (
    <header class="header">
      <StatusDot state={props.state} />
      <h1 class="project" title={name()}>
        {name()}
      </h1>
      <TrustShield trust={project.trust()} />
      <Show when={!layout.isBar()}>
        <IconButton
          icon={isLeft() ? "right" : "left"}
          label={isLeft() ? "Move to the right" : "Move to the left"}
          onPress={() => layout.store({ side: isLeft() ? "right" : "left" })}
        />
      </Show>
      <IconButton icon={isLeft() ? "back" : "forth"} label="Collapse" onPress={() => layout.store({ isCollapsed: true })} />
      <IconButton icon="close" label={texts.close} onPress={close} />
    </header>
  );
}

/** The sidebar collapsed, or folded while something is pointed at: how the page stands, whether the agent asks, and the way back. */
export function Strip(props: { readonly state: SidebarState }) {
  const { project, layout, panel, stopPointing, close } = props.state;
  const isAsked = () => project.requests().length > 0;

  function expand(): void {
    if (panel() !== "open") stopPointing();
    if (layout.current().isCollapsed) layout.store({ isCollapsed: false });
  }

  return (
    <aside
      class={`panel strip ${layout.dock()}`}
      classList={{ folded: panel() === "folded" }}
      hidden={panel() === "away"}
      tabIndex={-1}
      aria-label={texts.title}
    >
      <Button
        label={isAsked() ? `${texts.expand}: ${texts.request}` : texts.expand}
        class={isAsked() ? "primary square" : "quiet square"}
        title={isAsked() ? texts.request : texts.expand}
        onPress={expand}
      >
        <Icon name={layout.current().side === "right" ? "back" : "forth"} />
      </Button>
      <StatusDot state={props.state} />
      <TrustShield trust={project.trust()} />
      <IconButton icon="close" label={texts.close} onPress={close} />
    </aside>
  );
}

/** Green with the transport in its tooltip, red with what is broken; the text comes from an answer, never from memory. */
function StatusDot(props: { readonly state: SidebarState }) {
  const { project, lines } = props.state;
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
