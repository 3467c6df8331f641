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
