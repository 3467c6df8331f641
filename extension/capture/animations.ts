import { cssName, isKeyframes, rootAnimationsOf, rootNodeOf } from "./dom.js";
import type { Root, WalkState } from "./walk/state.js";

/**
 * Records which properties running animations set on elements: their values are those of one instant (Web Animations, 5.3). Transitions are none of
 * these: they end at a value that somebody wrote.
 */
export function recordAnimations(walk: WalkState): void {
  const { columns, strings, elements, rootOf } = walk;
  const animated = new Map<Element, Set<string>>();
  const seen = new Set<Root | undefined>();
  for (const [index, element] of elements.entries()) {
    if (seen.has(rootOf[index])) continue;
    seen.add(rootOf[index]);
    for (const animation of rootAnimationsOf(rootNodeOf(element))) {
      const { effect, playState } = animation;
      if (playState !== "running" || "transitionProperty" in animation || !isKeyframes(effect)) continue;
      const { target, pseudoElement } = effect;
      if (target === null || pseudoElement !== null) continue;
      const properties = animated.get(target) ?? new Set();
      animated.set(target, properties);
      for (const frame of effect.getKeyframes()) for (const name of Object.keys(frame)) properties.add(cssName(name));
    }
  }
  if (animated.size === 0) return;
  for (const [index, element] of elements.entries()) {
    const properties = [...(animated.get(element) ?? [])].filter((name) => !timing.has(name));
    if (properties.length > 0) columns.animated.push(index, strings.add(properties.sort().join(" ")));
  }
}

/** Members of a keyframe that are no properties. */
const timing = new Set(["offset", "computed-offset", "easing", "composite"]);
