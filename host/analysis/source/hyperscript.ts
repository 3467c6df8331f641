import { skipBalanced, splitAtCommas } from "./skip.js";

/** An element that a call makes, as its tag would be written. */
export interface MakingCall {
  readonly tag: string;
  readonly offset: number;
  /** Its properties as written, by name. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly isOpenEnded: boolean;
  /** What stands behind the properties, as an expression in a tag. */
  readonly inner: string;
  /** Offsets after the properties and after the call. */
  readonly opened: number;
  readonly closed: number;
}

/** `h("a", { … })` of Vue and Preact, `createElement(Card, { … })` of React; `component` stands for a name that an expression makes. */
const start =
  /(?<![\w$.])(?:React\.|Vue\.)?(?:h|createElement|createVNode)(?=\()\(\s{0,80}(?:(["'])([a-z][\w-]*)\1|(?:resolveComponent\(\s{0,80})?["']?([A-Z][\w.]*)["']?\s{0,80}\)?|resolveComponent\([^()]{0,80}\))\s{0,80},\s{0,80}(?=\{)/g;

/** The calls of a script that make elements with properties, in order. */
export function makingCallsIn(text: string): MakingCall[] {
  return [...text.matchAll(start)].flatMap((match): MakingCall[] => {
    const [whole, , element, component] = match;
    const opened = skipBalanced(text, match.index + whole.length);
    const closed = opened && skipBalanced(text, text.indexOf("(", match.index), "(", ")");
    if (opened === undefined || closed === undefined) return [];
    const parts = splitAtCommas(text.slice(match.index + whole.length + 1, opened));
    const properties = parts.flatMap((part) => {
      const [, name, value = name] = /^\s*["']?([\w:-]+)["']?\s*(?::([\s\S]*))?$/.exec(part) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
    const isOpenEnded = parts.some((part) => part.trimStart().startsWith("..."));
    const inner = text.slice(opened, closed - 1).replace(/^\s*,/, "");
    const tag = element ?? component ?? "component";
    return [{ tag, offset: match.index, properties, isOpenEnded, inner: inner.trim() === "" ? "" : `{${inner.trim()}}`, opened, closed }];
  });
}
