import { z } from "zod";

const place = z.number().int().min(0);
const shortText = z.string().max(1_000);
/** An element of the capture, or the tag of one that it does not hold. */
const elementName = z.string().max(100);

/** A declaration as the style sheet or the `style` attribute (rule -1) has it. */
export const declarationSchema = z.object({
  rule: z.number().int().min(-1),
  /** The longhand, a shorthand that sets it, or its logical twin. */
  name: z.string().max(200),
  value: shortText,
  /** Ids; classes, attributes and pseudo-classes; types and pseudo-elements. */
  specificity: z.tuple([place, place, place]).optional(),
  important: z.boolean().optional(),
});
export type StyleDeclaration = z.infer<typeof declarationSchema>;

/** A custom property that a value goes through. */
export const variableUseSchema = z.object({
  name: z.string().max(200),
  /** On the element, all replaced; empty when it is not set, so that the fallback counts. */
  value: shortText,
  /** Where it is set; absent when only a fallback or a registration gives it. */
  rule: z.number().int().min(-1).optional(),
  declared: shortText.optional(),
  from: elementName.optional(),
});

/** What gives one property of one element its value: the declarations that apply, the winner first. */
export const explainedPropertySchema = z.object({
  property: z.string().max(100),
  computed: shortText,
  /** Set when the first declaration cannot be named the winner. */
  reason: z.string().max(500).optional(),
  /** The ancestor that the value is inherited from. */
  from: elementName.optional(),
  declarations: z.array(declarationSchema).max(20),
  variables: z.array(variableUseSchema).max(50).optional(),
});
export type ExplainedProperty = z.infer<typeof explainedPropertySchema>;

/**
 * Where the look of annotated elements comes from (CSS Cascading and Inheritance 5): sheets, conditions and rules stand once, declarations
 * name them by their place.
 */
export const styleRulesSchema = z.object({
  sheets: z
    .array(z.object({ origin: z.enum(["link", "style", "adopted", "import"]), href: shortText, marker: shortText, sourceMap: shortText }))
    .max(2_000),
  conditions: z
    .array(
      z.object({
        kind: z.enum(["media", "supports", "container", "scope", "starting-style"]),
        text: z.string().max(500),
        holds: z.union([z.boolean(), z.literal("unknown")]),
      }),
    )
    .max(2_000),
  rules: z
    .array(
      z.object({
        sheet: place,
        /** Indices from the sheet inward. */
        path: z.array(place).max(64),
        selector: shortText,
        /** Elements of the rule's document or shadow root that its selector matches; -1 where that was not counted. */
        matches: z.number().int().min(-1),
        layer: z.string().max(200).optional(),
        conditions: z.array(place).max(64).optional(),
        scope: shortText.optional(),
      }),
    )
    .max(10_000),
  elements: z.array(z.object({ ref: elementName, properties: z.array(explainedPropertySchema).max(300) })).max(200),
  /** Styles that script could not read. */
  unread: z.array(z.object({ href: shortText, reason: z.enum(["cross-origin", "selector"]), detail: shortText })).max(50),
});
export type StyleRules = z.infer<typeof styleRulesSchema>;
