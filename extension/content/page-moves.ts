/** Calls when the page becomes another one, by origin and path, without loading anew; returns the function that ends it. */
export function watchMoves(onMove: () => void): () => void {
  let last = placeNow();

  function look(): void {
    if (placeNow() === last) return;
    last = placeNow();
    onMove();
  }

  // Browsers without the Navigation API report no move by a script: then the next click shows it.
  const navigation: unknown = Reflect.get(globalThis, "navigation");
  const listened = [
    [window, "popstate"],
    [window, "click"],
    ...(navigation instanceof EventTarget ? [[navigation, "currententrychange"] as const] : []),
  ] as const;
  for (const [target, type] of listened) target.addEventListener(type, look);
  return () => {
    for (const [target, type] of listened) target.removeEventListener(type, look);
  };
}

function placeNow(): string {
  return location.origin + location.pathname;
}
