/** Rules of a sheet; undefined where it comes from another origin, whose rules no page may read. */
export function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
  try {
    return sheet.cssRules;
  } catch (error) {
    // The platform has no other way to ask (CSSOM, `cssRules`).
    if ((error as Error).name === "SecurityError") return undefined;
    throw error;
  }
}
