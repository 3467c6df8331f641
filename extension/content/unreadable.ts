/** Why this document has nothing to read, for the icon's tooltip; undefined when it has. */
export function reasonUnreadable(): string | undefined {
  if (document.contentType === "application/pdf") return "PDF documents have no DOM to read. Try a web page.";
  if (!(document.documentElement instanceof HTMLElement)) return "This document is no web page: there is no HTML to read.";
  return undefined;
}
