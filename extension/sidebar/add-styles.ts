/**
 * Adds rules to a shadow root and gives the function that takes them away. A constructed sheet is no part of the page and its content
 * security policy does not apply; Firefox refuses it across worlds.
 */
export function addStyles(root: ShadowRoot, text: string): () => void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  } catch (error) {
    console.debug("svc: no constructed style sheets here", error);
    return addRules(root, text);
  }
}

/** Rules inserted one by one are no inline style either. */
function addRules(root: ShadowRoot, text: string): () => void {
  const style = document.createElement("style");
  root.append(style);
  const parsed = new CSSStyleSheet();
  parsed.replaceSync(text);
  for (const { cssText } of parsed.cssRules) style.sheet?.insertRule(cssText, style.sheet.cssRules.length);
  return () => style.remove();
}
