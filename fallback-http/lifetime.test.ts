import { describe, expect, it } from "vitest";
import { makeLifetime } from "./lifetime.js";

/** Steps a clock of its own: agents live until a minute, and every seventh look fails. Returns the minute of the end and its reason. */
async function live({
  minutes,
  agentsUntil,
  neededUntil,
  calls = [],
}: {
  minutes: number;
  agentsUntil?: number;
  neededUntil?: number;
  calls?: readonly number[];
}) {
  let minute = 0;
  let ended: { at: number; reason: string } | undefined;
  let looked: () => void = () => undefined;
  let isOver = false;
  const done = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const lifetime = makeLifetime({
    lingerMs: 60,
    idleMs: 60,
    checkMs: 0,
    now: () => minute,
    onFault: (error) => expect(error).toMatchObject({ message: "no luck" }),
    probe: async () => {
      minute++;
      if (calls.includes(minute)) lifetime.touch();
      if (minute >= minutes) looked();
      if (minute % 7 === 3) throw new Error("no luck");
      return {
        agents: agentsUntil !== undefined && minute <= agentsUntil ? 1 : 0,
        isNeeded: !isOver && (neededUntil === undefined || minute <= neededUntil),
      };
    },
    onEnd: (reason) => {
      ended = { at: minute, reason };
      looked();
    },
  });
  await done;
  await new Promise((resolve) => setTimeout(resolve));
  const result = ended;
  isOver = true;
  return result;
}

describe("lifetime", () => {
  const everyTen = Array.from({ length: 30 }, (_, index) => index * 10);

  it("ends after 60 idle minutes, agents or not", async () => {
    expect(await live({ minutes: 200 })).toMatchObject({ at: 60, reason: expect.stringContaining("nobody called") });
    expect(await live({ minutes: 200, agentsUntil: 150 })).toMatchObject({ at: 60 });
    expect(await live({ minutes: 200, calls: [30] })).toMatchObject({ at: 90 });
  });

  it("ends 60 minutes after the last agent has gone, called or not", async () => {
    expect(await live({ minutes: 200, agentsUntil: 40, calls: everyTen })).toMatchObject({
      at: 100,
      reason: expect.stringContaining("last agent"),
    });
  });

  it("ends as soon as nobody needs it, called or not", async () => {
    const end = { at: 21, reason: "native messaging serves" };
    expect(await live({ minutes: 200, agentsUntil: 200, neededUntil: 20, calls: everyTen })).toEqual(end);
  });

  it("stays while it is called when no agent ever came, and while one is there", async () => {
    expect(await live({ minutes: 200, calls: everyTen })).toBeUndefined();
    expect(await live({ minutes: 200, agentsUntil: 200, calls: everyTen })).toBeUndefined();
  });
});
