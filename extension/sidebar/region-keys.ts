import type { Box } from "../../host/contract/annotation.js";

/** How far a key moves a region or its edge, and the least side of one, in CSS pixels. */
const step = 20;

const directions: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** Where a region drawn by keyboard begins: in the middle of the window. */
export function firstRegion(): Box {
  const [width, height] = [step * 10, step * 6];
  return [Math.round((innerWidth - width) / 2), Math.round((innerHeight - height) / 2), width, height];
}

/** The region after a key: arrow keys move it, with Shift its lower right corner. Undefined for other keys. It stays in the window. */
export function regionByKey([x, y, width, height]: Box, { key, shiftKey }: KeyboardEvent): Box | undefined {
  const [dx, dy] = directions[key] ?? [];
  if (dx === undefined || dy === undefined) return undefined;
  if (shiftKey) return [x, y, within(width + dx, step, innerWidth - x), within(height + dy, step, innerHeight - y)];
  return [within(x + dx, 0, innerWidth - width), within(y + dy, 0, innerHeight - height), width, height];
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
