/** Chromium's own words for what ARIA and HTML-AAM have no role for: "" in a capture. */
const withoutRole = new Set(
  (
    "Abbr Audio Canvas DescriptionList DisclosureTriangle DisclosureTriangleGrouped EmbeddedObject Figcaption Footer FooterAsNonLandmark Header " +
    "HeaderAsNonLandmark Iframe IframePresentational LabelText Legend LineBreak PluginObject Pre Ruby RubyAnnotation Section SectionWithoutName " +
    "Video generic none presentation sectionfooter sectionheader"
  ).split(" "),
);

/** Chromium distinguishes more kinds than ARIA does. */
const translations: Readonly<Record<string, string>> = {
  // HTML-AAM has no role for fields of date, time and colour: captures have them as the text field that frameworks find them by.
  ColorWell: "textbox",
  Date: "textbox",
  DateTime: "textbox",
  InputTime: "textbox",
  Details: "group",
  MathMLMath: "math",
  PopUpButton: "button",
  SvgRoot: "img",
  ToggleButton: "button",
  image: "img",
};

/** Chromium guesses which tables only lay out; ARIA has one role for both. A box that only looks like a table has none. */
const layoutTables: Readonly<Record<string, string>> = { table: "table", tr: "row", td: "cell", th: "columnheader" };

/** The role that a capture should hold for an element whose role in Chromium is `role`. */
export function expectedRole(role: string, tag: string): string {
  if (role.startsWith("LayoutTable")) return layoutTables[tag] ?? "";
  if (withoutRole.has(role) || (role.startsWith("MathML") && role !== "MathMLMath")) return "";
  return translations[role] ?? role;
}
