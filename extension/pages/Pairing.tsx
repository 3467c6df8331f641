import { createResource, createSignal, For, onCleanup, onMount } from "solid-js";
import { ask } from "../platform.js";
import { returnToPage } from "./return-to-page.js";

/** By the sidebar, or by the line about WSL. */
const isLedHere = () => location.hash === "#pair";

/** Accepts a project's session key, pasted or from its file, and removes pairings. */
export function Pairing() {
  const [key, setKey] = createSignal("");
  const [verdict, setVerdict] = createSignal("");
  const [pairings, { mutate, refetch }] = createResource(() => ask("key:list", {}));

  async function pair(): Promise<void> {
    try {
      setVerdict(`Paired with ${(await ask("key:pair", { key: key() })).join(", ")}.`);
      setKey("");
      await refetch();
      if (isLedHere()) await returnToPage();
    } catch (error) {
      // The error explains what to do, and is shown beside the field.
      setVerdict((error instanceof Error ? error.message : String(error)).replaceAll("`", ""));
    }
  }

  /** A whole key, pasted or read from its file, needs no further press. */
  function take(text: string): void {
    setKey(text.trim());
    if (/^[\da-f]{64}$/i.test(key())) void pair();
  }

  const [isWanted, setWanted] = createSignal(location.hash !== "#welcome");
  let field: HTMLInputElement | undefined;
  function begin(): void {
    if (!isLedHere()) return;
    setWanted(true);
    field?.focus();
  }
  onMount(begin);
  addEventListener("hashchange", begin);
  onCleanup(() => removeEventListener("hashchange", begin));

  return (
    // Nobody needs it who is here for the first time.
    <details class="section" open={isWanted()}>
      <summary>
        <h2>Pair with a session key</h2>
      </summary>
      <p>
        {
          "Needed only where native messaging cannot be used, as with WSL: with the project's key, requests over local HTTP are signed. svc-init pair shows the key; paste it here. It stays in this browser profile, and nowhere else, until you forget the pairing."
        }
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void pair();
        }}
      >
        <label>
          Session key
          <input
            ref={(input) => {
              field = input;
            }}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={key()}
            onInput={(event) => take(event.currentTarget.value)}
          />
        </label>
        <label>
          Or choose the key file
          <input type="file" onChange={async (event) => take((await event.currentTarget.files?.[0]?.text()) ?? "")} />
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
