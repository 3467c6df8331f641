import fc from "fast-check";
import { expect, test } from "vitest";
import { makeSerial } from "./serial.js";

test("what is read, changed and written by several at once loses nothing, whatever takes how long and fails", async () => {
  const steps = fc.array(fc.record({ id: fc.nat(), reads: fc.nat(3), writes: fc.nat(3), fails: fc.boolean() }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (tasks) => {
      const serially = makeSerial();
      const pause = async (turns: number) => {
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      };
      let stored: readonly number[] = [];
      const add = async ({ id, reads, writes, fails }: (typeof tasks)[number]) => {
        const before = stored;
        await pause(reads);
        if (fails) throw new Error("no luck");
        await pause(writes);
        stored = [...before, id];
      };
      const ended = await Promise.allSettled(tasks.map((task) => serially(() => add(task))));
      expect(ended.map(({ status }) => status)).toEqual(tasks.map(({ fails }) => (fails ? "rejected" : "fulfilled")));
      expect(stored).toEqual(tasks.filter(({ fails }) => !fails).map(({ id }) => id));
    }),
  );
});

test("tasks of other keys do not wait", async () => {
  const serially = makeSerial<string>();
  let end: () => void = () => undefined;
  const ended: string[] = [];
  const pause = new Promise<void>((resolve) => {
    end = resolve;
  });
  const slow = serially(() => pause.then(() => ended.push("slow")), "a");
  const next = serially(async () => ended.push("next"), "a");
  await serially(async () => ended.push("other"), "b");
  end();
  await Promise.all([slow, next]);
  expect(ended).toEqual(["other", "slow", "next"]);
});
