import { withoutTokens } from "../../host/contract/urls.js";
import { flag } from "./flags.js";
import type { WalkState } from "./walk-state.js";

/** Attributes that hold words for people, or whatever a script keeps there; all others name, link or style something. */
const wordy =
  /^(?:data-(?!test|cy$|qa$|e2e$|pw$|automation)|aria-(?:label|description|roledescription|placeholder)$|(?:title|alt|label|placeholder|summary|content)$)/;
const linking = /^(?:href|src|action|formaction|xlink:href|data-.*)$/;

export function isWordy(attribute: string): boolean {
  return wordy.test(attribute);
}

/**
 * Takes out of what was read the texts that repeat what stands in a field of the page, and tokens that say what they are. Of most pages nothing
 * goes, and each text is looked at once, however many elements have it. Returns whether anything went.
 */
export function withholdTexts(walk: WalkState): boolean {
  const { columns, records, typed } = walk;
  let isWithheld = false;
  const left = (place: number) => {
    walk.count(place === 0 ? "mirrored-input" : "tokens");
    isWithheld = true;
  };
  const place = placesFor(walk);
  for (let index = 0; index < records.length; index++) {
    const isOutput = records[index]?.tag === "output";
    for (const column of [columns.text, columns.name]) {
      const was = column[index] ?? 0;
      if (was === 0) continue;
      const is = place(was, isOutput);
      if (is === was) continue;
      column[index] = is;
      left(is);
      columns.flags[index] = (columns.flags[index] ?? 0) | flag.withheld;
    }
  }
  for (const column of [columns.before, columns.after])
    for (let at = 1; at < column.length; at += 2) {
      const is = place(column[at] ?? 0, false);
      if (is === column[at]) continue;
      column[at] = is;
      left(is);
      const index = column[at - 1] ?? 0;
      columns.flags[index] = (columns.flags[index] ?? 0) | flag.withheld;
    }
  if (!typed.isEmpty) withholdAttributes(walk, place, () => left(0));
  return isWithheld;
}

/** `short`: a text of few characters counts as a repetition too. */
type Places = (place: number, short: boolean) => number;

/** Where the text that may be told instead of one stands: the same place, or that of "" or of a text without its tokens. */
function placesFor({ strings, typed }: WalkState): Places {
  const decided = new Map<number, number>();
  const decide = (place: number, short: boolean): number => {
    const text = strings.list[place] ?? "";
    if (typed.repeats(text, short)) return 0;
    const plain = withoutTokens(text);
    return plain === text ? place : strings.add(plain);
  };
  return (place, short) => {
    const key = short ? -place : place;
    const known = decided.get(key) ?? decide(place, short);
    decided.set(key, known);
    return known;
  };
}

function withholdAttributes({ strings, typed, attributes }: WalkState, place: Places, left: () => void): void {
  for (const set of attributes.sets)
    for (let at = 0; at < set.length; at += 2) {
      const name = strings.list[set[at] ?? 0] ?? "";
      const was = set[at + 1] ?? 0;
      let is = isWordy(name) ? place(was, false) : was;
      if (is === was && linking.test(name)) {
        const text = strings.list[was] ?? "";
        const url = typed.withoutRepeated(text);
        if (url !== text) is = strings.add(url);
      }
      if (is === was) continue;
      set[at + 1] = is;
      left();
    }
}
