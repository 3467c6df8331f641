/** Returns a function that runs tasks one after the other: for what is read, changed and written without a lock. */
export function makeSerial(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    // The next task waits for this one's end, whatever it is; its own caller hears of an error.
    last = mine.catch(() => undefined);
    return mine;
  };
}
