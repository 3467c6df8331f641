import { Button } from "./Button.js";
import type { Layout, Side } from "./create-layout.js";
import type { SidebarState } from "./create-sidebar.js";
import { Icon } from "./Icon.js";
import { StatusDot } from "./StatusDot.js";
import { TrustShield } from "./TrustShield.js";
import { texts } from "./texts.js";

export function Header(props: { readonly state: SidebarState; readonly side: Side }) {
  const status = () => props.state.status.current();
  const project = () => {
    const connection = status()?.connection;
    return connection?.state === "connected" ? connection.project : texts.title;
  };
  const isLeft = () => props.side === "left";
  const otherSide = () => (isLeft() ? texts.dockRight : texts.dockLeft);
  const lay = (part: Partial<Layout>) => {
    props.state.layout.change(part);
    props.state.layout.keep();
  };
  return (
    <header class="header">
      <StatusDot connection={status()?.connection} />
      <h1 class="project">{project()}</h1>
      <TrustShield trust={status()?.trust} />
      <Button label={otherSide()} class="quiet square" title={otherSide()} onPress={() => lay({ side: isLeft() ? "right" : "left" })}>
        <Icon name={isLeft() ? "right" : "left"} />
      </Button>
      <Button label={texts.collapse} class="quiet square" title={texts.collapse} onPress={() => lay({ isCollapsed: true })}>
        <Icon name={isLeft() ? "back" : "forth"} />
      </Button>
      <Button label={texts.close} class="quiet square" onPress={() => props.state.ports.close()}>
        <Icon name="close" />
      </Button>
    </header>
  );
}
