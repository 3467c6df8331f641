/** Returns a function that computes the result for each argument once and remembers it as long as it lives itself. */
export function memoized<Argument, Result>(compute: (of: Argument) => Result): (of: Argument) => Result {
  return remembering(new Map(), compute);
}

/** The same, remembered only as long as the argument is used. */
export function weaklyMemoized<Argument extends object, Result>(compute: (of: Argument) => Result): (of: Argument) => Result {
  return remembering(new WeakMap(), compute);
}

interface Memory<Argument, Result> {
  get(of: Argument): { readonly result: Result } | undefined;
  set(of: Argument, known: { readonly result: Result }): unknown;
}

function remembering<Argument, Result>(memory: Memory<Argument, Result>, compute: (of: Argument) => Result): (of: Argument) => Result {
  return (of) => {
    const known = memory.get(of);
    if (known !== undefined) return known.result;
    const result = compute(of);
    memory.set(of, { result });
    return result;
  };
}
