import type { Page, Protocol } from "puppeteer-core";
import type { StyleRules } from "../../../../host/contract/style-rules.js";
import { type Flow, logicalOf } from "../declarations.js";
import { inheritedProperties } from "../inherited.js";

/** How the winners that we name compare with those of the browser's developer tools. */
export interface Judgement {
  /** Properties of elements for which we name a winner. */
  readonly named: number;
  readonly equal: number;
  readonly unknown: number;
  /** How often each reason for naming none was given, by property. */
  readonly reasons: Map<string, number>;
  readonly wrong: readonly string[];
  /** Properties that the developer tools show as declared on an element and that we do not list. */
  readonly silent: readonly string[];
}

interface Candidate {
  readonly name: string;
  readonly selector: string;
  readonly value: string;
  readonly important: boolean;
  readonly layer: string;
  /** Among normal declarations those of a greater tree win: that of a shadow host or slot below, that of a part's host above the element's own. */
  readonly tree: number;
}

/**
 * Explains up to `most` elements of a page, shadow roots included, and compares each named winner with `CSS.getMatchedStylesForNode`: the
 * same selector and value. That knows no layer without a name and no order of parts: where they differ, the browser decides, by whether the
 * element changes with the declaration.
 */
export async function judgePage(page: Page, script: string, most: number): Promise<Judgement> {
  await page.evaluate(script);
  await page.evaluate(chooseElements, most);
  const json = await page.evaluate(explainChosen);
  const { rules, flows, longhands } = JSON.parse(json) as { rules: StyleRules; flows: Flow[]; longhands: string[] };
  const session = await page.createCDPSession();
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  await session.send("DOM.getDocument", { depth: 0 });
  const judgement = { named: 0, equal: 0, unknown: 0, reasons: new Map<string, number>(), wrong: [] as string[], silent: [] as string[] };
  for (const { ref, properties } of rules.elements) {
    const { result } = await session.send("Runtime.evaluate", { expression: `chosenForJudge[${ref.slice(1)}]` });
    const objectId = result.objectId ?? "";
    const { nodeId } = await session.send("DOM.requestNode", { objectId });
    const styles = await session.send("CSS.getMatchedStylesForNode", { nodeId });
    const listed = new Set(properties.map(({ property }) => property));
    const flow = flows[Number(ref.slice(1))] ?? { writingMode: "horizontal-tb", direction: "ltr" };
    const logicalNames = new Set(longhands.map((property) => logicalOf(property, flow)));
    for (const property of longhands) {
      const isOfOther = listed.has(property) || property.startsWith("--") || logicalNames.has(property);
      const winner = isOfOther ? undefined : declaredWinner(styles, property, flow);
      if (winner !== undefined && !(winner.name === "all" && listed.has("all")))
        if (await page.evaluate(decides, ref, property, winner.selector))
          judgement.silent.push(`${ref} ${property}: ${winner.selector} { ${winner.value} }`);
    }
    for (const { property, computed, declarations, "cannot-tell": reason } of properties) {
      if (reason !== undefined) {
        judgement.unknown++;
        const open = `${property}: ${reason}: ${declarations[0]?.value} is ${computed}`;
        judgement.reasons.set(open, (judgement.reasons.get(open) ?? 0) + 1);
        continue;
      }
      judgement.named++;
      const [ours] = declarations;
      const winner = winnerOf(styles, namesOf(property, flow));
      const selector = ours === undefined || ours.rule < 0 ? "style" : (rules.rules[ours.rule]?.selector ?? "");
      const isSame = winner?.selector === selector && (ours?.name !== property || sameText(winner.value, ours.value));
      if (isSame || (await page.evaluate(decides, ref, property, selector))) judgement.equal++;
      else
        judgement.wrong.push(
          `${ref} ${property}: ${selector} { ${ours?.name}: ${ours?.value} } is ${winner?.selector} { ${winner?.value} }`,
        );
    }
  }
  await session.detach();
  return judgement;
}

/** Every n-th element of the page and its shadow roots. */
function chooseElements(most: number): void {
  const all: Element[] = [];
  const add = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll("*")) {
      // What stands in no slot has no computed style: nothing is declared for it.
      if (!/^(script|style|head|meta|link|title|template)$/.test(element.localName) && getComputedStyle(element).display !== "")
        all.push(element);
      if (element.shadowRoot !== null) add(element.shadowRoot);
    }
  };
  add(document);
  const step = Math.max(1, Math.ceil(all.length / most));
  Reflect.set(
    globalThis,
    "chosenForJudge",
    all.filter((_, place) => place % step === 0),
  );
}

/**
 * Whether an element's computed value changes with what rules of this selector declare for a property (`style` for the attribute). Takes the declarations back.
 * Text of a function for the page: complete in itself.
 */
function decides(ref: string, property: string, selector: string): boolean {
  const chosen: Element[] = Reflect.get(globalThis, "chosenForJudge");
  const element = chosen[Number(ref.slice(1))];
  if (element === undefined) return false;
  const plain = (text: string) => text.replace(/\s/g, "").replace(/'/g, '"').toLowerCase();
  const inRules = (rules: CSSRuleList, around: string): CSSStyleDeclaration[] =>
    [...rules].flatMap((rule) => {
      const { selectorText = around, style, cssRules, styleSheet }: Partial<CSSStyleRule & CSSImportRule> = rule;
      const own = style !== undefined && plain(selectorText) === plain(selector) ? [style] : [];
      return [...own, ...(cssRules ? inRules(cssRules, selectorText) : []), ...(styleSheet ? inRules(styleSheet.cssRules, "") : [])];
    });
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot !== null) roots.push(shadowRoot);
  const sheets = roots.flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets]);
  const blocks =
    selector === "style" && "style" in element ? [element.style] : sheets.flatMap(({ cssRules }) => inRules(cssRules, ":scope"));
  const computed = getComputedStyle(element);
  const before = computed.getPropertyValue(property);
  return blocks.some((block) => {
    if (!(block instanceof CSSStyleDeclaration) || (block.getPropertyValue(property) === "" && block.getPropertyValue("all") === ""))
      return false;
    const { cssText } = block;
    const isChanged = ["initial", "inherit", "red", "blue", "17px", "3", "none", "auto", "hidden", "both"].some((value) => {
      block.setProperty(property, value, block.getPropertyPriority(property));
      return computed.getPropertyValue(property) !== before;
    });
    block.cssText = cssText;
    return isChanged;
  });
}

function explainChosen(): string {
  const chosen: Element[] = Reflect.get(globalThis, "chosenForJudge");
  const { explainStyles } = Reflect.get(globalThis, "cascadeInPage");
  const host = document.createElement("div");
  const probeRoot = host.attachShadow({ mode: "closed" });
  document.documentElement.append(host);
  try {
    const places = new Map(chosen.map((element, place) => [element, `e${place}`]));
    const rules = { sheets: [], conditions: [], rules: [] as unknown[], elements: [] as unknown[] };
    for (let from = 0; from < chosen.length; from += 40) {
      const part = explainStyles(chosen.slice(from, from + 40), { probeRoot, refOf: (element: Element) => places.get(element) }).rules;
      const shift = rules.rules.length;
      rules.rules.push(...part.rules);
      for (const element of part.elements) {
        for (const property of element.properties)
          for (const declaration of property.declarations) if (declaration.rule >= 0) declaration.rule += shift;
        rules.elements.push(element);
      }
    }
    const flows = chosen.map((element) => {
      const { writingMode, direction } = getComputedStyle(element);
      return { writingMode, direction };
    });
    // Browsers list some shorthands, such as `background-position`, beside their longhands.
    const { style } = document.createElement("i");
    const longhands = [...getComputedStyle(document.documentElement)].filter((name) => {
      style.cssText = `${name}: inherit`;
      return style.length === 1 && style[0] === name;
    });
    return JSON.stringify({ rules, flows, longhands });
  } finally {
    host.remove();
  }
}

function namesOf(property: string, flow: Flow): readonly string[] {
  const logical = logicalOf(property, flow);
  return logical === undefined ? [property] : [property, logical];
}

/** What an element's own rules declare for a longhand that is not the logical name of another. */
function declaredWinner(
  { inlineStyle, matchedCSSRules = [] }: Protocol.CSS.GetMatchedStylesForNodeResponse,
  property: string,
  flow: Flow,
): Candidate | undefined {
  return strongest(candidatesOf(inlineStyle, matchedCSSRules, namesOf(property, flow)));
}

/** `names`: a property and its logical counterpart. */
function winnerOf(
  { inlineStyle, matchedCSSRules = [], inherited = [] }: Protocol.CSS.GetMatchedStylesForNodeResponse,
  names: readonly string[],
): Candidate | undefined {
  const isInherited = names.some((name) => inheritedProperties.has(name));
  let top: Candidate | undefined;
  let inherits = isInherited;
  for (const one of [{ inlineStyle, matchedCSSRules }, ...inherited]) {
    const found = strongest(candidatesOf(one.inlineStyle, one.matchedCSSRules, names));
    if (found !== undefined) {
      top = found;
      inherits = found.value === "inherit" || (isInherited && found.value === "unset");
    } else inherits = isInherited;
    if (!inherits) break;
  }
  return top;
}

function candidatesOf(
  inline: Protocol.CSS.CSSStyle | undefined,
  matched: readonly Protocol.CSS.RuleMatch[],
  names: readonly string[],
): Candidate[] {
  const read = (style: Protocol.CSS.CSSStyle, selector: string, layer: string): Candidate[] =>
    style.cssProperties
      .filter(
        ({ name, disabled, parsedOk }) =>
          (names.includes(name) || (name === "all" && !/^(direction|unicode-bidi|--.*)$/.test(names[0] ?? ""))) &&
          disabled !== true &&
          parsedOk !== false,
      )
      .slice(-1)
      .map(({ name, value, important }) => ({
        name,
        selector,
        value: value.replace(/\s*!important$/, ""),
        important: important === true,
        layer,
        tree: /:host(?:\(.*\))?$|::slotted/.test(selector) ? -1 : selector.includes("::part(") ? 1 : 0,
      }));
  return [
    ...matched.flatMap(({ rule }) =>
      rule.origin === "regular"
        ? read(
            rule.style,
            rule.selectorList.text.replaceAll(":(:scope)", ":scope"),
            (rule.layers ?? [])
              .map(({ text }) => text || "(anonymous)")
              .toReversed()
              .join("."),
          )
        : [],
    ),
    ...(inline === undefined ? [] : read(inline, "style", "style")),
  ];
}

/**
 * Rules are listed in the order of normal declarations: trees, their layers, in each the strongest last. Among important ones the first tree and
 * its first layer win. `revert-layer` leaves what stands before its own layer, `revert-rule` all but its own rule.
 */
function strongest(all: readonly Candidate[]): Candidate | undefined {
  let left = all.toSorted((one, other) => one.tree - other.tree);
  for (;;) {
    const [first] = left.filter((one) => one.important);
    const sameTree = left.filter((one) => one.important && one.tree === first?.tree);
    const best =
      first === undefined
        ? left.at(-1)
        : (sameTree.find(({ layer }) => layer === "style") ?? sameTree.findLast(({ layer }) => layer === first.layer));
    if (best?.value === "revert-rule") left = left.filter((one) => one !== best);
    else if (best?.value !== "revert-layer") return best;
    else left = left.slice(0, left.indexOf(best)).filter(({ tree, layer }) => tree !== best.tree || layer !== best.layer);
  }
}

function sameText(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/["']/g, '"').replace(/\s+/g, "");
  return plain(one) === plain(other) || !/^[\w.-]+$/.test(one);
}
