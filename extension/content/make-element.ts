/** An element of HTML, whatever the page's document is: in one of XML `createElement` makes none. */
export function makeElement<K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] {
  return document.createElementNS("http://www.w3.org/1999/xhtml", tag) as HTMLElementTagNameMap[K];
}
