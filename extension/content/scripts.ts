/**
 * Scripts that few need are injected when they are asked for. An injected script shares this world but cannot return functions: the one
 * that asks leaves a function under a name, and the script passes its value to it. No global is left behind. Throws when nothing arrives.
 */
export async function receive<Value>(name: string, inject: () => Promise<unknown>): Promise<Value> {
  const place = Symbol.for(name);
  let received: { readonly value: Value } | undefined;
  Reflect.set(globalThis, place, (value: Value) => {
    received = { value };
  });
  try {
    await inject();
  } finally {
    Reflect.deleteProperty(globalThis, place);
  }
  if (received === undefined) throw new Error("A part of the extension did not load. Reload the page and try again.");
  return received.value;
}

/** Passes a value to whoever has asked for it in this world. */
export function offer(name: string, value: unknown): void {
  const take: unknown = Reflect.get(globalThis, Symbol.for(name));
  if (typeof take === "function") take(value);
}
