/**
 * What each finding adds to a place's points, times how far it is found. Set by hand, not fitted. `judge --without NAME` of
 * installer/dev/bench/sources prints how often find_source is right on open-source apps without one.
 */
export const scores = {
  /** The tag has the element's name. */
  tag: 2,
  /** An id or test id is written as the element has it. */
  ownAttribute: 6,
  /** Another attribute by which people know an element: its address, label, name. */
  namingAttribute: 4.5,
  attribute: 2,
  /** One that many elements of a kind share: `type`, `role`, sizes. */
  commonAttribute: 0.5,
  /** The fixed parts of an attribute's expression are in the element's value. */
  attributeOfExpression: 3,
  /** An attribute's expression has no fixed parts. */
  openAttribute: 0.5,
  /** The element lacks an attribute of the tag, or the tag one of the element's. */
  foreignAttribute: -0.6,
  /** A component is handed the element's text, or a message's key. */
  handedText: 4,
  otherText: -3,
  /** Classes of the element are written in the tag: any, each, all of them and no other. */
  anyClass: 1,
  eachClass: 0.7,
  allClasses: 1.5,
  /** A class of the tag that the element lacks. */
  foreignClass: -2,
  /** The tag has no class, the element has some; and each of these. */
  noClass: -1,
  eachMissedClass: -0.75,
  /** A class by its name in a CSS module, and another one's. */
  moduleClass: 3,
  otherModuleClass: -5,
  /** The script holds a class of the element, and the tag has an expression for its classes. */
  heldClass: 0.7,
  /** The classes of the element name the component: by as much as `pointsOfName` returns. */
  className: 1,
  /** The component is called what the element shows: `<DarkMode>` of “Dark mode”. */
  calledAs: 3,
  /** The component draws such a tag outermost, or another one. */
  drawnTag: 1,
  /** An icon's component for an icon, or one for another icon. */
  iconTag: 2,
  otherIconTag: -1,
  /** The text in the tag: as written, in an expression, with parts filled in, in parts, by a message's key. */
  literal: 5,
  quoted: 4.5,
  template: 4,
  parts: 3,
  key: 5,
  /** Share of these for what holds an element with the text, and for one that holds much. */
  ofBox: 0.5,
  ofLongBox: 0.2,
  /** The element's text is one of several in the tag. */
  holds: 1,
  /** Only expressions stand in the tag; another text does. */
  open: 0.4,
  conflict: -0.75,
  /** The tag's parent is the element's; the tag has the element's place among as many children. */
  parent: 0.5,
  place: 0.9,
  otherPlace: -0.4,
  samePlace: 0.3,
  /** A name or text that stands around the element stands around the tag; a field's label does, or what stands beside an icon. */
  nameAround: 0.6,
  neighbour: 0.7,
  label: 2.5,
  /** Share of what stands in and around the tag that is on the page in and around the element, level by level outward. */
  context: 2,
  contextOfParent: 2,
  contextFarther: 1.25,
  textsWithin: 2,
  /** Texts around the element stand in the file, the rarer the more. */
  region: 1.5,
  /** The file stands where the address of the page leads. */
  route: 1.5,
  /** The tag stands in the nearest component of the project around the element; its file defines none of those that are known. */
  owner: 3,
  outsideOwners: -3,
  /** The tag is the package's component that drew the element in that file, or a plain one where none did. */
  drawer: 5,
  ownTag: 2,
  /** Another one beside that component. */
  otherTag: -1,
  /** A text in quotes where no tag fits. */
  data: 2.75,
} as const satisfies Readonly<Record<string, number>>;

/** Its name is what `--without` takes. */
export type Score = keyof typeof scores;

/** Takes a finding, and words where it speaks for the tag. `times`: how far or how often it was found. */
export type Add = (score: Score, words?: string, times?: number) => void;
