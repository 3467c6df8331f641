import { z } from "zod";
import { word } from "./word.js";

const place = z.number().int().min(0);
/** Longest value, selector or address in characters. */
const text = z.string().max(1_000);
const propertyName = z.string().max(200);
/** Place of a rule in `rules`; -1 for the element's `style` attribute. */
const rulePlace = z.number().int().min(-1);
/** Ref of an element of the capture, or the tag of one that it does not hold. */
const elementName = z.string().max(100);

/** A declaration as the style sheet or the `style` attribute has it. */
const declarationSchema = z.object({
  rule: rulePlace,
  /** The longhand, a shorthand that sets it, or its logical counterpart. */
  name: propertyName,
  value: text,
  /** Ids; classes, attributes and pseudo-classes; types and pseudo-elements. */
  specificity: z.tuple([place, place, place]).optional(),
  important: z.boolean().optional(),
});
export type StyleDeclaration = z.infer<typeof declarationSchema>;

/** A custom property that a value goes through. */
const variableUseSchema = z.object({
  name: propertyName,
  /** On the element, all replaced; empty when it is not set, so that the fallback counts. */
  value: text,
  /** Where it is set; absent when only a fallback or a registration yields it. */
  rule: rulePlace.optional(),
  declared: text.optional(),
  from: elementName.optional(),
});

/** The declarations that apply to one property of one element, the winner first. */
const explainedPropertySchema = z.object({
  property: propertyName,
  computed: text,
  /** Why the first declaration cannot be named the winner; absent when it can. */
  "cannot-tell": z.string().max(500).optional(),
  /** The ancestor that the value is inherited from. */
  from: elementName.optional(),
  declarations: z.array(declarationSchema).max(20),
  variables: z.array(variableUseSchema).max(50).optional(),
});
export type ExplainedProperty = z.infer<typeof explainedPropertySchema>;

/** A declaration that would win in another state or under a condition that does not hold now. */
const otherLookSchema = z.object({
  /** `:hover`, `:focus-visible`, …, or the conditions that do not hold: `@media print`. */
  when: z.string().max(500),
  rule: rulePlace,
  name: propertyName,
  value: text,
  /** The ancestor that it is about, from which the element inherits the property. */
  from: elementName.optional(),
});
export type OtherLook = z.infer<typeof otherLookSchema>;

const explainedElementSchema = z.object({
  ref: elementName,
  properties: z.array(explainedPropertySchema).max(300),
  looks: z.array(otherLookSchema).max(200).optional(),
});
export type ExplainedElement = z.infer<typeof explainedElementSchema>;

const sheetSchema = z.object({
  origin: word,
  /** Address of a linked or imported sheet; empty otherwise. */
  href: text,
  /** The file that a build tool names at the sheet's element or in its text; empty when there is none. */
  marker: text,
  sources: z.array(text).max(50).optional(),
});
export type RuleSheet = z.infer<typeof sheetSchema>;

/** A condition that a rule stands under, and whether it holds; `unknown` where script cannot ask. */
const conditionSchema = z.object({
  kind: word,
  text: z.string().max(500),
  holds: z.union([z.boolean(), z.literal("unknown")]),
});
export type RuleCondition = z.infer<typeof conditionSchema>;

const ruleSchema = z.object({
  sheet: place,
  /** Indices from the sheet inward. */
  path: z.array(place).max(64),
  selector: text,
  css: text,
  /** Elements of the rule's document or shadow root that its selector matches; -1 where that was not counted. */
  matches: z.number().int().min(-1),
  layer: z.string().max(200).optional(),
  conditions: z.array(place).max(64).optional(),
});
export type StyleRule = z.infer<typeof ruleSchema>;

const tablesSchema = z.object({
  sheets: z.array(sheetSchema).max(2_000),
  conditions: z.array(conditionSchema).max(2_000),
  rules: z.array(ruleSchema).max(10_000),
  elements: z.array(explainedElementSchema).max(200),
  /** All that is declared for the elements was looked at; absent where only common properties were, as in older files. */
  complete: z.literal(true).optional(),
});
export type StyleRules = z.infer<typeof tablesSchema>;

/** The declarations of annotated elements (CSS Cascading and Inheritance 5). Sheets, conditions and rules are named by their index. */
export const styleRulesSchema = tablesSchema.refine(hasAllThatItNames, { message: "name a sheet, condition or rule that is not there" });

function hasAllThatItNames({ sheets, conditions, rules, elements }: StyleRules): boolean {
  const hasRule = ({ rule = -1 }: { readonly rule?: number | undefined }) => rule < rules.length;
  return (
    rules.every(({ sheet, conditions: named = [] }) => sheet < sheets.length && named.every((one) => one < conditions.length)) &&
    elements.every(
      ({ properties, looks = [] }) =>
        looks.every(hasRule) && properties.every(({ declarations, variables = [] }) => [...declarations, ...variables].every(hasRule)),
    )
  );
}
