import { For } from "solid-js";
import { render } from "solid-js/web";
import { Connection } from "./Connection.js";
import { offerNativeRelay } from "./native-relay.js";
import { Pairing } from "./Pairing.js";
import { Proposals } from "./Proposals.js";
import { texts } from "./texts.js";

/** The page that the first click opens, and the browser's list of extensions: what is read, and the way to the project. */
function Options() {
  return (
    <main>
      <header>
        <img src="icons/icon-48.png" alt="" width="48" height="48" />
        <div>
          <h1>{texts.title}</h1>
          <p>{texts.lead}</p>
        </div>
      </header>
      <Connection />
      <Proposals />
      <div class="columns">
        <Promises title={texts.readsTitle} lines={texts.reads} />
        <Promises title={texts.neverTitle} lines={texts.never} />
      </div>
      <Pairing />
    </main>
  );
}

function Promises(props: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h2>{props.title}</h2>
      <ul>
        <For each={props.lines}>{(line) => <li>{line}</li>}</For>
      </ul>
    </section>
  );
}

offerNativeRelay();
render(() => <Options />, document.body);
