import { type Property, properties } from "./style-properties.js";
import { trait } from "./traits.js";

/** All that has an effect on a shape in a picture: it has no box and no text. */
const ofShapes: ReadonlySet<Property> = new Set(["visibility", "opacity", "color", "cursor", "pointer-events", "transform"]);

/**
 * One value for each property, in their order; empty for what was not read. Each read costs a third of a microsecond and more, so these are
 * static members and shorthands, and what has no effect is left out: borders that are not drawn, `overflow`, `transform` and undrawn corners of
 * inline boxes, `z-index` in the flow, `gap` but in flex and grid, all of boxes and text where a picture draws a shape. `bits`: of `trait`;
 * `item`: the parent is a flex or grid container.
 */
export function valuesOf(style: CSSStyleDeclaration, display: string, bits: number, item: boolean): string[] {
  if ((bits & trait.shape) !== 0) return valuesOfShape(style, display);
  // An image and its like are boxes of their own also where they stand inline.
  const isBox = (bits & trait.atomic) !== 0 || display !== "inline";
  const { position, borderStyle, backgroundColor, backgroundImage, boxShadow } = style;
  const isDrawn = borderStyle !== "none";
  const hasCorners = isBox || isDrawn || backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none" || boxShadow !== "none";
  const overflow = isBox ? style.overflow : "";
  const holdsItems = isFlexible(display);
  return [
    display,
    style.visibility,
    position,
    style.opacity,
    style.color,
    backgroundColor,
    backgroundImage,
    style.font || fontOf(style),
    style.letterSpacing,
    style.textAlign,
    style.textDecorationLine,
    style.textTransform,
    style.whiteSpace,
    style.margin,
    style.padding,
    borderStyle,
    isDrawn ? style.borderWidth : "",
    isDrawn ? style.borderColor : "",
    hasCorners ? style.borderTopLeftRadius : "",
    boxShadow,
    style.cursor,
    style.pointerEvents,
    overflow,
    isBox && overflow !== "visible" ? style.textOverflow : "",
    isBox ? style.transform : "",
    item || position !== "static" ? style.zIndex : "",
    holdsItems ? style.gap : "",
    holdsItems ? style.flexDirection : "",
  ];
}

function valuesOfShape(style: CSSStyleDeclaration, display: string): string[] {
  return properties.map((name) => (name === "display" ? display : ofShapes.has(name) ? style.getPropertyValue(name) : ""));
}

/** `none`, or which kinds of images: an image's address says nothing to an audit and may hold the image itself. */
export function imageKind(value: string): string {
  if (value === "none" || value === "") return value;
  // Addresses stand in quotation marks: what looks like an image within them is none.
  const kinds = value.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\b(?:url|image-set|paint|[a-z]+(?:-[a-z]+)?-gradient)\(/g) ?? ["image("];
  return [...new Set(kinds)].map((kind) => kind.slice(0, -1)).join(" ");
}

export function isFlexible(display: string): boolean {
  return display === "flex" || display === "grid" || display === "inline-flex" || display === "inline-grid";
}

/** Browsers give no `font` where a longhand has a value that the shorthand cannot say. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}
