import { computedStyleOf, localNameOf } from "../dom.js";

// What decides which colours of a text and of its background are seen, beside those that every element is asked for. Rare: only elements are asked whose rules or
// `style` attribute may declare it.

/** Returns whether the declarations of a rule may give an element such paint, a part of its text another color, or a generated box with any. */
export function declaresRarePaint(style: CSSStyleDeclaration, selector: string, isGenerated: boolean): boolean {
  if (/::(?:first-l|details)/.test(selector)) return true;
  if (isGenerated && [style.background, style.backgroundColor, style.backgroundImage, style.boxShadow].some((value) => value !== ""))
    return true;
  return (
    isSet(style.textShadow) ||
    isSet(style.filter) ||
    isSet(style.mixBlendMode, "normal") ||
    style.webkitTextFillColor !== "" ||
    isSet(style.webkitTextStrokeWidth, "0px") ||
    isSet(style.backdropFilter) ||
    isSet(style.borderImageSource) ||
    isSet(style.maskImage) ||
    isSet(style.backgroundClip, "border-box") ||
    `${style.mask}${style.borderImage}${style.webkitTextStroke}`.includes("var(")
  );
}

const isSet = (value: string | undefined, initial = "none"): boolean => value !== undefined && value !== "" && value !== initial;

/** Words of `style` attributes and style sheets that may declare such paint. */
export const rarePaint =
  /fill-color|text-stroke|text-shadow|blend-mode|filter|mask|border-image|background-clip|:(?:before|after|first-l|details)/i;

/** Paint that an element hands down to the texts in it. */
export const isHandedDown = (paint: string): boolean => /text-/.test(paint);

/** A thinner line changes no letter, by axe-core's measure. */
const seenStrokeEm = 0.03;

/** Names such paint of an element, joined by `; `, with the colour of `text-fill`; "" for none. */
export function rarePaintOf(element: Element, style: CSSStyleDeclaration): string {
  const found = [
    style.textShadow !== "none" && "text-shadow",
    style.filter !== "none" && "filter",
    style.mixBlendMode !== "normal" && "mix-blend-mode",
    fillOf(style) !== style.color && `text-fill ${style.webkitTextFillColor}`,
    Number.parseFloat(style.webkitTextStrokeWidth) >= seenStrokeEm * Number.parseFloat(style.fontSize) && "text-stroke",
    isSet(style.backdropFilter) && "backdrop-filter",
    style.borderImageSource !== "none" && "border-image",
    style.maskImage !== "none" && "mask",
    style.backgroundClip.includes("text") && "background-clip",
    ...["first-line", "first-letter", ...(localNameOf(element) === "details" ? ["details-content"] : [])].filter((which) => {
      const part = computedStyleOf(element, `::${which}`);
      return part.color !== style.color || !hasNoGround(part);
    }),
    ...["before", "after"].map((which) => generatedPaint(computedStyleOf(element, `::${which}`), which, style)),
  ];
  return found.filter((one) => one !== false).join("; ");
}

/** The colour that letters are filled with. A forced colour is painted in its place, which is not what Chromium computes. */
export function fillOf({ forcedColorAdjust, color, webkitTextFillColor }: CSSStyleDeclaration): string {
  return forcedColorAdjust === "auto" && matchMedia("(forced-colors: active)").matches ? color : webkitTextFillColor;
}

const hasNoGround = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
  /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) && backgroundImage === "none";

/** `generated`, with `before over` or `after over` for an opaque box or picture that lies over nearly all of its element. */
function generatedPaint(box: CSSStyleDeclaration, which: string, { width, height }: CSSStyleDeclaration): string | false {
  const { content, display, boxShadow } = box;
  if (content === "none" || content === "normal" || display === "none") return false;
  if (hasNoGround(box) && boxShadow === "none") return false;
  const isOpaque = (/^rgb\(/.test(box.backgroundColor) || box.backgroundImage !== "none") && Number(box.opacity) > 0.5;
  const isLifted = /absolute|fixed/.test(box.position) && !box.zIndex.startsWith("-");
  const isAsLarge =
    Number.parseFloat(box.width) >= 0.9 * Number.parseFloat(width) && Number.parseFloat(box.height) >= 0.9 * Number.parseFloat(height);
  return isOpaque && isLifted && isAsLarge ? `generated ${which} over` : "generated";
}
