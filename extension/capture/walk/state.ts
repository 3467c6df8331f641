import type { Capture, Hole, RemovedKind } from "../../../host/contract/capture.js";
import type { NodeRoot, Nodes } from "../../../host/contract/nodes.js";
import type { AxElement, Scope } from "../accessibility/node.js";
import { AccessibilityTree } from "../accessibility/tree.js";
import { type AttributeRecord, AttributeTable } from "../attributes/attribute-table.js";
import type { ComponentReader } from "../components/index.js";
import { FieldValues } from "../field-values.js";
import type { Clip } from "../geometry/clip.js";
import type { View } from "../geometry/view.js";
import { StringTable } from "../interning.js";
import type { Counters } from "../styles/counters.js";
import type { StyleHints } from "../styles/style-sheets.js";
import { StyleTable } from "../styles/style-table.js";

/** Options of the engine; all have defaults, so that it also runs alone in a page. */
export interface CaptureOptions {
  /** Version of the extension; empty when the engine runs alone. */
  readonly extension?: string;
  /** Returns closed shadow roots, by the extension platform's API. Without it they are holes. */
  readonly openClosedRoot?: (element: Element) => ShadowRoot | null;
  /** Reads component names and sources. Default: markers in the DOM alone. */
  readonly components?: ComponentReader;
  /** The extension's own elements in the page, which are no part of it. */
  readonly exclude?: readonly Element[];
  /** `page`: uncaught errors, rejections, `console.error` and `console.warn`; `uncaught`: the first two. Default: nothing was observed. */
  readonly console?: { readonly from: "page" | "uncaught"; readonly entries: Capture["console"] };
  /** Upper bound of the JSON text in bytes of UTF-8. Default: 4.5 MB. */
  readonly maxBytes?: number;
  /** Ends after so many elements, with a hole where the page has more. Default: 40,000. */
  readonly mostElements?: number;
}

export interface Root {
  readonly index: number;
  readonly kind: NodeRoot["kind"];
  /** Root of the host or frame element; undefined for the page's document. */
  readonly outer: Root | undefined;
  /** Index of the host or frame element; -1 for the page's document. */
  readonly host: number;
  readonly ax: Scope;
  readonly view: View;
  readonly fullscreen: Element | null;
  readonly hints: StyleHints;
  /** Whether the elements of a record may have generated text, or rare paint, by its style sheets. */
  readonly mayGenerate: (record: AttributeRecord) => boolean;
  readonly mayPaint: (record: AttributeRecord) => boolean;
  /** Ids and classes are case-insensitive. */
  readonly quirks: boolean;
}

/** A composed child: the node, its root, and whether it is rendered. */
export interface Child {
  readonly node: Node;
  readonly root: Root;
  /** Index of the parent element in its own root; -1 at the top of a root. */
  readonly domParent: number;
  /** Not slotted or collapsed. */
  readonly notRendered: boolean;
}

/** An element whose children are being visited. */
export interface OpenElement {
  index: number;
  element: Element;
  tag: string;
  /** Bits of `trait`. */
  traits: number;
  ax: AxElement;
  root: Root;
  /** Bits of `inherited`. */
  inherited: number;
  clip: Clip;
  whiteSpace: string;
  /** Has no box but those of its lines. */
  inline: boolean;
  isFlexOrGrid: boolean;
  skipsContent: boolean;
  /** Data of the element's own text nodes so far. */
  text: string;
  /** A space where something was drawn since the last of them. */
  gap: "" | " ";
  /** Left and top edge in quarters of a pixel of the page's document. */
  left: number;
  top: number;
  /** Next child where composed children and child nodes are the same; `list` is otherwise the list of children. */
  next: Node | null;
  list?: readonly Child[];
  position: number;
}

/** The columns of `Nodes` while they grow; `spill` holds its rectangles by the elements until the walk is over. */
export type Columns = {
  -readonly [Key in keyof Nodes as Nodes[Key] extends readonly number[] ? Key : never]: number[];
} & { spill: number[]; animated: number[]; unseen: number[]; roots: NodeRoot[] };

const columnNames =
  "depth tag role name text attributes box style flags step from roots rootRuns states before after component source spill animated unseen".split(
    " ",
  );

/** The page's texts in document order: `owners[i]` is the element whose own text has `pieces[i]`. */
export interface TextFlow {
  readonly pieces: string[];
  readonly owners: number[];
}

/** Everything that a walk has read so far. Arrays have one entry per element. */
export class WalkState {
  readonly strings = new StringTable();
  readonly attributes = new AttributeTable(this.strings);
  readonly styles = new StyleTable();
  readonly accessibility = new AccessibilityTree();
  readonly columns = Object.fromEntries(columnNames.map((name) => [name, []])) as unknown as Columns;
  readonly elements: Element[] = [];
  readonly records: AttributeRecord[] = [];
  /** Why an element's text is left out: "" where it is not, "code" where it is no content. */
  readonly suppressed: (RemovedKind | "code" | "")[] = [];
  /** Parent in the composed tree, and in the element's own root; -1 for none. */
  readonly parents: number[] = [];
  readonly domParents: number[] = [];
  /** Left and top edge of each element's box in quarters of a pixel of the page's document; of one without a box that of its parent's. */
  readonly places: number[] = [];
  readonly roots: Root[] = [];
  readonly rootOf: Root[] = [];
  /** Children of shadow hosts in the document's order, which the composed tree does not have. */
  readonly lightChildren = new Map<number, readonly Node[]>();
  /** Frames in the roots so far, and elements within such. */
  frames = 0;
  framed = 0;
  readonly holes: { kind: Hole["kind"]; index: number; detail: string }[] = [];
  readonly removed = new Map<RemovedKind, number>();
  readonly fieldValues = new FieldValues();
  readonly flow: TextFlow = { pieces: [], owners: [] };
  /** Undefined where the page's style sheets show none. */
  counters: Counters | undefined;
  edited = "";
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
