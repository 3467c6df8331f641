import type { Reading } from "./ports.js";
import { grouped, texts } from "./texts.js";

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
}

/** What was read, as a few figures. */
export function factsOf({ capture, bytes, ms }: Reading): readonly Fact[] {
  const { nodes, holes, removed } = capture;
  return [
    { label: texts.elements, value: grouped(nodes.count) },
    { label: texts.words, value: grouped(wordsOf(nodes)) },
    { label: texts.holes, value: grouped(holes.length), help: texts.holesHelp },
    { label: texts.removed, value: grouped(Object.values(removed).reduce((sum, amount) => sum + amount, 0)) },
    { label: texts.size, value: sizeOf(bytes) },
    { label: texts.time, value: `${Math.round(ms)} ms` },
  ];
}

/** What was left out, as rows of what and how many; kinds with none are not listed. */
export function removedRows({ capture }: Reading): readonly (readonly [what: string, amount: string])[] {
  return Object.entries(capture.removed)
    .filter(([, amount]) => amount > 0)
    .map(([what, amount]) => [wordsFrom(what), grouped(amount)]);
}

function wordsOf({ strings, text }: Reading["capture"]["nodes"]): number {
  const counts = strings.map((entry) => (entry === "" ? 0 : (entry.match(/\S+/g)?.length ?? 0)));
  return text.reduce((sum, index) => sum + (counts[index] ?? 0), 0);
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `hiddenText` becomes `hidden text`. */
function wordsFrom(name: string): string {
  return name
    .replace(/[-_]/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}
