/** Characters of files whose parsed form is cached: those of a project of ordinary size. */
export const mostChars = 8_000_000;

/** Returns a parser that reads a file again only when its text has changed. It forgets all files when there are too many. */
export function cachedParser<Value>(parse: (file: string, text: string) => Value): (file: string, text: string) => Value {
  const known = new Map<string, { readonly text: string; readonly value: Value }>();
  let chars = 0;
  return (file, text) => {
    const cached = known.get(file);
    if (cached?.text === text) return cached.value;
    const value = parse(file, text);
    chars += text.length - (cached?.text.length ?? 0);
    if (chars > mostChars) {
      known.clear();
      chars = text.length;
    }
    known.set(file, { text, value });
    return value;
  };
}

/** Returns a function that makes what belongs to all items of a list together, anew only for a list of other items. */
export function onceForList<Item, Value>(make: (list: readonly Item[]) => Value): (list: readonly Item[]) => Value {
  let last: { readonly list: readonly Item[]; readonly value: Value } | undefined;
  return (list) => {
    const isSame = last?.list === list || (last?.list.length === list.length && last.list.every((one, at) => one === list[at]));
    if (last === undefined || !isSame) last = { list, value: make(list) };
    return last.value;
  };
}
