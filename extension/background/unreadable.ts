import { browser } from "../browser.js";

/** Returns why the browser denies access to a page, for the icon's tooltip. `error`: the browser's own. */
export async function reasonUnreadable(url: string | undefined, error: unknown): Promise<string> {
  if (url?.startsWith("file:") && !(await browser.extension.isAllowedFileSchemeAccess())) {
    return "To read files, turn on “Allow access to file URLs” for svc on the browser's extensions page.";
  }
  const message = error instanceof Error ? error.message : String(error);
  // Chrome does not reveal the URL of its own pages, but its message contains their scheme.
  const address = url ?? /\b[a-z-]+:\/\//.exec(message)?.[0] ?? "";
  const known = kinds.find(({ pattern }) => pattern.test(address));
  return known?.reason ?? `The browser does not let extensions read this page: ${message}`;
}

const kinds: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern:
      /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)/,
    reason: "Browsers keep extensions out of their stores. Try another page.",
  },
  {
    pattern: /^(chrome|edge|brave|about|devtools|view-source|resource):/,
    reason: "The browser's own pages cannot be read. Try a web page.",
  },
  { pattern: /^(chrome|moz)-extension:/, reason: "Pages of extensions cannot be read. Try a web page." },
  { pattern: /\.pdf($|[?#])/i, reason: "PDF documents have no DOM to read. Try a web page." },
];
