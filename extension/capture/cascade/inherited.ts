/** Those of the explained properties, and of what their values depend on, that come from the parent where nothing is declared ("Inherited: yes" in their specifications). */
export const inheritedProperties: ReadonlySet<string> = new Set([
  ..."color color-scheme cursor direction fill font-family font-size font-style font-weight letter-spacing line-height".split(" "),
  ..."list-style-type overflow-wrap pointer-events stroke text-align text-indent text-shadow text-transform".split(" "),
  ..."text-wrap-mode visibility white-space-collapse word-break writing-mode".split(" "),
]);
