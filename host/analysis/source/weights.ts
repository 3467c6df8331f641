/**
 * What each finding adds to the log odds that a place made the element, times how far it is found: a conditional logit over the places of a
 * project, with an outside option (McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior", 1974). Fitted by
 * `npx tsx installer/dev/bench/sources/main.ts fit` on its apps.
 */
export const weights = {
  /** That no place made it. */
  none: 2.26,
  /** The tag has the element's name; it is a component's that may draw it. */
  tag: 0.73,
  component: -1.51,
  /** Nothing but words is known of the element, and the tag has them. */
  wordsAlone: 3.07,
  /** An id or test id is written as the element has it; an attribute by which people know elements; another one. */
  ownAttribute: 4.26,
  namingAttribute: 3.69,
  attribute: 2.2,
  /** It has another value where one of those by which people know elements is written. */
  otherAttribute: -2.07,
  /** The fixed parts of an attribute's expression are in the element's value; it has none. */
  attributeOfExpression: 4.32,
  openAttribute: 2.7,
  /** A component is handed the element's text. */
  handedText: 2.48,
  /** It is handed what stands in a class of the element. */
  givenClass: 1.66,
  /** Classes of the element are written in the tag. */
  classes: 2.89,
  /** Classes that a component is handed are those of an element around. */
  outerClasses: 1.31,
  /** Classes of the tag that the element lacks. */
  foreignClasses: -1.67,
  /** Classes of the element that a tag of HTML would have to write. */
  lacksClasses: -2.13,
  /** The classes of the element name the component. */
  className: 1.07,
  /** Its name ends with that of the element's tag or role. */
  kindName: 1.45,
  /** The text in the tag: as written, in an expression or with parts filled in. */
  literal: 4.94,
  template: 3.18,
  /** An expression in the tag, or that it is handed, names keys or variables around the text where a source holds it. Not fitted. */
  keyed: 2.5,
  /** The tag's parent is not the element's. */
  otherParent: -1.72,
  /** The tag has the element's place among as many children. */
  place: 2.44,
  /** The texts before the element stand before the tag, the nearer the more. */
  textBefore: 1.8,
  /** Share of what stands in the tag that is on the page in the element; of the element's texts, or a picture's strokes, that stand in the tag. */
  textsWithin: 1.65,
  context: 1.68,
  /** The tag stands in the nearest component of the project around the element; its file defines none of those that are known. */
  owner: 3.06,
  outsideOwners: -1.4,
  /** The file's own styles apply to the element. Not fitted. */
  scoped: 5,
  /** Each part of the page's path that is one of the file's. */
  route: 0.81,
  /** The tag is the package's component that drew the element in that file. */
  drawer: 4.85,
  /** The element's text in quotes, where no tag is. */
  data: -1.63,
  dataAlone: 3.31,
  /** The page states the tag's line for the element; for a component that draws nothing else. Not fitted: it hardly errs. */
  stated: 12,
  statedUse: 11,
  /** The page states the file for the element or one around. */
  statedFile: 2.74,
  /** The tag stands in the one that made what is around the element; in a component that this one makes. */
  insideKnown: 5.19,
  insideMade: 4.64,
  /** The component drew the element around or one in it. */
  drewKnown: 3.57,
  /** It holds the tag of what is in the element. */
  holdsKnown: 3.37,
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
