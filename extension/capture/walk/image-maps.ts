import * as nodeFlags from "../../../host/contract/node-flags.js";
import { at } from "../at.js";
import { offsetWidthOf } from "../dom.js";
import type { WalkState } from "./state.js";

const mostLengths = 1_000;

/** Places areas on the first image that uses their map, from its border box, and exposes them as it is (HTML, "Image maps"). */
export function placeAreas({ accessibility, columns, elements, parents, places, rootOf }: WalkState): void {
  const images = new Map<string, number>();
  const nodes = [...accessibility.nodes.entries()].filter(([, { tag }]) => tag === "img" || tag === "area");
  const inRoot = (index: number, name: string) => at(rootOf, index).index + name;
  for (const [index, node] of nodes) {
    const use = inRoot(index, node.get("usemap"));
    if (!images.has(use)) images.set(use, index);
  }
  for (const [index, node] of nodes) {
    const image = images.get(inRoot(index, `#${node.parent?.get("name")}`));
    if (node.tag !== "area" || image === undefined) continue;
    accessibility.expose(node, at(accessibility.nodes, image));
    const [wide = 0, high = 0] = columns.box.slice(image * 4 + 2, image * 4 + 4);
    const scale = wide / offsetWidthOf(at(elements, image));
    const lengths = (node.get("coords").match(/-?[\d.]+/g) ?? []).slice(0, mostLengths).map((length) => Number(length) * scale);
    const [x = 0, y = 0, r = 0] = lengths;
    const shape = node.keyword("shape");
    const corners = shape === "default" ? [0, 0, wide, high] : /^circ/.test(shape) ? [x - r, y - r, x + r, y + r] : lengths;
    const [left, width] = spanOf(corners, 0, wide);
    const [top, height] = spanOf(corners, 1, high);
    if (!(width > 0 && height > 0)) continue;
    const [pageX, pageY] = [(places[image * 2] ?? 0) + left, (places[image * 2 + 1] ?? 0) + top];
    const around = at(parents, index) * 2;
    columns.box.splice(index * 4, 4, pageX - (places[around] ?? 0), pageY - (places[around + 1] ?? 0), width, height);
    places.splice(index * 2, 2, pageX, pageY);
    columns.flags[index] = (columns.flags[index] ?? 0) | ((columns.flags[image] ?? 0) & (nodeFlags.rendered | nodeFlags.visible));
  }
}

/** Start and length of a shape along one axis, within the image. */
function spanOf(corners: readonly number[], axis: number, most: number): readonly [start: number, length: number] {
  const along = corners.filter((_, place) => place % 2 === axis).map((one) => Math.round(Math.min(Math.max(one, 0), most)));
  const start = Math.min(...along);
  return [start, Math.max(...along) - start];
}
