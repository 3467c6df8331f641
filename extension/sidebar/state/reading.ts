import { type Accessor, createSignal } from "solid-js";
import type { Annotation } from "../../../host/contract/annotation.js";
import type { Capture } from "../../../host/contract/capture.js";
import { isOnePage } from "../../../host/contract/page.js";
import type { PageReading, ReadOptions } from "../../page-api.js";
import type { Lines } from "../connect.js";
import { texts } from "../texts.js";
import type { Annotations } from "./annotations.js";
import type { Project } from "./project.js";

export interface Reading extends PageReading {
  readonly capture: Capture;
}

export interface PageReadings {
  /** The newest reading of the page that stands there; undefined before the first. */
  readonly current: Accessor<Reading | undefined>;
  forget(): void;
  /** Rejects when another page than `page` stands there, by default whichever does. `annotations` go with the reading: by default the user's. */
  read(options?: ReadOptions, annotations?: readonly Annotation[], page?: string): Promise<Reading>;
  /** Begins what `read` would read likewise: it takes that, when it is asked soon and the page is as it was. */
  readAhead(options: ReadOptions, annotations: readonly Annotation[]): Promise<void>;
  /** Throws when another page than this stands there. */
  refuseTurned(page: string): void;
}

export function createReadings({ page: api, url }: Pick<Lines, "page" | "url">, annotations: Annotations, project: Project): PageReadings {
  const [current, setCurrent] = createSignal<Reading>();

  function refuse(found: string, wanted: string): void {
    if (!isOnePage(found, wanted)) throw new Error(texts.turned);
  }

  const named = (options: ReadOptions): ReadOptions => ({ names: project.config()?.componentNames === true, ...options });

  async function read(options: ReadOptions = {}, noted = annotations.outgoing(), page?: string): Promise<Reading> {
    if (page !== undefined) refuse(url(), page);
    const read = await api.read(noted, named(options));
    const fresh: Reading = { ...read, capture: JSON.parse(read.json) };
    // The page may turn before its script reports it.
    if (page !== undefined) refuse(read.url, page);
    setCurrent(fresh);
    return fresh;
  }

  return {
    current,
    forget: () => setCurrent(undefined),
    read,
    readAhead: (options, noted) => api.readAhead(noted, named(options)),
    refuseTurned: (page) => refuse(url(), page),
  };
}
