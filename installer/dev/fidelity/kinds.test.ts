import { describe, expect, it } from "vitest";
import { readEngine } from "../../../host/testing/engine.js";
import { makeFolder } from "../../../host/testing/make-folder.js";
import { shared } from "../../../host/testing/shared.js";
import { openChromium } from "./chromium.js";
import { differencesOf, totalOf } from "./report.js";
import { measureFolder } from "./run.js";

/** Small pages, in each of which one fact of an element's tag and attributes decides. */
const pages: readonly (readonly [what: string, html: string])[] = [
  ["the summary of details has a state", "<details open><summary>More</summary><p>Text</details>"],
  [
    "a disabled group of options is told of its options",
    "<select aria-label=S size=3><optgroup disabled label=G><option>One</optgroup></select>",
  ],
  ["aria-disabled holds below", '<div role="group" aria-disabled="true"><button>In it</button></div>'],
  ["fallback content of a player is not exposed", "<video controls><p>Words for those <a href='/'>who cannot play it</a></video>"],
  [
    "aria-owns brings words into a name",
    '<div role="button" tabindex="0" aria-owns="there">Here</div><p><span id="there">and there</span></p>',
  ],
  [
    "an open popover is a group",
    "<div popover=manual>Words</div><x-menu popover=manual>More</x-menu><script>for (const one of document.querySelectorAll('[popover]')) one.showPopover()</script>",
  ],
  ["what has no box of its own takes no focus", "<a href='#a' style='display:contents'>A</a><button style='display:contents'>B</button>"],
  [
    "inert parts name nothing around them, but an inert label its field",
    `<button>Save <span inert>now</span></button><a href=#>top <i inert>; tip</i></a><button aria-labelledby=l>B</button><p id=l inert>Words</p>
    <figure aria-labelledby=z></figure><p id=z><span inert>deep</span> words</p><label for=q inert>Lab</label><input id=q><fieldset><legend inert>Le</legend></fieldset>
    <table><caption>Cap <i inert>y</i></caption><tr><th>1<th>2</table>`,
  ],
  [
    "what a modal dialog makes inert names nothing in it",
    "<h2 id=t>Title</h2><dialog id=d aria-labelledby=t><button>In <i inert>no</i></button></dialog><script>d.showModal()</script>",
  ],
  [
    "the address of an image that is generated is no text",
    `<style>.r::before { content: url("data:image/svg+xml,%3Csvg xmlns='x' / c='attr(y)'/%3E") } .s::before { content: url("a.png") "words" } .t::after { content: image-set("a.png" 1x type("image/png"), "b.png" 2x) }
    .u::after { content: url(a\\"b.png) / "an alternative" }</style><button class=r>R</button><button class=s>S</button><button class=t>T</button><button class=u>U</button>`,
  ],
];

describe("the browser agrees that", () => {
  const browser = shared(openChromium);

  it.each(pages)("%s", async (_what, html) => {
    const folder = makeFolder({ "page.html": `<!doctype html><title>Page</title>${html}` });
    const { pages: measured, failures } = await measureFolder(folder, browser, await readEngine());
    expect(failures).toEqual([]);
    const { role, name, state, exposed } = totalOf(measured).shares;
    expect({ role, name, state, exposed }, differencesOf(measured)).toEqual({ role: 1, name: 1, state: 1, exposed: 1 });
  });
});
