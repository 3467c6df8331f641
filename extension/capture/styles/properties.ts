import { trait } from "../attributes/traits.js";

/** The properties of a capture, in the order of each set. Shorthands stand for all their longhands. */
export const properties = [
  "display",
  "visibility",
  "position",
  "opacity",
  "color",
  "background-color",
  "background-image",
  "font",
  "letter-spacing",
  "text-align",
  "text-decoration-line",
  "text-transform",
  "white-space",
  "margin",
  "padding",
  "border-style",
  "border-width",
  "border-color",
  "border-top-left-radius",
  "box-shadow",
  "cursor",
  "pointer-events",
  "overflow",
  "text-overflow",
  "transform",
  "z-index",
  "gap",
  "flex-direction",
  // Rare paint by name, of `rarePaintOf`.
  "paint",
] as const;

export type Property = (typeof properties)[number];

/** Those that have an effect on an SVG shape, which has neither box nor text. */
const shapeProperties: ReadonlySet<Property> = new Set(["visibility", "opacity", "color", "cursor", "pointer-events", "transform"]);

/**
 * Returns one value for each property, in their order; "" where it was not read. Each read takes a third of a microsecond or more, so these
 * are static members and shorthands, and properties without effect are not read: borders that are not drawn, `overflow`, `transform` and
 * undrawn corners of inline boxes, `z-index` in the flow, `gap` outside flex and grid, box and text properties of SVG shapes.
 * `traits`: bits of `trait`; `isItem`: the parent is a flex or grid container; `paint`: of `rarePaintOf`.
 */
export function readProperties(style: CSSStyleDeclaration, display: string, traits: number, isItem: boolean, paint: string): string[] {
  if ((traits & trait.shape) !== 0)
    return properties.map((name) => (name === "display" ? display : shapeProperties.has(name) ? style.getPropertyValue(name) : ""));
  const isBox = (traits & trait.atomic) !== 0 || display !== "inline";
  const { position, borderStyle, backgroundColor, backgroundImage, boxShadow } = style;
  const isDrawn = borderStyle !== "none";
  const hasCorners = isBox || isDrawn || backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none" || boxShadow !== "none";
  const overflow = isBox ? style.overflow : "";
  const isContainer = isFlexOrGrid(display);
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
    isItem || position !== "static" ? style.zIndex : "",
    isContainer ? style.gap : "",
    isContainer ? style.flexDirection : "",
    paint,
  ];
}

export function isFlexOrGrid(display: string): boolean {
  return display === "flex" || display === "grid" || display === "inline-flex" || display === "inline-grid";
}

/** `font` is empty where a longhand has a value that the shorthand cannot express. */
function fontOf(style: CSSStyleDeclaration): string {
  return `${style.fontStyle} ${style.fontWeight} ${style.fontSize} / ${style.lineHeight} ${style.fontFamily}`;
}
