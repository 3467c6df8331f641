import { type Accessor, createSignal } from "solid-js";
import type { Annotation } from "../../../host/contract/annotation.js";
import type { Capture } from "../../../host/contract/capture.js";
import { isOnePage } from "../../../host/contract/page.js";
import type { PageReading, ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { texts } from "../texts.js";
import type { Annotations } from "./annotations.js";
import type { Project } from "./project.js";

/** The page as it was read at one instant. */
export interface Reading extends PageReading {
  readonly capture: Capture;
}

/** What the sidebar knows of its page by reading it. */
export interface PageReadings {
  /** The newest reading of the page that stands there; undefined before the first. */
  readonly current: Accessor<Reading | undefined>;
  /** Whether elements are known: by a reading, or because the person has picked them. Before that all would count as gone. */
  readonly isPageKnown: Accessor<boolean>;
  /** The person has picked an element. */
  know(): void;
  /** Another page stands there; `isKnown`: its document is the same, and its elements are still known. */
  forget(isKnown: boolean): void;
  /** Rejects when another page than `page` stands there, by default whichever does. `annotations` go with the reading: by default the user's. */
  read(options?: ReadOptions, annotations?: readonly Annotation[], page?: string): Promise<Reading>;
  /** Throws when another page than this stands there. */
  refuseTurned(page: string): void;
}

export function createReadings({ page: api, url }: Pick<Lines, "page" | "url">, annotations: Annotations, project: Project): PageReadings {
  const [current, setCurrent] = createSignal<Reading>();
  const [isPageKnown, setPageKnown] = createSignal(false);

  function refuse(found: string, wanted: string): void {
    if (!isOnePage(found, wanted)) throw new Error(texts.turned);
  }

  async function read(options: ReadOptions = {}, noted = annotations.outgoing(), page?: string): Promise<Reading> {
    if (page !== undefined) refuse(url(), page);
    const read = await api.read(noted, { names: project.config()?.componentNames === true, ...options });
    const fresh: Reading = { ...read, capture: JSON.parse(read.json) };
    // The page may turn before its script reports it.
    if (page !== undefined) refuse(fresh.capture.metadata.url, page);
    setCurrent(fresh);
    setPageKnown(true);
    return fresh;
  }

  return {
    current,
    isPageKnown,
    know: () => setPageKnown(true),
    forget: (isKnown) => {
      setCurrent(undefined);
      if (!isKnown) setPageKnown(false);
    },
    read,
    refuseTurned: (page) => refuse(url(), page),
  };
}
