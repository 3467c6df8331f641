import type { CaptureReader } from "../../contract/reader.js";

/** A part of a page with a fault planted in it, or one that only looks like it. `data-fault` marks the element at fault. */
export interface Seed {
  readonly name: string;
  readonly html: string;
}

const row = `<a href="/row" style="display:block;height:32px">A row of the list</a>`;
const card = "width:320px;border:1px solid #888;padding:8px;font:16px/24px Arial;margin:12px";

/** Faults of layout; the attribute's value is the rule. */
export const layoutFaults: readonly Seed[] = [
  {
    name: "bar over the first row of a list, which cannot scroll out below it",
    html: `<div style="position:relative;width:300px;height:120px"><div style="height:120px;overflow:auto"><a data-fault="overlap" href="/first" style="display:block;height:32px">The first row of the list</a>${row.repeat(6)}</div><button style="position:absolute;left:20px;top:10px;width:60px;height:40px">Add</button></div>`,
  },
  {
    name: "wide child",
    html: `<div style="${card}"><div data-fault="overflow" style="width:420px;background:#eee">Too wide for its card</div></div>`,
  },
  {
    name: "high child",
    html: `<div style="${card};height:60px"><div data-fault="overflow" style="height:140px;background:#eee">Too high for its card</div></div><div style="height:120px"></div>`,
  },
  {
    name: "long word in a box",
    html: `<div style="${card}"><span data-fault="overflow" style="white-space:nowrap">A line that must not break and is therefore much longer than its card</span></div>`,
  },
  {
    name: "wide image",
    html: `<div style="${card}"><svg data-fault="overflow" width="500" height="20" role="img" aria-label="Chart"></svg></div>`,
  },
  {
    name: "long word",
    html: `<div style="${card};width:120px"><p data-fault="overflow" style="margin:0">Donaudampfschifffahrtsgesellschaft</p></div>`,
  },
  { name: "long address", html: `<div data-fault="overflow" style="${card};width:160px">https://example.org/with/a/very/long/path</div>` },
  {
    name: "button narrower than its words",
    html: `<button data-fault="overflow" style="width:80px;height:40px;padding:4px;white-space:nowrap">Subscribe to the newsletter</button>`,
  },
  {
    name: "wide image in wrappers",
    html: `<div style="${card}"><div><div><svg data-fault="overflow" width="500" height="20" role="img" aria-label="Map"></svg></div></div></div>`,
  },
  {
    name: "wider than its column",
    html: `<div style="width:240px"><div data-fault="overflow" style="width:420px;background:#eee">Wider than what it is set in</div></div>`,
  },
  {
    name: "label on the next column",
    html: `<div style="display:flex"><div data-fault="overlap" style="width:90px;white-space:nowrap">A long label in a column</div><div>Second column</div></div>`,
  },
  {
    name: "paragraph on paragraph",
    html: `<div style="position:relative;height:110px"><p data-fault="overlap" style="position:absolute;left:0;top:0;width:240px;margin:0">A paragraph of more than one line that was placed over here.</p><p style="position:absolute;left:20px;top:20px;width:240px;margin:0">And a second one that has more than one line as well, placed on it.</p></div>`,
  },
  {
    name: "button on button",
    html: `<div style="position:relative;height:60px"><button style="width:120px;height:32px">Save the page</button><button data-fault="overlap" style="position:absolute;left:90px;top:10px;width:120px;height:32px">Delete</button></div>`,
  },
  {
    name: "text on text",
    html: `<div style="position:relative;height:60px"><p style="margin:0;font:16px/24px Arial">The first line of text stands here</p><p data-fault="overlap" style="position:absolute;margin:0;left:60px;top:8px;font:16px/24px Arial">and a second one lies on it</p></div>`,
  },
  {
    name: "content over the next",
    html: `<div style="height:30px"><p style="margin:0">One</p><button style="height:32px;width:200px;margin-top:8px">Spilling button</button></div><p data-fault="overlap" style="margin:0;font:16px/24px Arial">A text under the button that spills</p><div style="height:40px"></div>`,
  },
  {
    name: "negative margin",
    html: `<div style="height:70px"><button style="width:140px;height:32px;display:block">Previous page</button><a data-fault="overlap" href="/x" style="display:block;margin-top:-18px;margin-left:40px;height:30px;width:160px">Next page link</a></div>`,
  },
  {
    name: "cut line",
    html: `<div data-fault="clipped-text" style="width:90px;overflow:hidden;white-space:nowrap;font:16px/24px Arial">Quarterly revenue by region</div>`,
  },
  {
    name: "cut lines",
    html: `<div data-fault="clipped-text" style="width:160px;height:24px;overflow:hidden;font:16px/24px Arial">This paragraph has many more words than the single line that its box has room for</div>`,
  },
  {
    name: "cut button",
    html: `<button data-fault="clipped-text" style="width:60px;overflow:hidden;white-space:nowrap;padding:4px;font:16px Arial">Download report</button>`,
  },
  {
    name: "cut by what is around",
    html: `<div style="width:120px;overflow:hidden"><span data-fault="clipped-text" style="white-space:nowrap">Customer satisfaction survey</span></div>`,
  },
  {
    name: "card too low",
    html: `<div style="${card};height:34px;overflow:hidden"><p data-fault="clipped-text" style="margin:0">Text that is longer than its card is high, so that the last of its lines are gone for everyone who reads it.</p></div>`,
  },
  {
    name: "tiny buttons",
    html: `<div><button data-fault="small-target" style="width:12px;height:12px;padding:0" aria-label="Up"></button><button data-fault="small-target" style="width:12px;height:12px;padding:0" aria-label="Down"></button></div>`,
  },
  {
    name: "in a folded panel",
    html: `<div style="height:0;overflow:hidden"><button data-fault="invisible-interactive" style="height:30px">Folded away</button></div>`,
  },
  {
    name: "out of reach",
    html: `<button data-fault="invisible-interactive" style="position:absolute;left:-9999px;height:30px">Far away</button>`,
  },
  {
    name: "transparent button",
    html: `<button data-fault="invisible-interactive" style="opacity:0;width:100px;height:30px">Buy now</button>`,
  },
  {
    name: "in a transparent panel",
    html: `<div style="opacity:0"><a data-fault="invisible-interactive" href="/hidden">Hidden offer</a></div>`,
  },
];

/** What looks like a fault and is none. */
export const layoutCraft: readonly Seed[] = [
  {
    name: "label that rests in its field",
    html: `<div style="position:relative;width:260px;height:56px;padding-top:1px"><label for="field" style="position:absolute;left:0;top:14px;font:16px/19px Arial">User name</label><input id="field" style="display:block;margin-top:24px;width:260px;height:24px;border:0;padding:0"></div>`,
  },
  {
    name: "label that rests in its select",
    html: `<div style="position:relative;width:260px;height:56px;padding-top:1px"><span style="position:absolute;left:0;top:14px"><label id="of-select" style="font:16px/19px Arial">Country of birth</label></span><div role="combobox" aria-expanded="false" aria-labelledby="of-select" tabindex="0" style="margin-top:24px;width:260px;height:24px"></div></div>`,
  },
  {
    name: "badge",
    html: `<div style="position:relative;width:60px;height:60px;margin:20px"><button style="width:60px;height:60px">Cart</button><span style="position:absolute;right:-8px;top:-8px;width:24px;height:24px;background:#c00;color:#fff">12</span></div>`,
  },
  {
    name: "icon in a field",
    html: `<div style="position:relative;width:200px"><input aria-label="Find" style="width:190px;height:30px"><button style="position:absolute;right:14px;top:4px;width:26px;height:26px">X</button></div>`,
  },
  {
    name: "scroll container",
    html: `<div style="${card};overflow:auto;height:60px"><div style="width:800px;height:200px">Scrolls</div></div>`,
  },
  {
    name: "open menu over text",
    html: `<div style="position:relative;height:140px"><button style="width:100px;height:30px">Menu</button><p style="margin:0">Text that the menu covers while it is open</p><ul style="position:absolute;left:0;top:24px;margin:0;background:#fff;border:1px solid"><li><a href="/1" style="display:block;height:30px">First entry</a></li><li><a href="/2" style="display:block;height:30px">Second entry</a></li></ul></div>`,
  },
  {
    name: "lines counted out",
    html: `<p style="display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden;width:220px">A teaser of an article that is cut after two lines on purpose, with an ellipsis that the browser puts at its end.</p>`,
  },
  {
    name: "scrolls under what follows",
    html: `<div style="height:60px;overflow:auto" tabindex="0"><p>One line</p><p>Another line</p><p>A third line</p><p>And a last line</p></div><p style="margin:0">What follows the scroll container</p><p>And goes on below it</p>`,
  },
  {
    name: "floating button over a list that scrolls below it",
    html: `<div style="position:relative;width:300px;height:120px"><div style="height:120px;overflow:auto">${row.repeat(6)}</div><button style="position:absolute;right:20px;bottom:10px;width:60px;height:40px">Add</button></div>`,
  },
  {
    name: "fixed button over the links of the page",
    html: `<div style="height:900px">${row.repeat(24)}</div><button style="position:fixed;left:20px;bottom:10px;width:60px;height:40px">Add</button>`,
  },
  {
    name: "button that sticks over the links of the page",
    html: `<div><div style="height:900px">${row.repeat(24)}</div><button style="position:sticky;margin-left:20px;bottom:10px;width:60px;height:40px">Add</button></div>`,
  },
  {
    name: "slides",
    html: `<div style="width:300px;overflow:hidden"><div style="display:flex;width:900px;transform:translateX(-280px)"><p style="width:300px">The first slide has words</p><p style="width:300px">The second slide has words</p></div></div>`,
  },
  {
    name: "fixed bar",
    html: `<div style="position:fixed;left:0;right:0;bottom:0;height:40px;background:#222;color:#fff"><button style="height:30px">Accept all cookies</button></div>`,
  },
  {
    name: "embedded over text",
    html: `<div style="position:relative;height:80px"><p style="margin:0">A text under an embedded player that opened</p><iframe title="Player" srcdoc="<p>Playing</p>" style="position:absolute;left:20px;top:4px;width:200px;height:60px"></iframe></div>`,
  },
  {
    name: "stretched link",
    html: `<article style="position:relative;${card}"><h3 style="margin:0">Card</h3><a href="/card" style="position:absolute;inset:0" aria-label="Card"></a><button style="position:relative;height:30px">Like this</button></article>`,
  },
  {
    name: "avatars",
    html: `<div style="display:flex;padding-left:20px"><span style="width:40px;height:40px;border-radius:50%;background:#9cf;margin-left:-10px">AB</span><span style="width:40px;height:40px;border-radius:50%;background:#fc9;margin-left:-10px">CD</span></div>`,
  },
  {
    name: "float",
    html: `<div style="width:400px"><button style="float:left;width:120px;height:90px;margin-right:8px">Figure</button><p style="margin:0;font:16px/24px Arial">A paragraph of several lines flows around the floating figure as it does in any newspaper, line by line, until it is past the figure and takes the whole width again.</p></div>`,
  },
  {
    name: "links in two lines",
    html: `<p style="width:220px;font:16px/20px Arial">See <a href="/a">the first and rather long link text</a>, <a href="/b">the second and also long link text</a> and more.</p>`,
  },
  {
    name: "ellipsis with title",
    html: `<div title="Quarterly revenue by region" style="width:90px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font:16px Arial">Quarterly revenue by region</div>`,
  },
  {
    name: "drawn checkbox",
    html: `<label style="position:relative;display:block;height:30px"><input type="checkbox" style="opacity:0;position:absolute;width:24px;height:24px"><span style="margin-left:30px">Remember me</span></label>`,
  },
  {
    name: "skip link with padding",
    html: `<a href="#there" style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;padding:8px 16px;border:1px solid;overflow:hidden;white-space:nowrap">Skip to the content</a>`,
  },
  {
    name: "visually hidden",
    html: `<a href="#main" style="position:absolute;left:-9999px">Skip to content</a><span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap">Only for screen readers</span>`,
  },
  { name: "rotated", html: `<div style="${card};height:40px"><div style="transform:rotate(-3deg);width:330px">Sale</div></div>` },
  {
    name: "carousel",
    html: `<div style="width:300px;overflow:hidden"><div style="display:flex;width:900px"><button style="width:300px;height:40px">One</button><button style="width:300px;height:40px">Two</button><button style="width:300px;height:40px">Three</button></div></div>`,
  },
  {
    name: "lines set close",
    html: `<p style="width:230px;margin:0;font:14px/11px Arial">The outlying <a href="/one">Solander Islands</a> form a part of the <a href="/two">Southland Region</a> and others</p>`,
  },
  {
    name: "picture in the place of words",
    html: `<a href="/share" style="display:inline-block;text-indent:-999px;overflow:hidden;width:81px;height:20px;background:url(/share.png)">Share this page with others</a>`,
  },
  {
    name: "region that takes the focus",
    html: `<div style="position:relative;height:120px"><div tabindex="-1" role="navigation" style="height:80px"><a href="/n" style="display:block;width:90px;height:30px">News</a></div><a href="/all" style="position:absolute;left:200px;top:60px;width:100px;height:40px">All news</a></div>`,
  },
  {
    name: "small captions",
    html: `<div style="font:12px Arial;width:200px"><div><a href="/flag">Flag</a></div><div><a href="/arms">Coat of arms</a></div></div>`,
  },
  { name: "tight heading", html: `<div style="${card}"><h2 style="margin:0;font:40px/32px Arial"><span>Tight heading</span></h2></div>` },
  {
    name: "toolbar",
    html: `<div><button style="width:32px;height:32px">B</button><button style="width:32px;height:32px">I</button></div>`,
  },
];

/** A page of seeds with room between them. */
export function seededPage(seeds: readonly Seed[]): string {
  const parts = seeds.map(({ name, html }) => `<section aria-label="${name}" style="padding:24px 0">${html}</section>`);
  return `<!doctype html><html lang="en"><title>Seeds</title><body style="margin:20px;font:16px Arial"><main><h1>Seeds</h1>${parts.join("\n")}</main></body></html>`;
}

/** What is planted in a page: rule and ref of each element at fault. */
export function plantedIn(reader: CaptureReader): string[] {
  return [...reader.elements()].flatMap(({ ref, attributes }) =>
    attributes["data-fault"] === undefined ? [] : [`${attributes["data-fault"]} ${ref}`],
  );
}
