// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Lines } from "./connect.js";
import { reportFocus } from "./focus-report.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Single keys, as the sidebar takes them for commands. */
const commands: string[] = [];
document.addEventListener("keydown", ({ target, key }) => void (target === document.body && commands.push(key)));
reportFocus({ page: { reportFocus: async () => undefined }, onPage: () => () => undefined } as unknown as Lines, () => undefined);

it.each<readonly [what: string, last: string | undefined, pauseMs: number, expected: readonly string[]]>([
  ["that are typed on", "n", 100, []],
  ["after a pause", "n", 3_000, ["n", "p"]],
  ["after what was written was ended", "Enter", 100, ["n", "p"]],
  ["where nothing was written", undefined, 100, ["n", "p"]],
])("letters %s are commands or not, where the field has gone: %s, %i ms, %j", (_what, last, pauseMs, expected) => {
  commands.length = 0;
  const field = document.body.appendChild(document.createElement("textarea"));
  field.focus();
  const type = (key: string, on: Element) => on.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true }));
  for (const key of last === undefined ? ["Tab"] : ["o", last]) type(key, field);
  field.remove();
  vi.advanceTimersByTime(pauseMs);
  for (const key of ["n", "p"]) type(key, document.body);
  expect(commands).toEqual(expected);
});
