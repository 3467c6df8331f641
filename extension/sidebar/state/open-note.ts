import { type Accessor, createMemo, createSignal } from "solid-js";
import { waitsForUser } from "../../../host/contract/annotation-state.js";
import { type Note, shownState } from "./annotations.js";
import type { PendingRequest } from "./project.js";

/** Which note's card is unfolded: one at a time. */
export interface OpenNote {
  /** Its id; undefined where all are folded. */
  readonly id: Accessor<string | undefined>;
  show(id: string): void;
  /** What the person's press on a card's head does: it unfolds the card, and folds the one that a press has unfolded. */
  toggle(id: string): void;
  /** Folds the card that the person has unfolded; returns its id, undefined where none is. */
  fold(): string | undefined;
  /** A check of this note was asked for: the person waits for its verdict, whichever else has waited for them until now. */
  checking(id: string): void;
}

/** Until the person chooses, the first note that waits for them is open: one that the agent asks about, else one that is answered. */
export function createOpenNote(list: Accessor<readonly Note[]>, requests: Accessor<readonly PendingRequest[]>): OpenNote {
  const [chosen, setChosen] = createSignal<{ readonly id: string; readonly isOpen: boolean; readonly isPressed: boolean }>();
  const [checked, setChecked] = createSignal<{ readonly id: string; readonly others: readonly string[] }>();
  const isListed = (id: string | undefined) => list().some((note) => note.id === id);
  const waiting = () => {
    const asked = requests().flatMap(({ annotation }) => annotation ?? []);
    return [...asked.filter(isListed), ...list().flatMap((note) => (waitsForUser(shownState(note)) ? note.id : []))];
  };
  function stillChecked(): string | undefined {
    const { id, others = [] } = checked() ?? {};
    const isAccepted = !list().some((note) => note.id === id && shownState(note) !== "accepted");
    return isAccepted || waiting().some((one) => one !== id && !others.includes(one)) ? undefined : id;
  }
  // What was open stays so when nothing waits any more: its last state has not been seen.
  const first = createMemo<string | undefined>((last) => stillChecked() ?? waiting()[0] ?? (isListed(last) ? last : undefined));
  const id = () => {
    const own = chosen();
    if (own?.isOpen === true && isListed(own.id)) return own.id;
    // What the person has folded stays so.
    return own?.id === first() ? undefined : first();
  };
  return {
    id,
    show: (shown) => void setChosen({ id: shown, isOpen: true, isPressed: false }),
    toggle: (pressed) => {
      const own = chosen();
      const isFolded = id() === pressed && own?.id === pressed && own.isPressed;
      setChosen({ id: pressed, isOpen: !isFolded, isPressed: true });
    },
    fold: () => {
      const own = chosen();
      if (own?.isOpen !== true || id() !== own.id) return undefined;
      setChosen({ ...own, isOpen: false });
      return own.id;
    },
    checking: (id) => void setChecked({ id, others: waiting() }),
  };
}
