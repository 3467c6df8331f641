import { Show } from "solid-js";
import type { Check } from "../../../host/contract/checks.js";
import { Choice } from "./controls.js";

/** What each choice asks of the element. Those of other kinds, which an agent or a finding has stated, stay as they are. */
const offered = {
  none: undefined,
  gone: { kind: "gone" },
  text: { kind: "text", expected: "" },
  contrast: { kind: "contrast", expected: 4.5 },
  "no-overlap": { kind: "no-overlap" },
  "no-overflow": { kind: "no-overflow" },
  "no-finding": { kind: "no-finding" },
} as const satisfies Readonly<Record<string, Check | undefined>>;

type Offered = keyof typeof offered;

const offeredLabels: Readonly<Record<Offered, string>> = {
  none: "I'll check it myself",
  gone: "It is gone",
  text: "Its text is…",
  contrast: "Its text is easy to read (contrast 4.5)",
  "no-overlap": "Nothing covers it",
  "no-overflow": "All of it fits",
  "no-finding": "Nothing is found on it in Inspect",
};

/** One thing, in words, that the page must show before a note counts as done. */
export function CheckFields(props: { readonly checks: readonly Check[]; readonly onChange: (checks: Check[]) => void }) {
  const place = () => props.checks.findIndex(isOffered);
  const current = () => props.checks[place()];
  const chosen = (): Offered => (current()?.kind ?? "none") as Offered;

  function change(check: Check | undefined): void {
    const others = props.checks.filter((_, index) => index !== place());
    props.onChange(check === undefined ? others : [...others, check]);
  }

  const expectedText = () => {
    const check = current();
    return check?.kind === "text" ? check.expected : "";
  };

  return (
    <div class="checks" title="The page is checked for this when the agent calls it done.">
      <Choice label="Done when…" options={offeredLabels} value={chosen()} onChoose={(choice) => change(offered[choice])} />
      <Show when={chosen() === "text"}>
        <input
          type="text"
          aria-label="The text"
          value={expectedText()}
          onInput={(event) => event.isTrusted && change({ kind: "text", expected: event.currentTarget.value })}
        />
      </Show>
    </div>
  );
}

function isOffered(check: Check): boolean {
  return Object.hasOwn(offered, check.kind) && !(check.kind === "no-finding" && check.rule !== undefined);
}
