import type { AnnotationTarget, Box } from "../../host/contract/annotation.js";
import type { Glimpse, PagePorts } from "../sidebar/ports.js";
import { documentToWindow, windowBox } from "./boxes.js";
import { readDocument } from "./engine.js";
import type { PageComponents } from "./page-components.js";
import type { PageErrors } from "./page-errors.js";
import { elementAt, stepFrom } from "./picker.js";
import { scrollBeneath } from "./scroll-beneath.js";
import { makeSnapshots } from "./snapshots.js";
import { makeTargets, type Targets } from "./targets.js";
import { takeWindowPicture } from "./window-picture.js";

export interface PageSources {
  readonly host: HTMLElement;
  readonly errors: PageErrors;
  readonly components: PageComponents;
  /** Brings the audit's script into this world. */
  readonly loadAudit: () => Promise<unknown>;
  /** Brings the snapshot's script into this world. */
  readonly loadSnapshot: () => Promise<unknown>;
  /** A PNG of the window as a data URL. */
  readonly takePicture: () => Promise<string>;
}

/** The page as the sidebar may see it. `host` is the sidebar's own element, which no reading contains. */
export function makePagePorts({ host, errors, components, loadAudit, loadSnapshot, takePicture }: PageSources): PagePorts {
  const targets = makeTargets(() => readDocument(host, errors.seen(), components), loadAudit);
  const written = makeSnapshots(host, loadSnapshot);
  return {
    hidesWorld: components.isBlind,
    read: async (notes, { names = false, snapshot = false, auditMs }) => {
      // Everything is brought before, so that all of it sees the page of one instant.
      const [write] = await Promise.all([snapshot ? written.load() : undefined, components.load(names)]);
      const reading = targets.read(notes, auditMs);
      const html = write?.();
      return html === undefined ? reading : { ...(await reading), snapshot: html };
    },
    picture: () => takeWindowPicture(host, takePicture),
    at: (x, y) => {
      const found = elementAt(x, y, host);
      return found === undefined ? undefined : glimpse(targets, found);
    },
    step: (element, step) => {
      const found = stepFrom(element, step, host);
      return found === undefined ? undefined : glimpse(targets, found);
    },
    look: (element) => glimpse(targets, element),
    bring: (element) => {
      element.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
      return glimpse(targets, element);
    },
    scroll: (x, y, by) => scrollBeneath(x, y, by, host),
    target: targets.name,
    boxes: (target) => boxesOf(targets, target),
    reveal: (target, calm) => reveal(targets, target, calm || isCalm() ? "instant" : "smooth"),
  };
}

function glimpse(targets: Targets, element: Element): Glimpse {
  const known = targets.known(element);
  return {
    element,
    tag: element.localName,
    role: known?.role ?? "",
    name: known?.name ?? "",
    source: known?.source ?? "",
    box: windowBox(element),
  };
}

function boxesOf(targets: Targets, target: AnnotationTarget): readonly Box[] {
  if (target.type === "page") return [];
  if (target.type === "region") return [documentToWindow(target.box)];
  return target.elements.flatMap((one) => targets.live(one) ?? []).map(windowBox);
}

/** Scrolling is what the user asked for; the page's content stays as it is. */
function reveal(targets: Targets, target: AnnotationTarget, behavior: ScrollBehavior): void {
  if (target.type === "page") return;
  const [first] = target.elements.flatMap((one) => targets.live(one) ?? []);
  if (target.type === "element") first?.scrollIntoView({ behavior, block: "center", inline: "nearest" });
  else scrollTo({ left: target.box[0] - innerWidth / 3, top: target.box[1] - innerHeight / 3, behavior });
}

function isCalm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
