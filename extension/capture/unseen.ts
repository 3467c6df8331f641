import { memoized } from "../../host/contract/memoized.js";
import * as nodeFlags from "../../host/contract/node-flags.js";
import type { AttributeRecord } from "./attributes/attribute-table.js";
import * as trait from "./attributes/trait.js";
import { computedStyleOf, containsNode, elementAtPoint, parentElementOf, queryAll, rectOf, tagOf } from "./dom.js";
import { fillOf } from "./styles/rare-paint.js";
import { paintContainment } from "./styles/style-sheets.js";
import type { Root, WalkState } from "./walk/state.js";

/** Why a person cannot see a text. */
export type UnseenReason = "opacity" | "mask" | "clipped" | "off-screen" | "no area" | "color" | "covered" | "turned away";

/** What is as good as transparent. */
const faint = 0.05;
/** Most texts whose color is compared with what may lie behind them. */
const mostColors = 50;
/** A fixed or sticky box that covers less of the window leaves a text that can be scrolled out from under it. */
const mostOfWindow = 0.95;

/** Elements whose rendered text no person sees, indices rising, as far as that is certain. Options of a closed list count as seen. */
export function unseenTexts(walk: WalkState): [index: number, reason: UnseenReason][] {
  const { columns, records, parents } = walk;
  const veiled = veiledElements(walk);
  const page = pageOf(walk);
  const veils: (UnseenReason | undefined)[] = [];
  const found: [number, UnseenReason][] = [];
  // Elements share few styles.
  const lookOf = memoized((set: number) => {
    const { value, clips } = walk.styles.recordOf(set);
    const color = value("color");
    const isFaint = value("opacity") !== "" && Number(value("opacity")) < faint;
    return {
      isFaint,
      isTiny: isTiny(value("font")),
      color,
      isClear: isClear(color),
      clips,
      back: backOf(value("background-image"), value("background-color")),
    };
  });
  const backs: string[] = [];
  let colors = 0;
  for (const [index, element] of walk.elements.entries()) {
    const { traits } = records[index] as AttributeRecord;
    const style = lookOf(columns.style[index] ?? 0);
    const parent = parents[index] ?? -1;
    const back = style.back ?? (parent < 0 ? page.canvas() : (backs[parent] ?? ""));
    backs.push(back);
    const own = style.isFaint ? "opacity" : (traits & trait.veils) !== 0 || veiled.has(element) ? veilOf(element) : undefined;
    const flags = columns.flags[index] ?? 0;
    const veil = own ?? ((flags & nodeFlags.topLayer) !== 0 ? undefined : veils[parent]);
    veils.push(veil);
    if (columns.text[index] === 0 || (flags & nodeFlags.rendered) === 0 || (traits & trait.boxless) !== 0) continue;
    let reason =
      veil ??
      ((flags & nodeFlags.visible) === 0 ? page.hiddenBy(index) : style.clips && isPixel(columns.box, index) ? "clipped" : undefined);
    if (reason === undefined && (flags & nodeFlags.visible) !== 0) {
      const isSame = back !== "" && style.color === back && colors++ < mostColors;
      if (style.isTiny) reason = "no area";
      else if (style.isClear ? !isDrawnOtherwise(element) : isSame && page.isPlain(index)) reason = "color";
      else if (page.isCovered(index)) reason = "covered";
    }
    if (reason !== undefined) found.push([index, reason]);
  }
  return found;
}

/** A box of a pixel cuts off its text. */
function isPixel(box: readonly number[], index: number): boolean {
  return Math.min(box[index * 4 + 2] ?? 9, box[index * 4 + 3] ?? 9) <= 4;
}

function isTiny(font: string): boolean {
  const [, size = "1"] = /([\d.]+)px/.exec(font) ?? [];
  return Number(size) < 1;
}

/** The one color of a background; "" where it is not certain, undefined where there is none. */
function backOf(image: string, color: string): string | undefined {
  if (image !== "none" && image !== "") {
    const [one = "", ...others] = colorsIn(image);
    return image.includes("url(") || others.some((other) => other !== one) ? "" : one;
  }
  if (/^rgb\(/.test(color)) return color;
  return color === "" || color === "rgba(0, 0, 0, 0)" ? undefined : "";
}

/** Elements that rules give a clip, mask, filter, indentation or fill. */
function veiledElements(walk: WalkState): ReadonlySet<Element> {
  const found = new Set<Element>();
  for (const { hints, ax } of walk.roots) {
    for (const selector of hints.veils) {
      try {
        for (const element of queryAll(ax.scope, selector)) found.add(element);
      } catch (error) {
        // A nested rule's selector is none on its own.
        if (!(error instanceof DOMException)) throw error;
      }
    }
  }
  return found;
}

function veilOf(element: Element): UnseenReason | undefined {
  const style = computedStyleOf(element);
  const [, alpha = "1"] = /\bopacity\(([\d.]+)\)/.exec(style.filter) ?? [];
  if (Number(alpha) < faint) return "opacity";
  if (isEmptyClip(style.clipPath) || (style.position === "absolute" && /^rect\((?:0px,? ?|1px,? ?){4}\)$/.test(style.clip)))
    return "clipped";
  if (paintContainment.test(style.contain) && Math.min(rectOf(element).width, rectOf(element).height) < 1) return "clipped";
  if (style.backfaceVisibility === "hidden" && isTurnedAway(element)) return "turned away";
  const mask = style.maskImage || style.webkitMaskImage || "none";
  if (/^[a-z-]+gradient\(/.test(mask) && colorsIn(mask).every(isClear)) return "mask";
  if (Math.abs(Number.parseFloat(style.textIndent)) > 2_000) return "off-screen";
  if (isClear(fillOf(style)) && !isDrawnOtherwise(element)) return "color";
  if (tagOf(element).startsWith("svg:") && style.fill === "none" && style.stroke === "none") return "color";
  return undefined;
}

/** Turned by over 120 degrees with what it stands in, which no perspective turns back. */
function isTurnedAway(element: Element): boolean {
  const turn = new DOMMatrix();
  for (let at: Element | null = element; at !== null; at = parentElementOf(at)) {
    const { transform, rotate, transformStyle } = computedStyleOf(at);
    // Only an element's own space holds what is in it in three dimensions.
    if (at !== element && transformStyle !== "preserve-3d") break;
    const [, axis, angle] = /^([xy]) (.+)$/.exec(rotate) ?? [];
    turn.preMultiplySelf(new DOMMatrix(`${axis === undefined ? "" : `rotate${axis}(${angle})`}${transform === "none" ? "" : transform}`));
  }
  return turn.m33 < -0.5;
}

/** Shapes without an area: `inset(50%)`, `circle(0)`, polygons whose points are one. */
function isEmptyClip(clip: string): boolean {
  const [, shape = "", inner = ""] = /^([a-z]+)\((.*)\)$/.exec(clip) ?? [];
  if (shape === "circle" || shape === "ellipse") return /^0(?:px|%)?(?: |$)/.test(inner);
  if (shape === "polygon") return new Set(inner.split(/, ?/)).size === 1;
  if (shape !== "inset") return false;
  const sides = inner.replace(/ round .*/, "").split(" ");
  const [top = 0, right = top, bottom = top, left = right] = sides.map((side) => (side.endsWith("%") ? Number.parseFloat(side) : 0));
  return top + bottom >= 100 || left + right >= 100;
}

/** A text without a color of its own may show a background through its letters, a shadow or an outline. */
function isDrawnOtherwise(element: Element): boolean {
  const { backgroundClip, backgroundImage, backgroundColor, textShadow, webkitTextStrokeWidth, webkitTextFillColor } =
    computedStyleOf(element);
  if (textShadow !== "none" || Number.parseFloat(webkitTextStrokeWidth) > 0) return true;
  if (webkitTextFillColor !== "" && !isClear(webkitTextFillColor)) return true;
  return /\btext\b/.test(backgroundClip) && (backgroundImage !== "none" || !/^rgb\(255, 255, 255\)$/.test(backgroundColor));
}

function colorsIn(value: string): string[] {
  return value.match(/rgba?\([^)]*\)|color\([^)]*\)/g) ?? ["?"];
}

function isClear(color: string): boolean {
  const [, alpha = "1"] = /^(?:rgba\(.*, |color\(.*\/ )([\d.]+)\)$/.exec(color) ?? [];
  return Number(alpha) < faint;
}

const pictures = new Set(["img", "svg", "canvas", "video", "iframe", "object", "embed", "input", "picture"]);

function pageOf({ columns, elements, parents, records, places, rootOf, roots, styles, excluded }: WalkState) {
  const { window } = (roots[0] as Root).view;
  const { innerWidth, innerHeight, scrollX, scrollY } = window;
  const rendering = (index: number) => styles.recordOf(columns.style[index] ?? 0);
  const isOpaque = (index: number) => /^rgb\(/.test(rendering(index).value("background-color"));
  const paints = (index: number) =>
    pictures.has(records[index]?.tag ?? "") ||
    !/^(?:rgba\(0, 0, 0, 0\))?$/.test(rendering(index).value("background-color")) ||
    !/^(?:none)?$/.test(rendering(index).value("background-image"));

  function inWindow(index: number): readonly [x: number, y: number, width: number, height: number] {
    return [
      (places[index * 2] ?? 0) / 4 - scrollX,
      (places[index * 2 + 1] ?? 0) / 4 - scrollY,
      (columns.box[index * 4 + 2] ?? 0) / 4,
      (columns.box[index * 4 + 3] ?? 0) / 4,
    ];
  }

  const opaque = memoized((_: "all") =>
    [...elements.keys()].filter((index) => ((columns.flags[index] ?? 0) & nodeFlags.visible) !== 0 && isOpaque(index)),
  );

  function holdsPoint(index: number, x: number, y: number): boolean {
    const [left, top, width, height] = inWindow(index);
    return left <= x && x <= left + width && top <= y && y <= top + height;
  }

  function isWithin(inner: number, outer: number): boolean {
    for (let at = inner; at >= outer; at = parents[at] ?? -1) if (at === outer) return true;
    return false;
  }

  return {
    /** Why nothing is seen of an element that is rendered and takes no place in what is shown. */
    hiddenBy: (index: number): UnseenReason | undefined => {
      const { value } = rendering(index);
      if (isTiny(value("font"))) return "no area";
      const [x, y, width, height] = inWindow(index);
      if (width < 1 || height < 1) {
        // Text may stick out of a box of no height.
        const sticksOut = value("overflow") === "visible" && value("transform") === "none" && width + height > 1;
        return sticksOut ? undefined : "no area";
      }
      return x + width + scrollX <= 0 || y + height + scrollY <= 0 ? "off-screen" : "clipped";
    },
    /** The color on which a page without a background stands; "" where it is not certain. */
    canvas: (): string => (/dark/.test(computedStyleOf(elements[0] as Element).colorScheme) ? "" : "rgb(255, 255, 255)"),
    /** Nothing but ancestors without generated boxes may lie behind a text. */
    isPlain: (index: number): boolean => {
      const [x, y, width, height] = inWindow(index);
      for (let at = index; at >= 0; at = parents[at] ?? -1)
        for (const pseudo of ["::before", "::after"])
          if (!/^(?:none|normal)$/.test(computedStyleOf(elements[at] as Element, pseudo).content)) return false;
      return !elements.some((_, other) => {
        if (((columns.flags[other] ?? 0) & nodeFlags.visible) === 0 || !paints(other) || isWithin(index, other) || isWithin(other, index))
          return false;
        const [left, top, wide, high] = inWindow(other);
        return left < x + width && x < left + wide && top < y + height && y < top + high;
      });
    },
    /** Something opaque lies over the whole text, which no scrolling uncovers. Asked of the browser, in the window and the page's own document alone. */
    isCovered: (index: number): boolean => {
      const [x, y, width, height] = inWindow(index);
      if (rootOf[index] !== roots[0] || x < 0 || y < 0 || x + width > innerWidth || y + height > innerHeight) return false;
      // On some pages the browser takes milliseconds to find what is at a point.
      const isUnder = (other: number) => holdsPoint(other, x + width / 2, y + height / 2) && !isWithin(index, other);
      if (!opaque("all").some(isUnder)) return false;
      const element = elements[index] as Element;
      const isCoveredAt = (at: number) => {
        const [left, top] = [x + width * at, y + height / 2];
        const hit = elementAtPoint(window.document, left, top);
        if (hit === null || excluded.has(hit) || containsNode(hit, element) || containsNode(element, hit)) return false;
        for (let above = parents[index] ?? -1; above >= 0; above = parents[above] ?? -1) {
          const [l, t, w, h] = inWindow(above);
          // It may be scrolled into view.
          if (!/^(?:visible)?$/.test(rendering(above).value("overflow")) && (left < l || top < t || left > l + w || top > t + h))
            return false;
        }
        return covers(elements.indexOf(hit), index);
      };
      return isCoveredAt(0.5) && isCoveredAt(0.1) && isCoveredAt(0.9);
    },
  };

  /** Whether what was hit, or what is around it short of the covered text's ancestors, is opaque and stays where it is. */
  function covers(hit: number, covered: number): boolean {
    let opaque = false;
    for (let at = hit; at >= 0 && !isWithin(covered, at); at = parents[at] ?? -1) {
      opaque ||= isOpaque(at);
      const { position, value } = rendering(at);
      if (value("opacity") !== "1" && value("opacity") !== "") return false;
      const [, , width, height] = inWindow(at);
      const isMost = width >= innerWidth * mostOfWindow && height >= innerHeight * mostOfWindow;
      if ((position === "fixed" || position === "sticky") && !isMost) return false;
    }
    return opaque;
  }
}
