import { openClosedRoot } from "./closed-roots.js";

/** How many elements are asked for a closed root at each look: half a millisecond's work. */
const sliceMax = 1_000;

export interface CoverWatch {
  /** Something of the page lies above the panel or hides it, as far as this browser reports. */
  isCovered(): boolean;
  /** Goes on looking for closed roots, where what opens in them is not known otherwise. */
  look(): void;
  stop(): void;
}

/**
 * Watches what the document reports to nobody: popovers and dialogs of closed roots, view transitions, and filters above the panel. Chromium reports
 * whether an element can be seen (Intersection Observer v2, `trackVisibility`). In other browsers the closed roots are searched for and listened in.
 * `onCover`: the panel could be seen, and no longer can. `onToggle`: a dialog or popover of a closed root has opened or closed.
 */
export function watchCovers(host: HTMLElement, probe: HTMLElement, onCover: () => void, onToggle: () => void): CoverWatch {
  const page = document.documentElement;
  // Browsers throw for a pseudo-class that they do not know.
  const inTransition = () =>
    CSS.supports("selector(:active-view-transition)") && [page, host].some((element) => element.matches(":active-view-transition"));
  if (!("isVisible" in IntersectionObserverEntry.prototype)) {
    return { ...watchClosedRoots(onToggle), isCovered: () => inTransition() || hides(getComputedStyle(page).filter) };
  }
  // Before it has been seen once, its word counts for nothing: a platform where nothing is ever known to be visible keeps its sidebar.
  let wasSeen = false;
  let isSeen = false;
  const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = { trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    isSeen = Reflect.get(entries.at(-1) ?? {}, "isVisible") === true;
    if (wasSeen && !isSeen) onCover();
    wasSeen ||= isSeen;
  }, options);
  observer.observe(probe);
  return {
    isCovered: () => inTransition() || (wasSeen && !isSeen),
    look: () => undefined,
    stop: () => observer.disconnect(),
  };
}

/** Ends what can be ended of what covers the panel: a view transition goes to its end. */
export function skipTransition(): void {
  const { activeViewTransition } = document as { activeViewTransition?: ViewTransition | null };
  activeViewTransition?.skipTransition();
}

/** In Firefox a filter of the root element holds for the top layer too. These leave a sidebar readable; pages that are made dark have them. */
function hides(filter: string): boolean {
  return !/^(none|((invert\((0|1|0%|100%)\)|(hue-rotate|grayscale|sepia)\([^)]*\)) ?)+)$/.test(filter);
}

/** Finds closed roots a slice at a time, and listens in them: their events of opening and closing do not reach the document. */
function watchClosedRoots(onToggle: () => void): Pick<CoverWatch, "look" | "stop"> {
  const known = new WeakSet<ShadowRoot>();
  const ended = new AbortController();
  let search = rootsIn(document);

  function meet(root: ShadowRoot): void {
    known.add(root);
    root.addEventListener("toggle", (event) => event.isTrusted && onToggle(), { capture: true, signal: ended.signal });
    if (root.querySelector(":popover-open, dialog:modal") !== null) onToggle();
  }

  return {
    look: () => {
      for (let step = 0; step < sliceMax; step++) {
        const { value: root, done } = search.next();
        if (root instanceof ShadowRoot && !known.has(root)) meet(root);
        if (done === true) {
          search = rootsIn(document);
          break;
        }
      }
    },
    stop: () => ended.abort(),
  };
}

/** The open modal dialog of a shadow root, if there is one: the document's own queries do not find it. */
export function modalInRoots(): Element | undefined {
  for (const root of rootsIn(document)) {
    const modal = root?.querySelector("dialog:modal");
    if (modal) return modal;
  }
  return undefined;
}

/** Goes through all elements, those of shadow roots too, and yields each one's root. */
function* rootsIn(scope: ParentNode): Generator<ShadowRoot | null, void> {
  for (const element of scope.querySelectorAll("*")) {
    const root = openClosedRoot(element);
    yield root;
    if (root !== null) yield* rootsIn(root);
  }
}
