import { openClosedRoot } from "./closed-roots.js";
import { receive } from "./on-demand.js";
import type { SnapshotScript } from "./snapshot-script.js";

/** Room for what JSON adds to the text on its way to the store, which takes 10 MB. */
const maxBytes = 8 * 1024 * 1024;

/** Writes the page as one HTML file; the script that does it comes when it is first needed. `host` is our own element. */
export function makeSnapshots(host: Element, inject: () => Promise<unknown>): { load(): Promise<() => string> } {
  let snapshotHtml: SnapshotScript | undefined;
  return {
    load: async () => {
      const write = snapshotHtml ?? (await receive<SnapshotScript>("svc.snapshot", inject));
      snapshotHtml = write;
      return () => write(document, { exclude: [host], openClosedRoot, maxBytes }).html;
    },
  };
}
