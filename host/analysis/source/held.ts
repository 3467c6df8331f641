/** A variable of a source in whose value a text stands. */
export interface Holder {
  readonly name: string;
  /** In which entry of it, from 0, where it is an array; undefined where that is not known. */
  readonly index: number | undefined;
}

interface Open {
  readonly name: string;
  readonly isArray: boolean;
  index: number;
}

/** Texts in quotes are bounded: without an end each of their escaped quotes would be read to the end of the line. */
const token = /\b(?:const|let|var)\s{1,20}([A-Za-z_$][\w$]{0,80})|(["'`])((?:(?!\2)[^\\\n]|\\.){0,300})\2|=(?![=>])|[[\](){},;]/g;

/** Brackets around a text, of which the outer ones are not looked at. */
const deepest = 20;
/** Each use of a component is compared with all of them. */
const mostHolders = 100;

/** Variables that hold one of the texts in quotes: `const items = [{ label: "Home" }]` holds “Home”. One pass over the source. */
export function holdersOf(text: string, shown: readonly string[]): Holder[] {
  const wanted = new Set(shown.filter((one) => one.length >= 2).map((one) => one.toLowerCase()));
  const lower = text.toLowerCase();
  if (![...wanted].some((one) => lower.includes(one))) return [];
  const found: Holder[] = [];
  const open: Open[] = [];
  let [name, isValue] = ["", false];
  for (const [mark, declared, quote, quoted = ""] of text.matchAll(token)) {
    if (declared !== undefined) [name, isValue] = [declared, false];
    else if (quote !== undefined) {
      if (wanted.has(quoted.toLowerCase()))
        for (const one of open.slice(-deepest))
          if (one.name !== "" && found.length < mostHolders) found.push({ name: one.name, index: one.isArray ? one.index : undefined });
    } else if (mark === "=") isValue = true;
    else if (mark === ";") name = "";
    else if (mark === ",") {
      const around = open.at(-1);
      if (around !== undefined) around.index++;
    } else if ("[({".includes(mark)) {
      open.push({ name: isValue ? name : "", isArray: mark === "[", index: 0 });
      if (isValue) name = "";
    } else open.pop();
  }
  return found;
}

/** Whether an expression reads one of the variables: all of it, or the entry with the text (`items[0]`). */
export function readsHolder(expression: string, holders: readonly Holder[]): boolean {
  return [...expression.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)(?:\.value)?(?:\[(\d{1,4})\])?/g)].some(([, read, entry]) =>
    holders.some(({ name, index }) => name === read && (entry === undefined || index === undefined || Number(entry) === index)),
  );
}
