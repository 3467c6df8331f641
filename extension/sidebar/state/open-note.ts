import { type Accessor, createMemo, createSignal } from "solid-js";
import { waitsForUser } from "../../../host/contract/annotation-state.js";
import { isApart, type Note, shownState } from "./annotations.js";
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

/** What was unfolded, and on which page. */
interface Shown {
  readonly id: string;
  readonly page: string;
}

/**
 * Until the person chooses, the first note that waits for them is open: one that the agent asks about, else one that is answered. At another page
 * of the document a card of the page before is folded.
 */
export function createOpenNote(
  list: Accessor<readonly Note[]>,
  requests: Accessor<readonly PendingRequest[]>,
  page: Accessor<string>,
): OpenNote {
  const [chosen, setChosen] = createSignal<Shown & { readonly isOpen: boolean; readonly isPressed: boolean }>();
  const [checked, setChecked] = createSignal<{ readonly id: string; readonly others: readonly string[] }>();
  const isListed = (id: string) => list().some((note) => note.id === id);
  const isHere = (shown: Shown) => list().some((note) => note.id === shown.id && (shown.page === page() || !isApart(note, page())));
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
  const first = createMemo<Shown | undefined>((last) => {
    const id = stillChecked() ?? waiting()[0];
    if (id !== undefined) return { id, page: page() };
    return last !== undefined && isHere(last) ? last : undefined;
  });
  const id = () => {
    const own = chosen();
    if (own?.isOpen === true && isHere(own)) return own.id;
    // What the person has folded stays so.
    return own?.id === first()?.id ? undefined : first()?.id;
  };
  return {
    id,
    show: (shown) => void setChosen({ id: shown, page: page(), isOpen: true, isPressed: false }),
    toggle: (pressed) => {
      const own = chosen();
      const isFolded = id() === pressed && own?.id === pressed && own.isPressed;
      setChosen({ id: pressed, page: page(), isOpen: !isFolded, isPressed: true });
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
