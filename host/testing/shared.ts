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
  return new Proxy({} as T, {
    get: (_target, name) => {
      if (opened === undefined) throw new Error(`not open yet, or no longer: ${String(name)}`);
      return Reflect.get(opened, name);
    },
  });
}
