import { type Accessor, createSignal } from "solid-js";
import type { Annotation } from "../../host/contract/annotation.js";
import type { PagePorts, Reading, ReadOptions } from "./ports.js";

export interface PageReading {
  /** The newest reading; undefined before the first. */
  readonly current: Accessor<Reading | undefined>;
  /** Reads the page now, with the notes bound to what is there. */
  read(notes: readonly Annotation[], options: ReadOptions): Promise<Reading>;
}

export function createReading(page: PagePorts): PageReading {
  const [current, setCurrent] = createSignal<Reading>();
  return {
    current,
    read: async (notes, options) => {
      const reading = await page.read(notes, options);
      setCurrent(reading);
      return reading;
    },
  };
}
