/** A variable of a source in whose value a text stands. */
export interface Holder {
  readonly name: string;
  /** In which entry of it, from 0, where it is an array; undefined where that is not known. */
  readonly index: number | undefined;
}

/** What holds some texts in a source. */
export interface Held {
  readonly variables: readonly Holder[];
  /** Names under which data or a component's use hand a text on: `title` of `{ title: "Home" }` and of `<Card title="Home">`. */
  readonly properties: readonly string[];
}

interface Open {
  readonly name: string;
  readonly isArray: boolean;
  index: number;
}

/** Texts in quotes are bounded: without an end each of their escaped quotes would be read to the end of the line. */
const token = /\b(?:const|let|var)\s{1,20}([A-Za-z_$][\w$]{0,80})|(["'`])((?:(?!\2)[^\\\n]|\\.){0,300})\2|=(?![=>])|[[\](){},;]/g;

const longestProperty = 90;
const propertyBefore = /(?<![\w$])([A-Za-z_$][\w$]*)["']?\s*[:=]\s*\{?$/;
/** Brackets around a text, of which the outer ones are not looked at. */
const deepest = 20;
/** Each use of a component is compared with all of them. */
const mostHolders = 100;

/** What holds one of the texts in quotes: `const items = [{ label: "Home" }]` holds “Home”. One pass over the source. */
export function heldIn(text: string, shown: readonly string[]): Held {
  const wanted = new Set(shown.filter((one) => one.length >= 2).map((one) => one.toLowerCase()));
  const lower = text.toLowerCase();
  if (![...wanted].some((one) => lower.includes(one))) return { variables: [], properties: [] };
  const variables: Holder[] = [];
  const properties = new Set<string>();
  const open: Open[] = [];
  let [name, isValue] = ["", false];
  for (const { 0: mark, 1: declared, 2: quote, 3: quoted = "", index } of text.matchAll(token)) {
    if (declared !== undefined) [name, isValue] = [declared, false];
    else if (quote !== undefined) {
      if (!wanted.has(quoted.toLowerCase())) continue;
      const property = propertyBefore.exec(text.slice(Math.max(0, index - longestProperty), index))?.[1];
      if (property !== undefined && !/^class(?:Name)?$/.test(property)) properties.add(property);
      for (const one of open.slice(-deepest))
        if (one.name !== "" && variables.length < mostHolders)
          variables.push({ name: one.name, index: one.isArray ? one.index : undefined });
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
  return { variables, properties: [...properties] };
}

/** Whether an expression reads one of the variables: all of it, or the entry with the text (`items[0]`). */
export function readsHolder(expression: string, holders: readonly Holder[]): boolean {
  return [...expression.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)(?:\.value)?(?:\[(\d{1,4})\])?/g)].some(([, read, entry]) =>
    holders.some(({ name, index }) => name === read && (entry === undefined || index === undefined || Number(entry) === index)),
  );
}
