interface Counter {
  readonly name: string;
  readonly depth: number;
  value: number;
}

/** What isolates the counters below (CSS Containment 2, section 3.3): whichever they are is not followed. */
const isolates = ({ contain, containerType, contentVisibility }: CSSStyleDeclaration): boolean =>
  /style|strict|content/.test(contain) || !/^(normal)?$/.test(containerType) || contentVisibility === "auto";

/** The counters of a page's elements in document order (CSS Lists 3, section 4). Of what browsers count by themselves, as items of lists, it knows nothing. */
export class Counters {
  /** The innermost last. Each lives in the element that made it, in those behind it and below them. */
  private readonly living: Counter[] = [];
  private isKnown = true;

  /** Takes in what an element or generated box declares. What counts after others that were not seen (`isNext` false) makes all unknown. */
  enter(style: CSSStyleDeclaration, depth: number, isNext = true): void {
    const declared = [style.counterReset, style.counterIncrement, style.counterSet].map(countersIn);
    const [resets = [], increments = [], sets = []] = declared;
    const isFollowed = !isolates(style) && !style.counterReset.includes("reversed(");
    this.isKnown &&= isFollowed && (isNext || declared.flat().length === 0);
    while ((this.living.at(-1)?.depth ?? -1) > depth) this.living.pop();
    for (const [name, value] of resets) {
      const own = this.living.findIndex((one) => one.name === name && one.depth === depth);
      if (own >= 0) this.living.splice(own, 1);
      this.living.push({ name, depth, value });
    }
    for (const [name, by] of increments) this.innermost(name, depth).value += by;
    for (const [name, value] of sets) this.innermost(name, depth).value = value;
  }

  /** The number that the box entered last shows; undefined where it cannot be known. */
  valueOf(name: string): number | undefined {
    if (!this.isKnown || name === "list-item") return undefined;
    return this.living.findLast((one) => one.name === name)?.value ?? 0;
  }

  private innermost(name: string, depth: number): Counter {
    const found = this.living.findLast((one) => one.name === name) ?? { name, depth, value: 0 };
    if (!this.living.includes(found)) this.living.push(found);
    return found;
  }
}

/** Names and numbers of a computed `counter-reset`, `counter-increment` or `counter-set`. */
function countersIn(declared: string): (readonly [name: string, value: number])[] {
  return Array.from(declared.matchAll(/(\S+) (-?\d+)/g), ([, name = "", value]) => [name, Number(value)] as const);
}
