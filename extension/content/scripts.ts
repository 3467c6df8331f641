import type { PageScriptName } from "../messages.js";
import { ask } from "../platform.js";

/**
 * Scripts that few need are injected when they are asked for. An injected script shares this world but cannot return functions: the one
 * that asks leaves a function under its name, and the script passes its value to it. No global is left behind. Throws when nothing arrives.
 */
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

/** Passes a script's value to whoever has asked for it in this world. */
export function offer(script: PageScriptName, value: unknown): void {
  const take: unknown = Reflect.get(globalThis, placeOf(script));
  if (typeof take === "function") take(value);
}

function placeOf(script: PageScriptName): symbol {
  return Symbol.for(`svc.${script}`);
}
