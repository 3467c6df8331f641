import { render } from "solid-js/web";

/** A Solid app with nothing in it, in the place of the sidebar's. */
render(() => <aside style={{ position: "absolute", inset: "0 0 0 auto", width: "360px", background: "white" }} />, document.body);
