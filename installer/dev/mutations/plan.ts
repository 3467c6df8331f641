import type { CapturedElement, CaptureReader } from "../../../host/contract/reader.js";
import { type Action, type Kind, kinds } from "./actions.js";
import { Dice } from "./dice.js";

/** A captured page whose elements are known in the page by ids. */
export interface Known {
  readonly reader: CaptureReader;
  /** By index in the capture; -1 where the element could not be found. */
  readonly ids: readonly number[];
}

// What browsers or authors keep to a strict order, and what shows nothing.
const rigid = "svg math select table thead tbody tr colgroup iframe noscript script style template object video audio picture map".split(
  " ",
);
const flow = new Set("div section article main aside nav header footer td li form fieldset body blockquote figure".split(" "));
const lists = new Set(["ul", "ol"]);
/** No mutation takes away more of the page than this share. */
const shareMax = 0.1;
const tries = 400;

/** Chooses mutations of a page: `each` of every kind, none inside another, the same ones for the same seed. */
export function planMutations(page: Known, seed: number, each: number): Action[] {
  const dice = new Dice(seed);
  const scene = new Scenery(page);
  const plan: Action[] = [];
  for (let turn = 0; turn < each; turn++) {
    for (const kind of kinds) {
      for (let attempt = 0; attempt < tries; attempt++) {
        const action = planners[kind](scene, dice);
        if (action === undefined) continue;
        plan.push(action);
        break;
      }
    }
  }
  // Style sheets find their elements by place: lists change first, and no list is changed twice.
  return plan.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

class Scenery {
  readonly page: Known;
  readonly targets: readonly CapturedElement[];
  private readonly taken: [from: number, to: number][] = [];
  private readonly lists = new Set<number>();
  /** Hosts of roots: what stands below them in the capture is not their list of children. */
  private readonly hosts: ReadonlySet<number>;

  constructor(page: Known) {
    this.page = page;
    const { reader } = page;
    this.hosts = new Set(reader.capture.nodes.roots.map(({ host }) => host));
    const body = [...reader.elements()].find(({ tag }) => tag === "body")?.index ?? 0;
    const sizeMax = Math.max(4, reader.count * shareMax);
    this.targets = [...reader.elements()].filter(
      ({ index, tag, rendered, parent }) =>
        index > body &&
        rendered &&
        tag !== "slot" &&
        page.ids[index] !== -1 &&
        reader.end(index) <= reader.end(body) &&
        reader.end(index) - index <= sizeMax &&
        !this.isRigid(parent),
    );
  }

  /** Claims an element with all below it; false where some of it, or something that holds it, is claimed already. */
  claim({ index }: CapturedElement): boolean {
    const end = this.page.reader.end(index);
    if (this.taken.some(([from, to]) => index < to && from < end) || [...this.lists].some((list) => index <= list && list < end))
      return false;
    this.taken.push([index, end]);
    return true;
  }

  /** Claims a list whose children in the capture are those in the document: it is no host of a root, and no slot. */
  claimList(index: number): boolean {
    const isList = !this.hosts.has(index) && this.page.reader.element(index).tag !== "slot";
    if (!isList || this.lists.has(index) || this.taken.some(([from, to]) => from <= index && index < to)) return false;
    this.lists.add(index);
    // Only the place itself: what the list holds may change otherwise.
    return true;
  }

  id(index: number): number {
    return this.page.ids[index] ?? -1;
  }

  private isRigid(index: number): boolean {
    return (
      [index, ...this.page.reader.ancestors(index)].some((above) => rigid.slice(0, 3).includes(this.page.reader.element(above).tag)) ||
      rigid.includes(this.page.reader.element(index).tag)
    );
  }
}

type Planner = (scene: Scenery, dice: Dice) => Action | undefined;

const planners: Readonly<Record<Kind, Planner>> = {
  added(scene, dice) {
    const parent = dice.of(scene.targets);
    if (parent === undefined || !(flow.has(parent.tag) || lists.has(parent.tag)) || !scene.claimList(parent.index)) return undefined;
    const children = scene.page.reader.children(parent.index);
    const model = dice.below(2) === 0 ? dice.of(children) : undefined;
    const size = model === undefined ? 0 : scene.page.reader.end(model) - model;
    const clone = model === undefined || size > 60 || scene.id(model) < 0 ? -1 : scene.id(model);
    const tag = lists.has(parent.tag) ? "li" : (dice.of(["div", "p", "span", "button", "section"]) ?? "div");
    return { kind: "added", parent: scene.id(parent.index), place: dice.below(children.length + 1), clone, tag, words: dice.words() };
  },
  removed(scene, dice) {
    const target = dice.of(scene.targets);
    if (target === undefined || !scene.claim(target) || !scene.claimList(target.parent)) return undefined;
    return { kind: "removed", target: scene.id(target.index) };
  },
  moved(scene, dice) {
    const target = dice.of(scene.targets);
    if (target === undefined) return undefined;
    const isNear = dice.below(2) === 0;
    const parent = isNear ? scene.page.reader.element(target.parent) : dice.of(scene.targets);
    if (parent === undefined || scene.id(parent.index) < 0 || (!isNear && (!flow.has(parent.tag) || target.tag === "li"))) return undefined;
    const inside = parent.index >= target.index && parent.index < scene.page.reader.end(target.index);
    if (inside || (isNear ? scene.page.reader.children(parent.index).length < 2 : parent.index === target.parent)) return undefined;
    if (!scene.claim(target) || !scene.claimList(parent.index) || (!isNear && !scene.claimList(target.parent))) return undefined;
    const length = scene.page.reader.children(parent.index).length;
    return { kind: "moved", target: scene.id(target.index), parent: scene.id(parent.index), place: dice.below(length) };
  },
  text(scene, dice) {
    const target = dice.of(scene.targets);
    if (target === undefined || target.text.length < 2 || !target.visible || !scene.claim(target)) return undefined;
    return {
      kind: "text",
      target: scene.id(target.index),
      words: dice.words(),
      way: dice.of(["replace", "append", "word"] as const) ?? "replace",
    };
  },
  attribute(scene, dice) {
    const target = dice.of(scene.targets);
    if (target === undefined || !scene.claim(target)) return undefined;
    const has = (name: string) => target.attributes[name] !== undefined;
    const [name, way] = dice.of(attributeWays.filter(([attribute]) => free.has(attribute) || has(attribute))) ?? ["title", "set"];
    const value = name === "href" ? `/${dice.word()}` : name === "class" ? dice.word() : dice.words();
    return { kind: "attribute", target: scene.id(target.index), name, value, way };
  },
  style(scene, dice) {
    const target = dice.of(scene.targets);
    if (target === undefined || !target.visible || !scene.claim(target)) return undefined;
    const [property, value] = dice.of(styles) ?? ["color", "red"];
    return { kind: "style", target: scene.id(target.index), property, value, way: dice.of(["inline", "sheet"] as const) ?? "inline" };
  },
};

const free = new Set(["title", "aria-label", "data-state", "class", "lang"]);
const attributeWays = [
  ["title", "set"],
  ["aria-label", "set"],
  ["data-state", "set"],
  ["class", "token"],
  ["href", "set"],
  ["alt", "set"],
  ["placeholder", "set"],
] as const;

const styles = [
  ["color", "rgb(1, 130, 90)"],
  ["background-color", "rgb(250, 220, 3)"],
  ["font-size", "23px"],
  ["font-weight", "300"],
  ["padding-top", "17px"],
  ["margin-left", "13px"],
  ["border", "3px dashed rgb(200, 0, 100)"],
  ["display", "none"],
  ["visibility", "hidden"],
  ["opacity", "0.45"],
  ["text-align", "right"],
  ["text-transform", "uppercase"],
  ["letter-spacing", "1.5px"],
  ["box-shadow", "rgb(9, 9, 9) 0px 0px 4px 0px"],
] as const;
