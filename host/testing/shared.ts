import { afterAll, beforeAll } from "vitest";

/**
 * Opens a thing before the first of the tests around the call and closes it after the last. Returns a stand-in for it, which throws while the
 * thing is not open.
 */
export function shared<T extends { close(): Promise<void> }>(open: () => Promise<T>): T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return later(open.name, () => opened);
}

/** A stand-in for an object that `find` returns later. Throws, with the object's name, where it is used before. */
export function later<T extends object>(name: string, find: () => T | undefined): T {
  return new Proxy({} as T, {
    get: (_target, property) => {
      const found = find();
      if (found === undefined) throw new Error(`${name} is not open yet, or no longer`);
      const value: unknown = Reflect.get(found, property);
      // Classes with private fields know their own objects alone.
      return typeof value === "function" ? value.bind(found) : value;
    },
  });
}
