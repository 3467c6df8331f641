/** Returns a function that computes the result for each argument once and remembers it as long as it lives itself. */
export function memoized<Argument, Result>(compute: (of: Argument) => Result): (of: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (of) => {
    if (known.has(of)) return known.get(of) as Result;
    const result = compute(of);
    known.set(of, result);
    return result;
  };
}
