import type { Annotation, AnnotationTarget } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import type { Trust } from "../../host/contract/trust.js";
import type { Mark } from "../page-api.js";
import type { Ask } from "../sidebar/connect.js";
import type { AnnotationFields } from "../sidebar/state/annotations.js";
import type { Notice } from "../sidebar/state/tasks.js";

export interface StoredCapture {
  readonly capture: Capture;
  readonly filename: string;
}

/** What the Inspect tab may do. Plain functions: the tab's script brings a reactive system of its own. */
export interface InspectPorts {
  readonly ask: Ask;
  /** Reads the page now; with `audit`, by axe-core's rules too. */
  read(audit: boolean): Promise<Capture>;
  /** Reads the page and stores the capture, without the user's notes, in the project. */
  store(): Promise<StoredCapture>;
  /** Runs one task at a time; progress, end and failure are shown below. */
  run(what: string, task: () => Promise<Notice | undefined>): Promise<void>;
  /** Adds an annotation; `text` is announced to the user. */
  addNote(target: AnnotationTarget, fields: AnnotationFields, text: string): void;
  /** Outlines these places and no others. */
  mark(marks: readonly Mark[]): void;
  reveal(target: AnnotationTarget): void;
  /** Allows or disallows component names, with the user's consent. Resolves with the resulting state. */
  allowNames(allowed: boolean): Promise<boolean>;
}

/** State that the tab receives whenever it changes. */
export interface InspectFacts {
  /** A task runs: another would have to wait. */
  readonly busy: boolean;
  /** A project takes this page's captures, and trust allows it. */
  readonly canStore: boolean;
  readonly trust: Trust;
  /** Undefined where the browser shows them anyway, and without a project. */
  readonly names: boolean | undefined;
  /** The browser shows extensions the page's uncaught errors. */
  readonly seesErrors: boolean;
  /** The tab is the one that is shown. */
  readonly shown: boolean;
  /** Address of the page now. */
  readonly url: string;
  readonly annotations: readonly Annotation[];
}

export interface InspectView {
  update(facts: InspectFacts): void;
  remove(): void;
}

/** Shows the tab's content in an element of the sidebar. */
export type MountInspect = (place: HTMLElement, ports: InspectPorts, facts: InspectFacts) => InspectView;
