import type { StyleRules } from "../../../host/contract/style-rules.js";
import { withoutTokens } from "../../../host/contract/urls.js";
import { type Candidate, makeStyleReader, parentInFlatTree, type StyleReader, type StyleReaderOptions } from "./cascade.js";
import { longhandsOf } from "./declarations.js";
import { inheritedProperties } from "./inherited.js";
import type { Condition, Sheet, StyleRule } from "./sheets.js";

/** Longhands that are explained: those that people mean when they speak of how an element looks. */
export const explainedProperties: readonly string[] = [
  ..."display visibility position top right bottom left float z-index box-sizing".split(" "),
  ..."width height min-width min-height max-width max-height aspect-ratio overflow-x overflow-y".split(" "),
  ..."margin-top margin-right margin-bottom margin-left padding-top padding-right padding-bottom padding-left".split(" "),
  ..."row-gap column-gap flex-direction flex-wrap flex-grow flex-shrink flex-basis order justify-content justify-items justify-self".split(
    " ",
  ),
  ..."align-content align-items align-self grid-template-columns grid-template-rows grid-column-start grid-column-end grid-row-start".split(
    " ",
  ),
  ..."grid-row-end grid-auto-flow color background-color background-image background-size background-position-x background-position-y".split(
    " ",
  ),
  ..."opacity font-family font-size font-weight font-style line-height letter-spacing text-align text-transform text-indent".split(" "),
  ..."text-decoration-line text-decoration-color text-overflow white-space-collapse text-wrap-mode word-break overflow-wrap".split(" "),
  ..."border-top-width border-right-width border-bottom-width border-left-width border-top-style border-right-style".split(" "),
  ..."border-bottom-style border-left-style border-top-color border-right-color border-bottom-color border-left-color".split(" "),
  ..."border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius".split(" "),
  ..."outline-width outline-style outline-color outline-offset box-shadow text-shadow transform translate scale rotate".split(" "),
  ..."cursor pointer-events object-fit object-position vertical-align list-style-type fill stroke transition-duration animation-name filter".split(
    " ",
  ),
];

/** Values that depend on layout: the browser's computed value is what came out, not what was declared (CSSOM, "resolved value"). */
const resolvedByLayout: ReadonlySet<string> = new Set([
  ..."width height top right bottom left margin-top margin-right margin-bottom margin-left".split(" "),
  ..."padding-top padding-right padding-bottom padding-left min-width min-height max-width max-height".split(" "),
  ..."grid-template-columns grid-template-rows transform row-gap column-gap line-height flex-basis".split(" "),
]);

export interface ExplainOptions extends StyleReaderOptions {
  /** Where probes may stand: a node of the extension's own, never one of the page's. Without it winners are named unverified. */
  readonly probeRoot?: Node;
  readonly refOf: (element: Element) => string | undefined;
  readonly properties?: readonly string[];
}

/** Most declarations that are listed of one property of one element. */
const candidatesMax = 8;

/**
 * Explains which declarations give elements their look, the winner of each property first. A winner is named only when it gives the computed value; else the entry says that it cannot be told, and why. Only
 * properties that the page's own styles say something of are listed.
 */
export function explainStyles(elements: readonly Element[], options: ExplainOptions): StyleRules {
  const reader = makeStyleReader(options);
  const tables = makeTables(reader, options.refOf);
  const explained = elements.flatMap((element) => {
    const ref = options.refOf(element);
    return ref === undefined ? [] : [{ ref, properties: explainElement(element, reader, tables, options) }];
  });
  const holes = new Map(reader.holes().map((hole) => [`${hole.reason} ${hole.href} ${hole.detail}`, hole]));
  return {
    ...tables.written(),
    elements: explained,
    unread: [...holes.values()].slice(0, 50).map(({ href, reason, detail }) => ({ href, reason, detail })),
  };
}

function explainElement(
  element: Element,
  reader: StyleReader,
  tables: Tables,
  options: ExplainOptions,
): StyleRules["elements"][number]["properties"] {
  const style = getComputedStyle(element);
  const running = animatedProperties(element);
  const found = (options.properties ?? explainedProperties).flatMap((property) => {
    const cascade = reader.cascade(element, property);
    return cascade.candidates.length === 0 ? [] : [{ property, ...cascade }];
  });
  const probe = options.probeRoot === undefined ? undefined : makeProbe(element, options.probeRoot);
  try {
    return found.map(({ property, candidates, element: owner }) => {
      const [winner] = candidates;
      const computed = redactValue(style.getPropertyValue(property));
      const substituted = winner === undefined ? undefined : reader.substitute(owner, winner.declaration.value);
      const reason = running.has(property)
        ? "an animation or transition is running on it"
        : candidates.some(({ isCertain }) => !isCertain)
          ? "it depends on a container condition that script cannot ask"
          : winner !== undefined && probe?.(property, winner, substituted) === false
            ? causeOf(reader)
            : undefined;
      const variables = winner === undefined ? [] : reader.variables(owner, winner.declaration.value);
      const from = owner === element ? undefined : tables.place(owner);
      return {
        property,
        computed,
        ...(reason === undefined ? {} : { reason }),
        ...(from === undefined ? {} : { from }),
        declarations: candidates.slice(0, candidatesMax).map((candidate) => tables.declaration(candidate)),
        ...(variables.length === 0 ? {} : { variables: variables.map((use) => tables.variable(use)) }),
      };
    });
  } finally {
    probe?.dispose();
  }
}

/** Why the winner among the readable declarations does not give the computed value. */
function causeOf(reader: StyleReader): string {
  const sheet = reader.holes().find(({ reason }) => reason === "cross-origin");
  return sheet === undefined
    ? "the declarations that could be read do not give the computed value"
    : `a style sheet of another origin could not be read: ${sheet.href}`;
}

function animatedProperties(element: Element): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { effect, playState } of element.getAnimations()) {
    if (playState === "idle" || !(effect instanceof KeyframeEffect)) continue;
    for (const frame of effect.getKeyframes()) {
      for (const name of Object.keys(frame)) {
        const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        names.add(property);
        for (const longhand of longhandsOf(property)) names.add(longhand);
      }
    }
  }
  return names;
}

/** Tells whether a declared value gives the computed one; undefined where only layout decides. */
type Probe = ((property: string, winner: Candidate, substituted: string | undefined) => boolean | undefined) & { dispose(): void };

/** Contexts that relative values and keywords depend on. */
const contextProperties = [
  ..."font-size font-family font-weight font-style line-height color color-scheme direction writing-mode".split(" "),
];

/**
 * Puts an element into the extension's own root whose parent has the context of the element's parent, gives it one declaration after the other and compares what the
 * browser computes.
 */
function makeProbe(element: Element, root: Node): Probe {
  const outer = document.createElement("div");
  const inner = document.createElement("div");
  const parent = parentInFlatTree(element);
  const [style, parentStyle] = [getComputedStyle(element), parent === undefined ? undefined : getComputedStyle(parent)];
  outer.style.cssText =
    "all: initial !important; position: fixed !important; visibility: hidden !important; pointer-events: none !important; width: 0; height: 0; overflow: hidden";
  for (const property of inheritedProperties) outer.style.setProperty(property, parentStyle?.getPropertyValue(property) ?? "");
  outer.append(inner);
  root.appendChild(outer);
  const probed = getComputedStyle(inner);
  const probe = (property: string, winner: Candidate, substituted: string | undefined): boolean | undefined => {
    const { name } = winner.declaration;
    inner.style.cssText = "";
    for (const context of contextProperties) if (context !== property) inner.style.setProperty(context, style.getPropertyValue(context));
    if (/^border-.*-(width|color)$|^outline-width$/.test(property)) {
      const kind = property.replace(/-(width|color)$/, "-style");
      inner.style.setProperty(kind, style.getPropertyValue(kind));
    }
    if (property.startsWith("outline-")) inner.style.setProperty("outline-style", style.getPropertyValue("outline-style"));
    // A custom property without a value makes the declaration invalid at computed-value time: it then counts as unset.
    if (substituted === undefined) inner.style.setProperty(property, "unset");
    else inner.style.setProperty(name, substituted);
    if (inner.style.getPropertyValue(property) === "" && substituted !== undefined && winner.declaration.value.includes("var("))
      inner.style.setProperty(property, "unset");
    const [is, would] = [style.getPropertyValue(property), probed.getPropertyValue(property)];
    if (is === would || isAdjusted(property, is, would, style)) return true;
    if (resolvedByLayout.has(property)) return isDeclaredLength(element, property, inner);
    return false;
  };
  return Object.assign(probe, { dispose: () => outer.remove() });
}

/** The value before layout, where the browser tells it (CSS Typed OM; not in Firefox); undefined where it does not. */
function isDeclaredLength(element: Element, property: string, inner: HTMLElement): boolean | undefined {
  if (!("computedStyleMap" in element)) return undefined;
  const [is, would] = [element.computedStyleMap().get(property)?.toString(), inner.computedStyleMap().get(property)?.toString()];
  return is === would ? true : undefined;
}

const blockOf: Readonly<Record<string, string>> = {
  inline: "block",
  "inline-block": "block",
  "inline-flex": "flex",
  "inline-grid": "grid",
  "inline-table": "table",
  "table-cell": "block",
  "table-row": "block",
};

/** Adjustments that CSS makes to computed values: boxes that become blocks (CSS Display 3, section 2.7), overflow that is visible on one axis, floats of positioned boxes, … */
function isAdjusted(property: string, is: string, would: string, style: CSSStyleDeclaration): boolean {
  if (property === "display") return blockOf[would] === is;
  if (property.startsWith("overflow-")) return (would === "visible" && is === "auto") || (would === "clip" && is === "hidden");
  if (property === "float") return is === "none" && /absolute|fixed/.test(style.position);
  if (property === "z-index") return is === "auto" && style.position === "static";
  return false;
}

type Tables = ReturnType<typeof makeTables>;

/** Sheets, conditions and rules that stand once in the answer. */
function makeTables(reader: StyleReader, refOf: (element: Element) => string | undefined) {
  const sheets = new Map<Sheet, number>();
  const conditions = new Map<string, { readonly place: number; readonly condition: Condition }>();
  const rules = new Map<StyleRule, number>();
  const writtenRules: StyleRules["rules"][number][] = [];

  const sheetPlace = (sheet: Sheet): number => placeIn(sheets, sheet);
  const conditionPlace = (condition: Condition): number => {
    const key = `${condition.kind} ${condition.text} ${condition.holds}`;
    const known = conditions.get(key);
    if (known !== undefined) return known.place;
    conditions.set(key, { place: conditions.size, condition });
    return conditions.size - 1;
  };
  const rulePlace = (rule: StyleRule): number => {
    const known = rules.get(rule);
    if (known !== undefined) return known;
    const place = rules.size;
    rules.set(rule, place);
    writtenRules.push({
      sheet: sheetPlace(rule.sheet),
      path: [...rule.path],
      selector: rule.selectorText.slice(0, 1_000),
      matches: reader.matches(rule),
      ...(rule.layer.name === "" ? {} : { layer: rule.layer.name.trim() || "(anonymous)" }),
      ...(rule.conditions.length === 0 ? {} : { conditions: rule.conditions.map(conditionPlace) }),
      ...(rule.scope === undefined ? {} : { scope: `${rule.scope.start ?? ""}${rule.scope.end === null ? "" : ` to ${rule.scope.end}`}` }),
    });
    return place;
  };

  /** How an element that styles are inherited from is named. */
  const place = (element: Element) => refOf(element) ?? element.localName;
  return {
    place,
    declaration: ({ declaration, rule, specificity }: Candidate) => ({
      rule: rule === undefined ? -1 : rulePlace(rule),
      name: declaration.name,
      value: redactValue(declaration.value),
      ...(rule === undefined ? {} : { specificity: [...specificity] as [number, number, number] }),
      ...(declaration.important ? { important: true } : {}),
    }),
    variable: ({ name, value, candidate, element }: ReturnType<StyleReader["variables"]>[number]) => ({
      name,
      value: redactValue(value),
      ...(candidate === undefined
        ? {}
        : { rule: candidate.rule === undefined ? -1 : rulePlace(candidate.rule), declared: redactValue(candidate.declaration.value) }),
      ...(element === undefined ? {} : { from: place(element) }),
    }),
    written: () => ({
      sheets: [...sheets.keys()].map(({ origin, href, marker, sourceMap }) => ({ origin, href, marker, sourceMap })),
      conditions: [...conditions.values()].map(({ condition: { kind, text, holds } }) => ({ kind, text: text.slice(0, 500), holds })),
      rules: writtenRules,
    }),
  };
}

function placeIn<Key>(table: Map<Key, number>, key: Key): number {
  const known = table.get(key);
  if (known !== undefined) return known;
  table.set(key, table.size);
  return table.size - 1;
}

const valueMaxChars = 400;

/** A value without images written into it and without what looks like a token in an address. */
function redactValue(value: string): string {
  const plain = value.replace(/url\(\s*(["']?)data:(?:\\.|(?!\1\)).)*\1\s*\)/gis, "url(data:)");
  const clean = withoutTokens(plain);
  return clean.length > valueMaxChars ? `${clean.slice(0, valueMaxChars - 1)}…` : clean;
}
