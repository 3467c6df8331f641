import { createHash } from "node:crypto";
import { ServiceError } from "../contract/errors.js";
import type { ServiceEvent } from "../contract/events.js";
import type { RequestStatus } from "../contract/request.js";
import type { AnnotationStore } from "./annotations.js";
import type { CaptureEntry } from "./capture-entry.js";
import type { EventParts } from "./events.js";
import { isOpen } from "./request-rules.js";

/** Finds out what is new since it last looked; on the first look it only learns what is there. */
export interface Differ {
  look(isFirst: boolean): Promise<readonly ServiceEvent[]>;
  /** In how many milliseconds something changes by itself. */
  nextMs?(): number | undefined;
}

export function captureDiffer({ index, annotations, project }: EventParts): Differ {
  const seen = new Map<string, CaptureEntry>();
  const toldIds = new Set<string>();
  return {
    look: async (isFirst) => {
      const events: ServiceEvent[] = [];
      for (const entry of await index.entries()) {
        const { filename, url, resolvedIds } = entry;
        const before = seen.get(filename);
        if (before === entry) continue;
        seen.set(filename, entry);
        if (!isFirst && before === undefined) events.push({ type: "capture:created", project, filename, url });
        for (const id of resolvedIds.filter((one) => !toldIds.has(one))) {
          toldIds.add(id);
          if (!isFirst) events.push(...(await resolvedEvents(annotations, project, id)));
        }
      }
      return events;
    },
  };
}

export function requestDiffer({ requests, project }: EventParts): Differ {
  const seen = new Map<string, RequestStatus>();
  let nextExpiry: number | undefined;
  return {
    look: async (isFirst) => {
      const all = await requests.all();
      const events: ServiceEvent[] = [];
      for (const request of all) {
        const { id, status } = request;
        const before = seen.get(id);
        seen.set(id, status);
        if (isFirst || before === status) continue;
        if (before === undefined) events.push({ type: "request:created", project, request });
        if (!isOpen(request)) events.push({ type: "request:ended", project, id, status });
      }
      const expiries = all.filter(isOpen).map(({ expiresAt }) => Date.parse(expiresAt));
      nextExpiry = expiries.length === 0 ? undefined : Math.min(...expiries);
      return events;
    },
    nextMs: () => (nextExpiry === undefined ? undefined : Math.max(1, nextExpiry - Date.now() + 1)),
  };
}

export function configDiffer({ config, project }: EventParts): Differ {
  let seen = "";
  return {
    look: async (isFirst) => {
      const now = createHash("sha256")
        .update(await config.state())
        .digest("hex");
      const isChanged = now !== seen;
      seen = now;
      return isChanged && !isFirst ? [{ type: "config:changed", project }] : [];
    },
  };
}

/** None when the file went away in the meantime. */
async function resolvedEvents(annotations: AnnotationStore, project: string, id: string): Promise<ServiceEvent[]> {
  const found = await annotations.find(id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === "not-found") return undefined;
    throw error;
  });
  const resolution = found?.annotation.resolution;
  if (found === undefined || resolution === undefined) return [];
  const { capture, url, annotation } = found;
  return [{ type: "annotation:resolved", project, id, capture, url, comment: annotation.comment, resolution }];
}
