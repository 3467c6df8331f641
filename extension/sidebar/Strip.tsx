import { Button } from "./Button.js";
import type { Side } from "./create-layout.js";
import type { SidebarState } from "./create-sidebar.js";
import { Icon } from "./Icon.js";
import { StatusDot } from "./StatusDot.js";
import { TrustShield } from "./TrustShield.js";
import { texts } from "./texts.js";

/** The collapsed sidebar: how the page stands, whether the agent asks, and the way back. */
export function Strip(props: { readonly state: SidebarState; readonly side: Side }) {
  const status = () => props.state.status.current();
  const isAsked = () => props.state.requests.list().length > 0;

  function expand(): void {
    props.state.layout.change({ isCollapsed: false });
    props.state.layout.keep();
  }

  return (
    <aside class={`panel strip ${props.side}`} tabIndex={-1} aria-label={texts.title}>
      <Button
        label={isAsked() ? `${texts.expand}: ${texts.request}` : texts.expand}
        class={isAsked() ? "primary square" : "quiet square"}
        title={isAsked() ? texts.request : texts.expand}
        onPress={expand}
      >
        <Icon name={props.side === "right" ? "back" : "forth"} />
      </Button>
      <StatusDot connection={status()?.connection} />
      <TrustShield trust={status()?.trust} />
      <Button label={texts.close} class="quiet square" title={texts.close} onPress={() => props.state.ports.close()}>
        <Icon name="close" />
      </Button>
    </aside>
  );
}
