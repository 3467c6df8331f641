import type { CapturedElement, CaptureReader } from "../contract/reader.js";
import { parseColor } from "./colors.js";
import { firstWithin } from "./element-facts.js";
import { sidesOf } from "./geometry.js";
import { type Room, roomAround } from "./spacing.js";
import { isAbout, isAboutGround, isAboutPaint, isAboutSpace, sideWords } from "./styles/explained.js";

/** Declarations of a box that make what an annotation is about. */
export interface Maker {
  readonly of: CapturedElement;
  readonly property: RegExp;
}

/** The rooms that an annotation may be about, and who makes those that it names or another look that the element has from a box around it. */
export interface Made {
  readonly rooms: readonly Room[];
  readonly makers: readonly Maker[];
}

// What the words are about: what is in a box, a graphic, or parts of a control.
const ofInside = /\b(inside|within|padding|text starts)\b/i;
const ofGraphics = /\b(icon|arrow|logo|image|picture|avatar)\b/i;
const ofParts = /\b(field|icon|arrow|logo|image|picture|label|text|word)\b/i;

const ownerLevels = 5;
const hasLength = (value: string) => sidesOf(value).some((px) => px > 0);
/** Looks that an element may have from a box around it: the nearest that has any owns it. */
const looks: readonly {
  readonly words: (comment: string) => boolean;
  readonly style: string;
  readonly isDrawn: (value: string) => boolean;
  readonly property: RegExp;
}[] = [
  { words: (one) => isAboutSpace(one) && ofInside.test(one), style: "padding", isDrawn: hasLength, property: /^padding/ },
  { words: (one) => isAbout(one, "border-radius"), style: "border-top-left-radius", isDrawn: hasLength, property: /-radius$/ },
  {
    words: isAboutGround,
    style: "background-color",
    isDrawn: (value) => (parseColor(value)?.alpha ?? 0) > 0,
    property: /^background/,
  },
];
const mostRooms = 3;
const mostMakers = 3;

/**
 * Walks from what an annotation is about out to the boxes whose declarations make the dimension that its words name: room at a side by margins,
 * paddings and gaps, place by the layout of a parent, corners and ground by the box that draws them.
 */
export function madeOf(
  reader: CaptureReader,
  { element, picked }: { readonly element: CapturedElement; readonly picked: CapturedElement },
  words: string,
): Made {
  const owners = looks
    .filter(({ words: about }) => about(words))
    .flatMap((look): Maker[] => {
      const of = [picked.index, ...reader.ancestors(picked.index)]
        .slice(0, ownerLevels)
        .find((at) => look.isDrawn(reader.style(at, look.style) ?? ""));
      return of === undefined ? [] : [{ of: reader.element(of), property: look.property }];
    });
  const isSpace = isAboutSpace(words) && !(ofInside.test(words) && owners.some(({ of }) => of.index === element.index));
  const isPlace = !isAboutSpace(words) && isAbout(words, "justify-content") && !(/\balign/i.test(words) && element.text !== "");
  const rooms = isSpace || isPlace || !isAboutPaint(words) ? roomsMeant(reader, element, picked, words, isPlace) : [];
  const asked = isSpace || isPlace ? rooms : [];
  const makers = [...owners, ...asked.flatMap((room) => (isPlace ? placerOf(reader, room) : makersOf(room, element)))];
  const seen = new Set<string>();
  const isNews = ({ of, property }: Maker) => !seen.has(`${of.ref} ${property}`) && seen.add(`${of.ref} ${property}`);
  return { rooms, makers: makers.filter(isNews).slice(0, mostMakers) };
}

function roomsMeant(reader: CaptureReader, element: CapturedElement, picked: CapturedElement, words: string, isPlace: boolean): Room[] {
  const named = Object.entries(sideWords).flatMap(([side, pattern]) => (pattern.test(words) ? [side] : []));
  // What is alike beside it stands with it.
  const classes = new Set(classesOf(element));
  const isAlike = (other: CapturedElement) => isPlace && other.tag === element.tag && classesOf(other).some((one) => classes.has(one));
  const inner = isPlace ? [] : picked === element ? innerRooms(reader, element, words) : roomAround(reader, picked, element);
  const isMet = ({ endsAt }: Room) => endsAt !== "edge" || ofInside.test(words);
  const outer = roomAround(reader, element, undefined, isAlike).filter(({ side }) => !inner.some((one) => one.side === side && isMet(one)));
  const rooms = [...inner.filter(isMet), ...outer].filter(
    ({ px, parts }) => px > 0 && parts.some(({ property }) => isPlace || property !== "layout"),
  );
  if (named.length > 0) return rooms.filter((room) => named.includes(room.side) || (picked === element && inner.includes(room)));
  // The nearest thing beside it, else the edges around.
  const beside = rooms.filter(({ endsAt }) => endsAt === "element" || endsAt === "letters");
  const graphic = ofGraphics.test(words) ? beside.filter(({ ref }) => hasGraphic(reader, ref)) : [];
  if (graphic.length > 0) return graphic.slice(0, mostRooms);
  const nearest = Math.min(...beside.map(({ level }) => level));
  const shown = beside.length > 0 ? beside.filter(({ level }) => level === nearest) : rooms;
  return shown.toSorted((a, b) => a.px - b.px).slice(0, mostRooms);
}

/** Between the parts of a control, where the words name one of them. */
function innerRooms(reader: CaptureReader, element: CapturedElement, words: string, levels = ownerLevels): Room[] {
  if (levels === 0 || !ofParts.test(words)) return [];
  const [first, ...others] = reader
    .children(element.index)
    .map((index) => reader.element(index))
    .filter(({ visible }) => visible);
  if (first === undefined) return [];
  if (others.length === 0 && element.text.trim() === "") return innerRooms(reader, first, words, levels - 1);
  return roomAround(reader, first, element).filter(({ endsAt }) => endsAt === "element" || endsAt === "letters");
}

function hasGraphic(reader: CaptureReader, ref: string): boolean {
  const of = reader.byRef(ref);
  return of !== undefined && firstWithin(reader, of.index, ({ tag }) => /^(svg|img|i)$/.test(tag)) !== undefined;
}

function classesOf({ attributes }: CapturedElement): readonly string[] {
  return attributes["class"]?.match(/\S+/g) ?? [];
}

const position = /^(inset|left|right|top|bottom|translate|transform)/;

/** Who places a thing at a side. */
function placerOf(reader: CaptureReader, { endsAt, box, side }: Room): Maker[] {
  if (endsAt === "position") return [{ of: box, property: position }];
  const display = reader.style(box.index, "display") ?? "";
  const isDown = side === "above" || side === "below";
  const isColumn = /column/.test(reader.style(box.index, "flex-direction") ?? "");
  if (/flex/.test(display))
    return [{ of: box, property: isDown === isColumn ? /^(justify-content|flex-direction)$/ : /^(align-items|flex-direction)$/ }];
  if (/grid/.test(display))
    return [{ of: box, property: isDown ? /^(align-|grid-template-(rows|areas))/ : /^(justify-|grid-template-(columns|areas))/ }];
  return isDown ? [] : [{ of: box, property: /^text-align$/ }];
}

/** Less of a room than this share is not what its words are about. */
const leastShare = 0.2;

/** Its own before those of boxes around and beside it. */
function makersOf({ parts, px: whole }: Room, element: CapturedElement): Maker[] {
  return parts
    .filter(({ property, px }) => !/^(layout|position|line-height)$/.test(property) && Math.abs(px) >= Math.abs(whole) * leastShare)
    .toSorted((a, b) => Number(b.of.index === element.index) - Number(a.of.index === element.index))
    .map(({ of, property }) => ({ of, property: property === "gap" ? /^(gap|row-gap|column-gap)$/ : new RegExp(`^${property}$`) }));
}
