import { createResource, createSignal, For } from "solid-js";
import { ask } from "./ask.js";
import { texts } from "./texts.js";

/** Accepts a project's session key, pasted or from its file, for this browser session; and removes pairings. */
export function Pairing() {
  const [key, setKey] = createSignal("");
  const [verdict, setVerdict] = createSignal("");
  const [pairings, { mutate, refetch }] = createResource(() => ask("key:list", {}));

  async function pair(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    try {
      setVerdict(texts.paired((await ask("key:pair", { key: key() })).join(", ")));
      setKey("");
      await refetch();
    } catch (error) {
      // The error explains what to do, and is shown beside the field.
      setVerdict(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    // Nobody needs it who is here for the first time.
    <details class="section" open={location.hash !== "#welcome"}>
      <summary>
        <h2>{texts.pairTitle}</h2>
      </summary>
      <p>{texts.pairHelp}</p>
      <form onSubmit={(event) => void pair(event)}>
        <label>
          {texts.key}
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={key()}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <label>
          {texts.keyFile}
          <input type="file" onChange={async (event) => setKey((await event.currentTarget.files?.[0]?.text())?.trim() ?? "")} />
        </label>
        <button type="submit" disabled={key().trim() === ""}>
          {texts.pair}
        </button>
        <p role="status">{verdict()}</p>
      </form>
      <For each={pairings.latest}>
        {({ id, name }) => (
          <p>
            {texts.pairedWith(name)}{" "}
            <button type="button" onClick={async () => mutate(await ask("key:forget", { project: id }))}>
              {texts.forget}
            </button>
          </p>
        )}
      </For>
    </details>
  );
}
