import type { StyleRules } from "../../host/contract/style-rules.js";
import { type DeclaredValue, type TriedValue, triedTextProperty } from "../page-api.js";
import { makeElement } from "./make-element.js";

interface Adopted {
  readonly sheet: CSSStyleSheet;
  readonly root: Document | ShadowRoot;
}

export interface TryOut {
  /** Shows these values and no others; none ends it. Returns what the browser computes of each, null for what is no value of the property. */
  show(element: Element | undefined, values: readonly TriedValue[]): readonly (string | null)[];
  /** Runs while the page is shown as it is. */
  without<Result>(run: () => Result): Result;
}

/** `layer`: the extension's own, for words. */
export function makeTryOut(layer: Node): TryOut {
  let adopted: Adopted | undefined;
  const text = makeTriedText(layer);

  function end(): void {
    text.end();
    if (adopted === undefined) return;
    const { sheet, root } = adopted;
    adopted = undefined;
    const sheets = waived(root).adoptedStyleSheets;
    // The page may have set others in the meantime.
    const place = Array.from(sheets).indexOf(sheet);
    if (place >= 0) sheets.splice(place, 1);
  }

  function adopt(root: Document | ShadowRoot, view: typeof window): CSSStyleSheet {
    if (adopted?.root === root) return adopted.sheet;
    end();
    const sheet = new (waived(view).CSSStyleSheet)();
    waived(root).adoptedStyleSheets.push(sheet);
    adopted = { sheet, root };
    return sheet;
  }

  return {
    show: (element, values) => {
      const view = element?.ownerDocument.defaultView;
      if (element === undefined || view === null || view === undefined || values.length === 0) {
        end();
        return values.map(() => null);
      }
      const sheet = adopt(element.getRootNode() as Document | ShadowRoot, view as typeof window);
      sheet.replaceSync(`${selectorOf(element)} {}`);
      const { style } = sheet.cssRules[0] as CSSStyleRule;
      text.end();
      const isValid = values.map(({ property, value }) => {
        if (property === triedTextProperty) return true;
        style.setProperty(property, value, "important");
        return style.getPropertyValue(property) !== "";
      });
      const words = values.find(({ property }) => property === triedTextProperty)?.value;
      if (words !== undefined) {
        text.show(element, words);
        style.setProperty("-webkit-text-fill-color", "transparent", "important");
        style.setProperty("text-shadow", "none", "important");
        style.setProperty("text-decoration-color", "transparent", "important");
      }
      const computed = getComputedStyle(element);
      return values.map(({ property, value }, place) =>
        property === triedTextProperty ? value : isValid[place] === true ? computed.getPropertyValue(property) : null,
      );
    },
    without: (run) => {
      if (adopted === undefined) return run();
      const { sheet } = adopted;
      sheet.disabled = true;
      try {
        return run();
      } finally {
        sheet.disabled = false;
      }
    },
  };
}

/** Firefox shows content scripts a page's objects through wrappers; a document adopts only sheets of its own. */
function waived<Thing extends object>(thing: Thing): Thing {
  return (thing as { readonly wrappedJSObject?: Thing }).wrappedJSObject ?? thing;
}

/** The element's place in its root, more specific than a page's rules are. */
function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let current: Element | null = element; current !== null; current = current.parentElement) {
    const siblings = current.parentNode?.children ?? [current];
    steps.unshift(`:nth-child(${[...siblings].indexOf(current) + 1})`);
  }
  return `${steps.join(" > ")}${":not(#\\9)".repeat(5)}`;
}

const triedProperties =
  "padding margin gap color background-color font-size font-weight line-height letter-spacing border-radius border-width width height opacity box-shadow".split(
    " ",
  );

/** Longhands that stand for a shorthand when it is asked which declaration sets it. */
const longhandOf: Readonly<Record<string, string>> = {
  padding: "padding-top",
  margin: "margin-top",
  gap: "row-gap",
  "border-radius": "border-top-left-radius",
  "border-width": "border-top-width",
};

/** The values that can be tried on an element, with the declarations that set them now. */
export function declaredValues(element: Element, { elements, rules, sheets }: StyleRules): DeclaredValue[] {
  const computed = getComputedStyle(element);
  const words = ownText(element);
  const values = triedProperties.flatMap((property): DeclaredValue[] => {
    const value = computed.getPropertyValue(property);
    if (value === "") return [];
    const explained = elements[0]?.properties.find((one) => one.property === (longhandOf[property] ?? property));
    const [winner] = explained?.["cannot-tell"] === undefined ? (explained?.declarations ?? []) : [];
    if (winner === undefined) return [{ property, value }];
    const rule = rules[winner.rule];
    const sheet = rule === undefined ? undefined : sheets[rule.sheet];
    const place = sheet?.marker || sheet?.href || "";
    return [
      {
        property,
        value,
        rule: { selector: rule?.selector ?? "style attribute", declaration: `${winner.name}: ${winner.value}`, sheet: place },
      },
    ];
  });
  return words === undefined ? values : [{ property: triedTextProperty, value: words }, ...values];
}

const textProperties =
  "font letter-spacing word-spacing line-height color text-align text-align-last text-decoration text-indent text-shadow text-transform direction writing-mode white-space font-variant-numeric".split(
    " ",
  );

/** `layer` takes the words, beside marks that replace all of its children. They follow the element while they are shown. */
function makeTriedText(layer: Node) {
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
      const words = makeElement("div");
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
function ownText(element: Element): string | undefined {
  if (element.childElementCount > 0 || /^(input|textarea|select|script|style|svg|canvas|iframe)$/.test(element.localName)) return undefined;
  const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
  return text === "" || text.length > mostChars ? undefined : text;
}
