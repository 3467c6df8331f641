import { Button } from "./Button.js";
import type { SidebarState } from "./create-sidebar.js";
import { Icon } from "./Icon.js";
import { StatusDot } from "./StatusDot.js";
import { TrustShield } from "./TrustShield.js";
import { texts } from "./texts.js";

export function Header(props: { readonly state: SidebarState }) {
  const status = () => props.state.status.current();
  const project = () => {
    const connection = status()?.connection;
    return connection?.state === "connected" ? connection.project : texts.title;
  };
  const isLeft = () => props.state.side() === "left";
  const otherSide = () => (isLeft() ? texts.dockRight : texts.dockLeft);
  return (
    <header class="header">
      <StatusDot connection={status()?.connection} />
      <h1 class="project">{project()}</h1>
      <TrustShield trust={status()?.trust} />
      <Button label={otherSide()} class="quiet square" title={otherSide()} onPress={() => props.state.setSide(isLeft() ? "right" : "left")}>
        <Icon name={isLeft() ? "right" : "left"} />
      </Button>
      <Button label={texts.close} class="quiet square" onPress={() => props.state.ports.close()}>
        <Icon name="close" />
      </Button>
    </header>
  );
}
