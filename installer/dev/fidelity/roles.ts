/**
 * Chromium's own words for roles, in those that captures use. Chromium distinguishes more kinds than ARIA does; what ARIA and
 * HTML-AAM have no role for is "" in a capture. `undefined` as the answer means: nothing to compare.
 */
const translations: Readonly<Record<string, string>> = {
  Abbr: "",
  Audio: "",
  Canvas: "",
  // HTML-AAM has no role for fields of date, time and colour: captures have them as the text field that frameworks find them by.
  ColorWell: "textbox",
  Date: "textbox",
  DateTime: "textbox",
  InputTime: "textbox",
  DescriptionList: "",
  Details: "group",
  DisclosureTriangle: "",
  DisclosureTriangleGrouped: "",
  EmbeddedObject: "",
  Figcaption: "",
  Footer: "",
  FooterAsNonLandmark: "",
  Header: "",
  HeaderAsNonLandmark: "",
  Iframe: "",
  IframePresentational: "",
  LabelText: "",
  Legend: "",
  LineBreak: "",
  MathMLMath: "math",
  PluginObject: "",
  PopUpButton: "button",
  Pre: "",
  Ruby: "",
  RubyAnnotation: "",
  Section: "",
  SectionWithoutName: "",
  SvgRoot: "img",
  ToggleButton: "button",
  Video: "",
  generic: "",
  image: "img",
  none: "",
  presentation: "",
  sectionfooter: "",
  sectionheader: "",
};

/** Chromium guesses which tables only lay out; ARIA has one role for both. A box that only looks like a table has none. */
const layoutTables: Readonly<Record<string, string>> = { table: "table", tr: "row", td: "cell", th: "columnheader" };

/** The role that a capture should hold for an element whose role in Chromium is `role`. */
export function expectedRole(role: string, tag: string): string {
  if (role.startsWith("LayoutTable")) return layoutTables[tag] ?? "";
  if (role.startsWith("MathML") && role !== "MathMLMath") return "";
  return translations[role] ?? role;
}
