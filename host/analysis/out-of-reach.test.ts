import { expect, test } from "vitest";
import { readCapture } from "../contract/reader.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { outOfReach } from "./out-of-reach.js";

const studio = shared(openStudio);
const cover = '<div id="cover" style="position: absolute; inset: 0"></div>';
const stage = (content: string) =>
  `<main style="position: relative; width: 300px; height: 100px"><button id="it">Pay</button>${content}</main>`;
const open = (dialog: string) => `${dialog}<script>document.querySelector("dialog").showModal()</script>`;

test.each([
  ["a button", stage(""), undefined],
  ["an inert one", '<button id="it" inert>Pay</button>', "inert"],
  ["one in an inert part", '<section inert id="part"><p><button id="it">Pay</button></p></section>', "inert in #part"],
  ["one under a clear cover", stage(cover), "behind #cover, which shows nothing"],
  [
    "one under a transparent field",
    stage(cover.replace("<div", "<input type=file").replace("inset: 0", "inset: 0; width: 100%; opacity: 0")),
    "behind #cover, which shows nothing",
  ],
  ["one under a cover that lets the pointer through", stage(cover.replace("inset", "pointer-events: none; inset")), undefined],
  ["one under a hidden cover", stage(cover.replace("inset", "visibility: hidden; inset")), undefined],
  ["one over a clear layer", stage(cover.replace("inset", "z-index: -1; inset")), undefined],
  ["one beside a clear layer", stage(cover.replace("inset: 0", "inset: 50px 0 0 0")), undefined],
  ["one under a painted cover", stage(cover.replace("inset", "background: white; inset")), undefined],
  ["one behind a modal dialog", open(stage('<dialog id="cover"><button>No</button></dialog>')), "behind #cover, which is modal"],
  ["one in a modal dialog of an inert part", open('<section inert><dialog><button id="it">Pay</button></dialog></section>'), undefined],
  ["one in an inert dialog", open('<dialog inert id="part"><button id="it">Pay</button></dialog>'), "inert in #part"],
])("%s", async (_what, html, expected) => {
  const reader = readCapture(await studio.html(html));
  const elements = [...reader.elements()];
  const it = elements.find(({ attributes }) => attributes["id"] === "it");
  if (it === undefined) throw new Error("the page has no such element");
  const words = outOfReach(reader, it)?.replace(/\be\d+/, (ref) => `#${elements.find((one) => one.ref === ref)?.attributes["id"]}`);
  expect(words).toBe(expected);
});
