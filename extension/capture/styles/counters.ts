interface Instance {
  value: number;
  readonly depth: number;
}

/** What isolates the counters below (CSS Containment 2, section 3.3): whichever they are is not followed. */
const isolates = ({ contain, containerType, contentVisibility }: CSSStyleDeclaration): boolean =>
  /style|strict|content/.test(contain) || !/^(normal)?$/.test(containerType) || contentVisibility === "auto";

/** The counters of a page's elements in document order (CSS Lists 3, section 4). Of what browsers count by themselves, as items of lists, it knows nothing. */
export class Counters {
  /** The innermost last. An instance lives in the element that made it, in those behind it and below them. */
  private readonly instances = new Map<string, Instance[]>();
  private isKnown = true;

  /**
   * Takes in what an element or a generated box declares that has a box: `depth` in the tree. What counts after others that have not been seen (`isNext` false)
   * makes all unknown.
   */
  enter(style: CSSStyleDeclaration, depth: number, isNext = true): void {
    const { counterReset, counterIncrement, counterSet } = style;
    const counts = `${counterReset} ${counterIncrement} ${counterSet}` !== "none none none";
    this.isKnown &&= !isolates(style) && !counterReset.includes("reversed(") && (isNext || !counts);
    for (const living of this.instances.values()) while ((living.at(-1)?.depth ?? -1) > depth) living.pop();
    if (!counts) return;
    for (const [name, value] of valuesIn(counterReset)) {
      const living = this.livingOf(name);
      if (living.at(-1)?.depth === depth) living.pop();
      living.push({ value, depth });
    }
    for (const [name, by] of valuesIn(counterIncrement)) this.instanceOf(name, depth).value += by;
    for (const [name, value] of valuesIn(counterSet)) this.instanceOf(name, depth).value = value;
  }

  /** The number that the box entered last shows; undefined where it cannot be known. */
  valueOf(name: string): number | undefined {
    return this.isKnown && name !== "list-item" ? (this.livingOf(name).at(-1)?.value ?? 0) : undefined;
  }

  private livingOf(name: string): Instance[] {
    const living = this.instances.get(name) ?? [];
    this.instances.set(name, living);
    return living;
  }

  private instanceOf(name: string, depth: number): Instance {
    const living = this.livingOf(name);
    const last = living.at(-1) ?? { value: 0, depth };
    if (living.length === 0) living.push(last);
    return last;
  }
}

/** Names and numbers of a computed `counter-reset`, `counter-increment` or `counter-set`. */
function valuesIn(declared: string): (readonly [name: string, value: number])[] {
  return Array.from(declared.matchAll(/(\S+) (-?\d+)/g), ([, name = "", value]) => [name, Number(value)] as const);
}
