/** The kinds of mutations, in the order of the table. */
export const kinds = ["added", "removed", "moved", "text", "attribute", "style"] as const;
export type Kind = (typeof kinds)[number];

/** One mutation, as the page carries it out. Elements are named by their ids in the registry of the page's world. */
export type Action =
  | {
      readonly kind: "added";
      readonly parent: number;
      readonly place: number;
      readonly clone: number;
      readonly tag: string;
      readonly words: string;
    }
  | { readonly kind: "removed"; readonly target: number }
  | { readonly kind: "moved"; readonly target: number; readonly parent: number; readonly place: number }
  | { readonly kind: "text"; readonly target: number; readonly words: string; readonly way: "replace" | "append" | "word" }
  | {
      readonly kind: "attribute";
      readonly target: number;
      readonly name: string;
      readonly value: string;
      readonly way: "set" | "token";
    }
  | {
      readonly kind: "style";
      readonly target: number;
      readonly property: string;
      readonly value: string;
      readonly way: "inline" | "sheet";
    };

/** What a mutation did, known to the one who did it. */
export interface Truth {
  readonly kind: Kind;
  /** Ids of elements that may be named: more than one where equals cannot be distinguished. */
  readonly accepted: readonly number[];
  /** Ids of elements named by the mutated one, as fields are by labels: their names may be reported as changed, or not. */
  readonly named: readonly number[];
  /** For changes: the attribute's or style's name. */
  readonly detail: string;
}
