import { hash } from "./hash.js";

/** What an element says, whatever it looks like just now. */
const saying = /^(?:name|type|role|href|src|alt|aria-label|for|title|placeholder)$/;
/** What changes while a page is used. */
const passing =
  /^(?:style|open|hidden|disabled|checked|inert|tabindex|aria-(?:expanded|selected|checked|pressed|current|busy|hidden|disabled|activedescendant))$/;
const passingClass =
  /(?:^|[-_])(?:is|has|active|open|opened|closed|show|shown|hide|hidden|visible|selected|current|hover|focus|focused|disabled|enabled|collapsed?|expanded|loading|loaded|dragging|animated?|in|out|on|off)(?:$|[-_])/i;

export const isSaying = (attribute: string): boolean => saying.test(attribute);

export const isPassing = (attribute: string): boolean => passing.test(attribute);

/** Makes a hash of the classes that last, whatever their order; 0 for none. Each class is looked at once. */
export function makeClassHash(): (value: string) => number {
  const known = new Map<string, number>();
  const ofWord = (word: string): number => {
    let made = known.get(word);
    if (made === undefined) {
      made = word === "" || passingClass.test(word) ? 0 : hash(word);
      known.set(word, made);
    }
    return made;
  };
  return (value) => value.split(/\s/).reduce((sum, word) => (sum + ofWord(word)) | 0, 0);
}
