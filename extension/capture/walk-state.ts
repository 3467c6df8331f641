import type { Hole, RemovedKind } from "../../host/contract/capture.js";
import { type Accessibility, type AxNode, createAccessibility } from "./accessibility/index.js";
import { type AttributeRecord, AttributeTable } from "./attributes.js";
import type { Clip } from "./clip.js";
import { type Columns, makeColumns } from "./columns.js";
import type { CaptureOptions } from "./options.js";
import type { Child, Root } from "./roots.js";
import { Strings } from "./strings.js";
import { StyleTable } from "./styles.js";
import { TypedValues } from "./typed-values.js";

/** All that a walk has read so far. Arrays hold one entry an element. */
export class WalkState {
  readonly strings = new Strings();
  readonly attributes = new AttributeTable(this.strings);
  readonly styles = new StyleTable();
  readonly columns: Columns = makeColumns();
  readonly accessibility: Accessibility = createAccessibility();
  readonly elements: Element[] = [];
  readonly records: AttributeRecord[] = [];
  readonly ax: AxNode[] = [];
  /** Parent in the composed tree, and in the element's own root; -1 for none. */
  readonly parents: number[] = [];
  readonly domParents: number[] = [];
  readonly roots: Root[] = [];
  /** Root of each element. */
  readonly rootOf: Root[] = [];
  /** Children of shadow hosts in their own order, which the composed tree does not keep. */
  readonly lightChildren = new Map<number, readonly Node[]>();
  readonly holes: { kind: Hole["kind"]; index: number; detail: string }[] = [];
  readonly removed = new Map<RemovedKind, number>();
  readonly typed = new TypedValues();
  readonly options: CaptureOptions;
  readonly excluded: ReadonlySet<Node>;

  constructor(options: CaptureOptions) {
    this.options = options;
    this.excluded = new Set(options.exclude);
  }

  count(what: RemovedKind): void {
    this.removed.set(what, (this.removed.get(what) ?? 0) + 1);
  }
}

/** An element whose children are being visited. One object serves each depth, again and again. */
export interface Open {
  index: number;
  element: Element;
  tag: string;
  /** Bits of `trait`. */
  traits: number;
  ax: AxNode;
  root: Root;
  /** Bits of `below`. */
  bits: number;
  clip: Clip;
  whiteSpace: string;
  /** Has no box of its own but those of its lines. */
  inline: boolean;
  /** A flex or grid container. */
  flexible: boolean;
  /** Raw data of the element's own text nodes so far. */
  text: string;
  /** Why its text is not told: "" where it is, "code" where it is no text. */
  mute: RemovedKind | "code" | "";
  /** Left and top edge in quarters of a pixel of the page's document. */
  left: number;
  top: number;
  /** Next child in the plain case, or a list of children where the composed tree differs from the document's. */
  next: Node | null;
  list: readonly Child[] | undefined;
  position: number;
}
