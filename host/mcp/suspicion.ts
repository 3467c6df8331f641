import { revealed } from "../contract/printable.js";
import { disarm, plainOf } from "./delimiters.js";

/** Whether a text reads as orders to an agent (in English), imitates delimiters, hides something or mixes alphabets. A hint, no protection. */
export function isSuspicious(text: string): boolean {
  const probe = text.length > longestProbe ? text.slice(0, longestProbe) : text;
  if (revealed(probe) !== probe) return true;
  if (text.length < shortestOrder) return false;
  if (disarm(probe) !== probe) return true;
  if (isAscii.test(probe)) return matchesOrder(probe.toLowerCase());
  return matchesOrder(plainOf(probe)) || (probe.match(longWords) ?? []).some(isMixed);
}

const longWords = /[\p{Ll}\p{Lu}]{5,}/gu;

/** Look-alikes of another alphabet with capitals: at least two letters of each, as no name of a unit has. */
function isMixed(word: string): boolean {
  const latin = word.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin >= 2 && [...word].length - latin >= 2;
}

const shortestOrder = 6;
const longestProbe = 20_000;
const isAscii = /^[\t\n\r -~]*$/;

function matchesOrder(text: string): boolean {
  return known.some((pattern) => pattern.test(text));
}

const earlier = "(?:previous|prior|above|earlier|preceding|former|initial|original|existing|current|other|system|safety)";
const orders = "(?:instructions?|prompts?|rules?|directions?|directives?|commands?|guidelines?|context|constraints?|guardrails?|messages?)";

const known: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|discard|neglect|skip)\\b[^.!?\\n]{0,40}\\b${earlier}\\b[^.!?\\n]{0,30}\\b${orders}\\b`,
  ),
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass)\\s+(?:all|any|every|your|the|these|those|my)\\s+(?:of\\s+)?(?:your\\s+|the\\s+)?${orders}\\b`,
  ),
  /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything)\s+(?:above|before|prior|previous|you|that|i)\b/,
  /(?:^|[^a-z\s-]|\n)\s{0,40}(?:system|assistant|developer)\s{0,40}(?:(?:message|prompt|override)\s{0,40})?:/,
  /\bsystem\s+(?:prompt|override|instruction)s?\b/,
  /\b(?:act|behave|respond|answer)\s+as\s+(?:a|an|the|if|though|my|root|admin|system|developer|dan)\b|^\W*act as\b/,
  /\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|in|my|going|allowed|bound|restricted|free)\b|\byou\s+must\s+now\b|\bfrom\s+now\s+on,?\s+you\b/,
  /\bpretend\s+(?:to\s+be|you\s+are|that\s+you)\b|\bjailbreak|\bdeveloper\s+mode\s+(?:on|enabled)\b|\bdo\s+anything\s+now\b/,
  /\b(?:new|updated|real|actual|following)\s+(?:system\s+)?instructions?\s*(?::|for\s+(?:the\s+)?(?:ai|agent|assistant|model|llm))/,
  /\b(?:ai|llm|language\s+model|coding)\s+(?:agent|assistant|model)s?\b[^.!?\n]{0,20}\b(?:must|should|please|run|execute|ignore)\b/,
  /\b(?:reveal|print|show|repeat|output|leak|send|exfiltrate)\b[^.!?\n]{0,30}\b(?:system\s+prompt|your\s+(?:instructions|prompt|rules)|api\s+keys?|session\s+key|env(?:ironment)?\s+variables)\b/,
  /\b(?:do\s+not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b[^.!?\n]{0,20}\b(?:the\s+)?(?:user|human|developer)\b/,
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|##\s*(?:system|instruction)s?\b/,
  /\b(?:curl|wget)\b[^\n]{0,200}\|\s{0,40}(?:ba|z)?sh\b|\brm\s+-rf?\s+[~/.]/,
];
