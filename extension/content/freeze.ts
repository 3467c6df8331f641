import type { Frozen } from "../page-api.js";
import { innerRoot } from "./closed-roots.js";

/** Roots of shadow trees and frames are searched for this often, in milliseconds: all elements are asked. */
const searchMs = 500;

/** By the playback rate 0: a pause would cut CSS animations off from their style for good, a style rule would cancel transitions. */
export function makeFreeze(host: Element) {
  const rates = new Map<Animation, number>();
  const drawings = new Set<SVGSVGElement>();
  let scopes: readonly (Document | ShadowRoot)[] = [];
  let searchedAt = Number.NEGATIVE_INFINITY;
  let frame = 0;

  function holdAll(): void {
    if (performance.now() - searchedAt > searchMs) {
      scopes = [...scopesIn(document, host)];
      searchedAt = performance.now();
      for (const svg of scopes.flatMap((scope) => [...scope.querySelectorAll<SVGSVGElement>("svg")])) {
        if (svg.ownerSVGElement !== null || svg.animationsPaused() || svg.querySelector(timedSvg) === null) continue;
        svg.pauseAnimations();
        drawings.add(svg);
      }
    }
    for (const animation of scopes.flatMap((scope) => scope.getAnimations())) {
      const { playState, playbackRate, timeline } = animation;
      if (playState !== "running" || playbackRate === 0 || timeline === null || "source" in timeline) continue;
      if (!rates.has(animation)) rates.set(animation, playbackRate);
      animation.playbackRate = 0;
    }
  }

  function follow(): void {
    holdAll();
    frame = requestAnimationFrame(follow);
  }

  return {
    hold: () => void (frame === 0 && follow()),
    /** Undefined while the page is not frozen. */
    held: () => (frame === 0 ? undefined : { held: rates.size + drawings.size, moving: movingIn(scopes) }),
    release: () => {
      cancelAnimationFrame(frame);
      frame = 0;
      searchedAt = Number.NEGATIVE_INFINITY;
      for (const [animation, rate] of rates) if (animation.playbackRate === 0) animation.playbackRate = rate;
      for (const svg of drawings) svg.unpauseAnimations();
      rates.clear();
      drawings.clear();
    },
  };
}

/** Elements of SVG that move by its own timeline (SMIL). */
const timedSvg = "animate, animateTransform, animateMotion, set";

function movingIn(scopes: readonly (Document | ShadowRoot)[]): Frozen["moving"] {
  const selectors = { video: "video", canvas: "canvas", picture: "img[src*='.gif' i], img[src^='data:image/gif' i], img[src*='.apng' i]" };
  const isMoving = (element: Element) => element.getClientRects().length > 0 && (element as Partial<HTMLVideoElement>).paused !== true;
  const has = (selector: string) => scopes.some((scope) => [...scope.querySelectorAll(selector)].some(isMoving));
  return (["video", "canvas", "picture"] as const).filter((kind) => has(selectors[kind]));
}

/** The document, its shadow trees, and the documents of frames of the same site. */
function* scopesIn(scope: Document | ShadowRoot, host: Element): Generator<Document | ShadowRoot, void> {
  yield scope;
  for (const element of scope.querySelectorAll("*")) {
    if (element === host) continue;
    const inner = innerRoot(element);
    if (inner !== null) yield* scopesIn(inner, host);
  }
}
