import { isWidget } from "./aria-roles.js";
import { alternativeOf, isLeftOut, type Visit } from "./names.js";
import { type AxElement, block, boxless, inline } from "./node.js";

/** A name is made of at most so many elements and texts. Keeps the work linear however controls are nested; Chromium stops there too. */
const visitsMax = 100;

/** The text of an element's content, generated content and owned elements, with spaces where boxes part words. */
export function appendContent(node: AxElement, visit: Visit): string {
  if (node.mute) return "";
  const text = new Joined(visit.target !== undefined && isLeftOut(visit.target, undefined));
  if (node.before !== "") text.add(node.before, inline, false, false);
  for (const child of node.children ?? []) if (!addChild(text, child, node, visit)) break;
  for (const child of node.owns ?? []) if (!addChild(text, child, node, visit)) break;
  if (node.after !== "") text.add(node.after, inline, false, false);
  return text.value;
}

/** Adds one child; false when the name is long enough. */
function addChild(text: Joined, child: AxElement | string, parent: AxElement, visit: Visit): boolean {
  if (visit.count > visitsMax) return false;
  if (typeof child === "string") {
    if (text.isWord(child)) visit.count += text.takeGap(inline) ? 2 : 1;
    text.add(transform(child, parent.transform), inline, false, false);
    return true;
  }
  if (child.owner !== undefined && child.owner !== parent) return true;
  if (isLeftOut(child, visit.target)) {
    // Chromium reads a place where a line may break as a break between words.
    if (child.flow === block || child.parted || child.tag === "wbr") text.part();
    return true;
  }
  if (text.takeGap(child.flow)) visit.count++;
  if (child.none) visit.count++;
  const part = child.none
    ? appendContent(child, visit)
    : visit.seen.has(child) && visit.target === undefined
      ? ""
      : alternativeOf(child, visit, true);
  const control = isWidget(child.role) && child.role !== "link" && child.role !== "gridcell";
  text.add(part, child.owner === undefined ? child.flow : boxless, !child.none && part !== "" && visit.apart, control);
  if (child.parted) text.part();
  return true;
}

class Joined {
  value = "";
  private started = false;
  private lastFlow: number = inline;
  private lastApart = false;
  private lastControl = false;
  private parted = false;
  private gap = false;

  /** What is joined has no boxes, so that each part is a word of its own. */
  private readonly loose: boolean;

  constructor(loose: boolean) {
    this.loose = loose;
  }

  add(part: string, kind: number, apart: boolean, control: boolean): void {
    if (part !== "" && this.started && this.value !== "" && !endsInSpace(this.value) && !startsInSpace(part)) {
      const split = this.loose || this.parted || kind !== inline || this.lastFlow !== inline;
      if (split || apart || this.lastApart || control || this.lastControl) this.value += " ";
    }
    this.value += part;
    this.started = true;
    this.lastFlow = kind;
    this.lastControl = control;
    this.parted = false;
    if (part !== "") this.lastApart = apart;
  }

  /** White space is a text of its own only where a browser draws it: between two things on a line. */
  isWord(text: string): boolean {
    if (/[^\t\n\f\r ]/.test(text)) return true;
    this.gap = this.value !== "" && !endsInSpace(this.value) && this.lastFlow !== block && !this.parted;
    return false;
  }

  /** Tells, once, whether white space before what comes next is drawn. */
  takeGap(next: number): boolean {
    const drawn = this.gap && next !== block;
    this.gap = false;
    return drawn;
  }

  /** A block without text of its own stands here. */
  part(): void {
    this.parted = true;
  }
}

function endsInSpace(text: string): boolean {
  return isSpace(text.charCodeAt(text.length - 1));
}

function startsInSpace(text: string): boolean {
  return isSpace(text.charCodeAt(0));
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13 && code !== 11);
}

function transform(text: string, how: string): string {
  if (how === "uppercase") return text.toUpperCase();
  if (how === "lowercase") return text.toLowerCase();
  if (how === "capitalize") return text.replace(/(?<![\p{L}\p{N}\p{M}_]['‘’]?)\p{L}/gu, (letter) => letter.toUpperCase());
  return text;
}
