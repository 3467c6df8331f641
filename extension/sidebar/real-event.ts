/** Seen by all of the extension's scripts in this world, and by nothing of the page's. */
const mark = Symbol.for("svc.real-event");

/** A person did this: the browser made the event, or it stands for one that the page had cut off. */
export function isReal(event: Event): boolean {
  return event.isTrusted || Reflect.get(event, mark) === true;
}

/** Marks an event of ours as standing for a real one. */
export function markReal<E extends Event>(event: E): E {
  Reflect.set(event, mark, true);
  return event;
}
