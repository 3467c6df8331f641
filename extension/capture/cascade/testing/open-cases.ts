import { it1 } from "./selector-cases.js";

/** Pages where no winner of a property of `.it` can be named, and why. */
export const openCases: readonly (readonly [name: string, html: string, property: string, reason: string])[] = [
  [
    "an animation",
    `<style>@keyframes fade { from { color: red } to { color: blue } } .it { color: lime; animation: fade 100s }</style>${it1}`,
    "color",
    "the animation fade is running on it",
  ],
  [
    "a style sheet that cannot be read",
    `<link rel="stylesheet" href="FAR/far.css"><style>.it { color: blue }</style>${it1}`,
    "color",
    "/far.css",
  ],
  [
    "a shorthand with a custom property that is overridden in part",
    `<style>:root { --f: 20px serif } .it { font: var(--f); line-height: 22px }</style>${it1}`,
    "font-size",
    "does not report",
  ],
  [
    "a condition that script cannot ask",
    `<style>.it { color: red } @container scroll-state(stuck: top) { .it { color: rgb(255, 0, 0) } }</style>${it1}`,
    "color",
    "it depends on a container condition that script cannot ask",
  ],
  [
    "a shorthand that fails in another part",
    `<link rel="stylesheet" href="FAR/far.css"><style>.it { background: blue }</style>${it1}`,
    "background-image",
    "background of the same rule does not give the computed background-color",
  ],
  [
    "a transition to what is inherited",
    `<style>.box { color: red } .box.b { color: blue } .it { color: inherit; transition: color 1000000s }</style>${it1}<script>const it1 = document.querySelector(".it"); getComputedStyle(it1).color; it1.parentElement.classList.add("b")</script>`,
    "color",
    "a transition is running on it",
  ],
];
