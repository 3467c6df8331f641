import type { PageScriptName } from "../messages.js";
import { ask } from "../platform.js";

/** An injected script shares this world but returns no function: a function under its name takes its value. Throws when nothing comes. */
export async function receive<Value>(script: PageScriptName): Promise<Value> {
  const place = placeOf(script);
  let received: { readonly value: Value } | undefined;
  Reflect.set(globalThis, place, (value: Value) => {
    received = { value };
  });
  try {
    await ask("script:load", { script });
  } finally {
    Reflect.deleteProperty(globalThis, place);
  }
  if (received === undefined) throw new Error("A part of the extension did not load. Reload the page and try again.");
  return received.value;
}

export function offer(script: PageScriptName, value: unknown): void {
  const take: unknown = Reflect.get(globalThis, placeOf(script));
  if (typeof take === "function") take(value);
}

function placeOf(script: PageScriptName): symbol {
  return Symbol.for(`svc.${script}`);
}
