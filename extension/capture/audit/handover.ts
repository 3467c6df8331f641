import type { runAudit } from "./run-audit.js";

export type RunAudit = typeof runAudit;

/**
 * The audit is half a megabyte and comes as a script of its own into the extension's world, when it is asked for. Scripts that are injected share that
 * world but cannot return functions; so the one that asks leaves a place under this name, and the audit's script hands itself over there.
 */
const place = Symbol.for("svc.audit");

/** Runs `inject`, which must bring the audit's script into this world, and gives what that script hands over. Leaves no global. */
export async function receiveAudit(inject: () => Promise<unknown>): Promise<RunAudit> {
  let received: RunAudit | undefined;
  Reflect.set(globalThis, place, (run: RunAudit) => {
    received = run;
  });
  try {
    await inject();
  } finally {
    Reflect.deleteProperty(globalThis, place);
  }
  if (received === undefined) throw new Error("the audit's script did not arrive");
  return received;
}

/** Hands the audit over to whoever has asked for it in this world. */
export function offerAudit(run: RunAudit): void {
  const take: unknown = Reflect.get(globalThis, place);
  if (typeof take === "function") take(run);
}
