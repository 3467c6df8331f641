import type { Annotation, AnnotationTarget, Box } from "../../host/contract/annotation.js";
import type { Capture } from "../../host/contract/capture.js";
import type { MountInspect } from "../inspect/ports.js";
import type { CommandName, Commands, Push } from "../messages.js";

/** The page as it was read at one instant, with its size as it is sent. */
export interface Reading {
  readonly capture: Capture;
  /** The capture's JSON, as it goes out. */
  readonly json: string;
  readonly bytes: number;
  /** Time of the reading in milliseconds. */
  readonly ms: number;
  /** The page as one HTML file, when it was asked for. */
  readonly snapshot?: string;
}

/** What is done with a reading beside it. */
export interface ReadOptions {
  /** Runs axe-core's rules for at most so many milliseconds. */
  readonly auditMs?: number;
  /** Writes the page as an HTML file too, at the same instant. */
  readonly snapshot?: boolean;
  /** Asks for component names in the page's world, where the user has allowed it. */
  readonly names?: boolean;
}

/** What the picker tells about the element under the pointer; `box` in CSS pixels of the window. */
export interface Glimpse {
  readonly element: Element;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  readonly source: string;
  readonly box: Box;
}

export type Step = "parent" | "child" | "next" | "previous";

/** What a command needs beside the page's address, which the link adds. */
export type Ask = <N extends CommandName>(command: N, input: Omit<Commands[N]["input"], "pageUrl">) => Promise<Commands[N]["output"]>;

/** Everything that the sidebar knows of the world around it. */
export interface Ports {
  readonly ask: Ask;
  /** Registers for what the background pushes; gives the function that ends it. */
  readonly onPush: (listener: (push: Push) => void) => () => void;
  /** Registers for the page's moves to another path without loading anew; gives the function that ends it. */
  readonly onMoved: (listener: () => void) => () => void;
  readonly page: PagePorts;
  readonly out: OutPorts;
  /** Markdown and report come as a script of their own: few captures need them. */
  readonly loadReport: () => Promise<ReportMaker>;
  /** So does the Inspect tab. */
  readonly loadInspect: () => Promise<MountInspect>;
  readonly close: () => void;
}

export interface ReportMaker {
  markdownOf(capture: Capture): string;
  reportName(capture: Capture): string;
  /** The report's zip; takes a picture of each note's place. */
  reportOf(capture: Capture): Promise<Uint8Array>;
}

/** Where the user takes things. */
export interface OutPorts {
  copy(text: string): Promise<void>;
  download(name: string, bytes: Uint8Array): void;
}

/** The page, read-only. */
export interface PagePorts {
  /** Reads the page once; the notes' elements are found again and named by this reading. */
  read(notes: readonly Annotation[], options: ReadOptions): Promise<Reading>;
  /** The browser shows extensions nothing of the page's own world: component names must be asked for there, and its errors are not seen. */
  readonly hidesWorld: boolean;
  /** The visible part of the page without the sidebar: PNG in base64. */
  picture(): Promise<string>;
  /** The element of the page at a place of the window, whatever of ours lies above it. */
  at(x: number, y: number): Glimpse | undefined;
  step(element: Element, step: Step): Glimpse | undefined;
  /** The element as it is now. */
  look(element: Element): Glimpse;
  /** Scrolls as little as it takes to show the element. */
  bring(element: Element): Glimpse;
  /** Scrolls what lies at a place of the window, as the wheel would; false where the browser does it by itself. */
  scroll(x: number, y: number, by: readonly [dx: number, dy: number]): boolean;
  /** How notes name elements. */
  target(elements: readonly Element[]): AnnotationTarget;
  /** Where a note's target is in the window now; empty when it is gone. */
  boxes(target: AnnotationTarget): readonly Box[];
  /** Brings a target's place into view; `calm`: at once, without gliding there. */
  reveal(target: AnnotationTarget, calm?: boolean): void;
}
