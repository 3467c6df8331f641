import { createResource, createSignal, For } from "solid-js";
import { ask } from "./ask.js";

/** Accepts a project's session key, pasted or from its file, and removes pairings. */
export function Pairing() {
  const [key, setKey] = createSignal("");
  const [verdict, setVerdict] = createSignal("");
  const [pairings, { mutate, refetch }] = createResource(() => ask("key:list", {}));

  async function pair(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    try {
      setVerdict(`Paired with ${(await ask("key:pair", { key: key() })).join(", ")}.`);
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
        <h2>Pair with a session key</h2>
      </summary>
      <p>
        {
          "Needed only where native messaging cannot be used: with the project's key, requests over local HTTP are signed. svc-init pair shows the key. It stays in this browser profile, and nowhere else, until you forget the pairing."
        }
      </p>
      <form onSubmit={(event) => void pair(event)}>
        <label>
          Session key
          <input
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={key()}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <label>
          Or choose the key file
          <input type="file" onChange={async (event) => setKey((await event.currentTarget.files?.[0]?.text())?.trim() ?? "")} />
        </label>
        <button type="submit" disabled={key().trim() === ""}>
          Pair
        </button>
        <p role="status">{verdict()}</p>
      </form>
      <For each={pairings.latest}>
        {({ id, name }) => (
          <p>
            {`Requests to ${name} over local HTTP are always signed.`}{" "}
            <button type="button" onClick={async () => mutate(await ask("key:forget", { project: id }))}>
              Forget, and allow unsigned ones
            </button>
          </p>
        )}
      </For>
    </details>
  );
}
