import { render } from "solid-js/web";
import { openShadowHost } from "../../extension/content/shadow-host.js";

/** A Solid app with nothing in it, in the same kind of host as the sidebar. */
render(
  () => <aside style={{ position: "absolute", inset: "0 0 0 auto", width: "360px", background: "white" }} />,
  openShadowHost(() => undefined).root,
);
