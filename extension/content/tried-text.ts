/** Properties that decide how a text looks. */
const textProperties =
  "font letter-spacing word-spacing line-height color text-align text-align-last text-decoration text-indent text-shadow text-transform direction writing-mode white-space font-variant-numeric".split(
    " ",
  );

/** `layer` takes the words, beside marks that replace all of its children. They follow the element while they are shown. */
export function makeTriedText(layer: Node) {
  let shown: { readonly element: Element; readonly words: HTMLElement } | undefined;
  let frame = 0;

  function follow(): void {
    if (shown === undefined) return;
    const { element, words } = shown;
    if (words.parentNode !== layer) layer.appendChild(words);
    const { left, top, width, height } = contentBox(element);
    const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, "min-height": `${height}px` };
    for (const [property, value] of Object.entries(place)) words.style.setProperty(property, value);
    frame = requestAnimationFrame(follow);
  }

  function end(): void {
    cancelAnimationFrame(frame);
    shown?.words.remove();
    shown = undefined;
  }

  return {
    /** Shows the words over the element's text, which must not be visible itself meanwhile. */
    show: (element: Element, text: string) => {
      end();
      const words = document.createElementNS("http://www.w3.org/1999/xhtml", "div") as HTMLElement;
      words.style.cssText = "all: initial; position: absolute; z-index: 0; pointer-events: none; overflow-wrap: break-word";
      const style = getComputedStyle(element);
      for (const property of textProperties) words.style.setProperty(property, style.getPropertyValue(property));
      words.textContent = text;
      shown = { element, words };
      follow();
    },
    end,
  };
}

/** In pixels of the window. */
function contentBox(element: Element): DOMRect {
  const { left, top, width, height } = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const px = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0;
  const edge = (side: string) => px(`padding-${side}`) + px(`border-${side}-width`);
  const [before, above] = [edge("left"), edge("top")];
  return new DOMRect(left + before, top + above, width - before - edge("right"), height - above - edge("bottom"));
}

const mostChars = 500;

/** The words of an element that holds nothing but a text; undefined for others. */
export function ownText(element: Element): string | undefined {
  if (element.childElementCount > 0 || /^(input|textarea|select|script|style|svg|canvas|iframe)$/.test(element.localName)) return undefined;
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  return text === "" || text.length > mostChars ? undefined : text;
}
