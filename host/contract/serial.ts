/** Returns a function that runs the tasks of one key one after the other, for storage without locks. A task's error goes to its own caller. */
export function makeSerial<Key = void>(): <T>(task: () => Promise<T>, key: Key) => Promise<T> {
  const turns = new Map<Key, Promise<unknown>>();
  return async (task, key) => {
    const previous = turns.get(key) ?? Promise.resolve();
    const turn = previous.then(task, task);
    turns.set(key, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(key) === turn) turns.delete(key);
    }
  };
}
