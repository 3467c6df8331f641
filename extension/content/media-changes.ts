/** Resizing is over when nothing has changed for so long, in milliseconds. */
const calmMs = 400;

/**
 * Calls when the window or the system crosses a condition of the page's own media queries about size, orientation, colour scheme, contrast or
 * motion: the page may look different from then on. Reads the conditions of the style sheets once, as it starts. Returns the function that ends it.
 */
export function watchMedia(document: Document, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, calmMs);
  };
  const queries = [...conditionsOf(document)].map((condition) => matchMedia(condition));
  const ended = new AbortController();
  for (const query of queries) query.addEventListener("change", later, { signal: ended.signal });
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

/** What changes with a window or a person's settings. */
const followed = /width|height|orientation|aspect-ratio|prefers-/;
const mostConditions = 500;

function conditionsOf(document: Document): ReadonlySet<string> {
  const found = new Set<string>(["(prefers-color-scheme: dark)"]);
  const add = (media: MediaList) => {
    if (followed.test(media.mediaText) && found.size < mostConditions) found.add(media.mediaText);
  };
  const visit = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      const { media, cssRules, styleSheet } = rule as Partial<CSSMediaRule & CSSImportRule>;
      if (media !== undefined) add(media);
      if (cssRules !== undefined) visit(cssRules);
      if (styleSheet !== undefined && styleSheet !== null) visitSheet(styleSheet);
    }
  };
  const visitSheet = (sheet: CSSStyleSheet): void => {
    add(sheet.media);
    try {
      visit(sheet.cssRules);
    } catch (error) {
      // Sheets of other sites keep their rules to themselves.
      if (!(error instanceof DOMException)) throw error;
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) visitSheet(sheet);
  return found;
}
