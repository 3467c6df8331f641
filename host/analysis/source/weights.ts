/**
 * What each finding adds to the log odds that a place made the element, times how far it is found: a conditional logit over the places of a
 * project, with an outside option (McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior", 1974). Fitted by
 * `npx tsx installer/dev/bench/sources/main.ts fit` on its apps.
 */
export const weights = {
  /** That no place made it. */
  none: 2.12,
  /** The tag has the element's name; it is a component's that may draw it. */
  tag: 1.29,
  component: -0.72,
  /** Nothing but words is known of the element, and the tag has them. */
  wordsAlone: 2.2,
  /** An id or test id is written as the element has it; an attribute by which people know elements; another one. */
  ownAttribute: 4.81,
  namingAttribute: 2.81,
  attribute: 2.11,
  /** The fixed parts of an attribute's expression are in the element's value; it has none. */
  attributeOfExpression: 3.73,
  openAttribute: 1.14,
  /** The element lacks an attribute of the tag, or the tag one of the element's. */
  foreignAttribute: -0.62,
  /** A component is handed the element's text, or a message's key. */
  handedText: 2.38,
  /** Classes of the element are written in the tag: so many, all and no other. */
  classes: 1.88,
  allClasses: 1.52,
  /** Classes of the tag that the element lacks; the element's where the tag has none. */
  foreignClasses: -2.54,
  noClasses: -0.62,
  /** The script holds classes of the element, and the tag has an expression for its classes. */
  heldClasses: 1.35,
  /** The classes of the element name the component. */
  className: 1.04,
  /** The component draws such a tag outermost; another one. */
  drawnTag: 1.05,
  otherDrawn: -1.6,
  /** Its styled component declares values that the element has; other ones. */
  declared: 3,
  otherDeclared: -2,
  /** An icon's component for an icon. */
  iconTag: 1.78,
  /** The text in the tag: as written, in an expression, with parts filled in, in parts or among others, by a message's key. */
  literal: 4.57,
  quoted: 3.37,
  template: 3.29,
  parts: 1.76,
  key: 4,
  /** Only expressions stand in the tag. */
  open: 0.8,
  /** The tag's parent is not the element's. */
  otherParent: -1.62,
  /** The tag has the element's place among as many children; another place. */
  place: 1.65,
  otherPlace: -1.24,
  /** The texts before the element stand before the tag, the nearer the more. */
  textBefore: 1.71,
  /** Names that stand around the element stand around the tag; a field's label does, or what stands beside an icon. */
  namesAround: 0.23,
  label: 2.3,
  /** Share of what stands in and around the tag that is on the page in and around the element, level by level outward. */
  context: 1.44,
  contextOfParent: 1.27,
  contextFarther: 0.57,
  textsWithin: 1.79,
  /** The file stands where the address of the page leads. */
  route: 0.71,
  /** The tag stands in the nearest component of the project around the element; its file defines none of those that are known. */
  owner: 2.42,
  outsideOwners: -2.31,
  /** The tag is the package's component that drew the element in that file, or a plain one where none did. */
  drawer: 4,
  ownTag: 1.73,
  /** The element's text in quotes, where no tag is. */
  data: -2.01,
  dataAlone: 1.98,
  /** The page states the tag's line for the element; for a component that draws nothing else. Not fitted: it hardly errs. */
  stated: 12,
  statedUse: 11,
  /** The page states the file for the element or one around; another one. */
  statedFile: 2.31,
  otherFile: -2.13,
  /** The tag has the place among its like that the element has on the page. */
  order: 2.83,
  /** The tag stands in the one that made what is around the element. */
  insideKnown: 3.07,
  /** It holds the tag of what is in the element. */
  holdsKnown: 2.61,
  /** Files of tests and stories, of documentation, of build tools and other projects. Not fitted: the apps of the bench have hardly any. */
  ofTests: -4,
  ofDocs: -2,
  built: -8,
  /** The element was asked for by a text that the file has. Not fitted: of such questions there are few. */
  asked: 6,
  /** A component is defined by its name; the file is called after it. Not fitted. */
  defines: 6,
  namedFile: 4,
} as const satisfies Readonly<Record<string, number>>;

/** Its name is what `--without` takes. */
export type Feature = Exclude<keyof typeof weights, "none">;

/** How far or how often each was found. */
export type Features = Readonly<Partial<Record<Feature, number>>>;

/** Takes a finding, and words where it speaks for the place. */
export type Add = (feature: Feature, value?: number, words?: string) => void;

/** Log odds of a place. */
export function pointsOf(features: Features, table: Readonly<Record<Feature, number>> = weights): number {
  let points = 0;
  for (const name in features) if (isFeature(name)) points += table[name] * (features[name] ?? 0);
  return points;
}

function isFeature(name: string): name is Feature {
  return name !== "none" && Object.hasOwn(weights, name);
}
