/** Returns a function that runs tasks one after the other, for storage without locks. */
export function makeSerial(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    // The next task runs after this one has settled; an error goes to its own caller.
    last = mine.catch(() => undefined);
    return mine;
  };
}
