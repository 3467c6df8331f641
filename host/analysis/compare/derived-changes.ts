import { isShown } from "./content-changes.js";
import type { Both, Change, Scene } from "./scene.js";

/** What was told so far, and where: names, roles and boxes are told only where none of it explains them. */
export class Told {
  private readonly scene: Scene;
  /** For each element of the newer capture how many causes stand before it, in document order. */
  private readonly before: Int32Array;
  private readonly at: Uint8Array;
  private readonly texts = new Set<string>();

  constructor(scene: Scene, changes: ReadonlyMap<number, readonly Change[]>) {
    const { pairs } = scene;
    this.scene = scene;
    this.at = new Uint8Array(pairs.newer.count);
    for (const [is, list] of changes) {
      if (list.length > 0) this.at[is] = 1;
      for (const { property, before, after } of list) if (property === "text") this.texts.add(JSON.stringify([before, after]));
    }
    for (const is of scene.added) this.at[is] = 1;
    for (const was of scene.removed) this.mark(pairs.newerOf(pairs.older.tree.parents[was] ?? -1));
    for (const [was, is] of pairs) {
      if (!scene.isMoved(is)) continue;
      this.mark(is);
      this.mark(pairs.newerOf(pairs.older.tree.parents[was] ?? -1));
    }
    this.before = new Int32Array(pairs.newer.count + 1);
    this.at.forEach((cause, is) => {
      this.before[is + 1] = (this.before[is] ?? 0) + cause;
    });
  }

  isCause(is: number): boolean {
    return this.at[is] === 1;
  }

  isCauseWithin(is: number): boolean {
    return (this.before[this.scene.pairs.newer.tree.end(is)] ?? 0) > (this.before[is] ?? 0);
  }

  /** One name became the other when some text did. */
  isRenaming(before: string, after: string): boolean {
    for (const pair of this.texts) {
      const [from, to] = JSON.parse(pair) as [string, string];
      if (from !== "" && before.includes(from) && before.replace(from, () => to) === after) return true;
    }
    return false;
  }

  private mark(is: number): void {
    if (is >= 0) this.at[is] = 1;
  }
}

/** Name and role, where nothing told explains them: a name made of what is inside changes with it. */
export function accessibleChanges(scene: Scene, told: Told, { was, is }: Both): Change[] {
  if (was.name === is.name && was.role === is.role) return [];
  if (scene.isElsewhere(is.index) || told.isCauseWithin(is.index) || isShown(scene.older, was.index) !== isShown(scene.newer, is.index))
    return [];
  const changes: Change[] = [];
  if (was.name !== is.name && !isRestyled(scene, { was, is }) && !told.isRenaming(was.name, is.name))
    changes.push({ property: "name", before: was.name, after: is.name });
  if (was.role !== is.role && was.name === is.name && hasSameRole(scene, was.parent, is.parent))
    changes.push({ property: "role", before: was.role, after: is.role });
  return changes;
}

/** Names are made of texts as drawn, and white space in them of boxes. */
function isRestyled({ older, newer }: Scene, { was, is }: Both): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll(/\s+/g, "");
  const differs = (property: string) => older.style(was.index, property) !== newer.style(is.index, property);
  return plain(was.name) === plain(is.name) && (differs("text-transform") || was.name.toLowerCase() !== is.name.toLowerCase());
}

function hasSameRole({ older, newer }: Scene, was: number, is: number): boolean {
  return was < 0 || is < 0 || older.element(was).role === newer.element(is).role;
}
