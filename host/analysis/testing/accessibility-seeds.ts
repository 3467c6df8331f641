import type { Seed } from "./seeded.js";

/** Faults of accessibility; `data-fault` holds the rule. */
export const accessibilityFaults: readonly Seed[] = [
  {
    name: "icon button",
    html: `<button data-fault="button-name" style="width:40px;height:40px"><svg width="16" height="16" aria-hidden="true"></svg></button>`,
  },
  { name: "drawn button", html: `<div role="button" tabindex="0" data-fault="aria-command-name" style="width:40px;height:40px"></div>` },
  {
    name: "button of an icon font",
    html: `<style>.fa::before { content: "\\f002" }</style><button data-fault="button-name" style="width:40px;height:40px"><i class="fa"></i></button>`,
  },
  {
    name: "chooser",
    html: `<button role="combobox" aria-expanded="false" data-fault="button-name" style="width:60px;height:30px"></button>`,
  },
  {
    name: "link as button",
    html: `<a href="#menu" role="button" data-fault="link-name" style="display:block;width:40px;height:40px"></a>`,
  },
  { name: "drawn field", html: `<div role="textbox" tabindex="0" data-fault="aria-input-field-name" style="height:30px"></div>` },
  {
    name: "drawn box",
    html: `<div role="checkbox" tabindex="0" aria-checked="false" data-fault="aria-toggle-field-name" style="width:30px;height:30px"></div>`,
  },
  { name: "progress", html: `<div role="progressbar" aria-valuenow="40" data-fault="aria-progressbar-name" style="height:10px"></div>` },
  { name: "gauge", html: `<div role="meter" aria-valuenow="40" data-fault="aria-meter-name" style="height:10px"></div>` },
  { name: "hint without words", html: `<div role="tooltip" data-fault="aria-tooltip-name" style="width:40px;height:20px"></div>` },
  {
    name: "branch without words",
    html: `<div role="tree" aria-label="Files"><div role="treeitem" tabindex="0" data-fault="aria-treeitem-name" style="height:30px"></div></div>`,
  },
  {
    name: "icon with text that is not drawn",
    html: `<a href="/a">Home <svg role="img" data-fault="svg-img-alt" width="20" height="20">undefined<path d="M0 0h9v9z"/></svg></a>`,
  },
  {
    name: "state without sense",
    html: `<button aria-pressed="maybe" data-fault="aria-valid-attr-value" style="width:60px;height:30px">Bold</button>`,
  },
  { name: "level that is none", html: `<div role="heading" aria-level="two" data-fault="aria-valid-attr-value">Prices</div>` },
  {
    name: "control of nothing",
    html: `<button aria-controls="nowhere-at-all" data-fault="aria-valid-attr-value" style="width:60px;height:30px">Open</button>`,
  },
  { name: "link as a heading", html: `<a href="/x" role="heading" aria-level="3" data-fault="aria-allowed-role">Prices</a>` },
  { name: "label with a role", html: `<label role="button" data-fault="aria-allowed-role">Colour <input></label>` },
  {
    name: "banner twice",
    html: `<div role="banner" data-fault="landmark-no-duplicate-banner" aria-label="One">One</div><div role="banner" aria-label="Two">Two</div>`,
  },
  {
    name: "words twice",
    html: `<a href="/hats"><img data-fault="image-redundant-alt" alt="Hats" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">Hats</a>`,
  },
  { name: "list of others", html: `<ul data-fault="list"><x-item>One</x-item><x-item>Two</x-item></ul>` },
  { name: "list with words", html: `<ol data-fault="list">Words<li>One</li></ol>` },
  { name: "item in a nav", html: `<ul role="navigation" aria-label="Shop"><li data-fault="listitem">One</li></ul>` },
  { name: "item alone", html: `<div><li data-fault="listitem">One</li></div>` },
  {
    name: "header without words",
    html: `<table><tr><th>Name</th><th data-fault="empty-table-header" style="width:40px;height:20px"></th></tr><tr><td>One</td><td>Two</td></tr></table>`,
  },
  {
    name: "name of its own",
    html: `<a href="/users" aria-label="Go to people" data-fault="label-content-name-mismatch" style="display:block;height:30px">Users</a>`,
  },
  { name: "empty input button", html: `<input type="button" data-fault="input-button-name" style="width:60px;height:30px">` },
  { name: "submit without words", html: `<input type="submit" value="" data-fault="input-button-name" style="width:60px;height:30px">` },
  { name: "image button", html: `<input type="image" src="/x.png" data-fault="input-image-alt" width="40" height="40">` },
  { name: "switch", html: `<button role="switch" aria-checked="false" data-fault="button-name" style="width:60px;height:30px"></button>` },
  { name: "empty summary", html: `<details><summary data-fault="summary-name" style="height:30px"></summary><p>What opens</p></details>` },
  { name: "file field", html: `<p>Your photo</p><input type="file" data-fault="label" style="height:30px">` },
  {
    name: "object",
    html: `<object data-fault="object-alt" data="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" type="image/gif" width="40" height="40"></object>`,
  },
  {
    name: "image map",
    html: `<img src="/plan.png" alt="Plan" usemap="#plan" width="80" height="40"><map name="plan"><area href="/hall" coords="0,0,40,40" data-fault="area-alt"></map>`,
  },
  {
    name: "faded group",
    html: `<div style="background:#fff"><div style="opacity:.4"><p data-fault="color-contrast" style="color:#333">Words in a faded group</p></div></div>`,
  },
  { name: "image link", html: `<a href="/a" data-fault="link-name"><img src="/x.png" alt="" width="40" height="40"></a>` },
  { name: "image without alt", html: `<img data-fault="image-alt" src="/x.png" width="40" height="40">` },
  { name: "field without label", html: `<input type="email" data-fault="label" style="height:30px">` },
  { name: "area without label", html: `<p>Comment</p><textarea data-fault="label"></textarea>` },
  { name: "choice without label", html: `<select data-fault="select-name" style="height:30px"><option>One</option></select>` },
  { name: "frame without title", html: `<iframe data-fault="frame-title" srcdoc="<p>Framed</p>" width="200" height="50"></iframe>` },
  { name: "picture role", html: `<div role="img" data-fault="role-img-alt" style="width:40px;height:40px;background:#ccc"></div>` },
  { name: "pale text", html: `<p data-fault="color-contrast" style="color:#aaa;background:#fff">Pale words on white</p>` },
  {
    name: "pale on inherited",
    html: `<div style="background:#345"><div><p data-fault="color-contrast" style="color:#678">Words on a dark panel</p></div></div>`,
  },
  {
    name: "translucent ground",
    html: `<div style="background:#fff"><p data-fault="color-contrast" style="background:rgba(0,0,0,.3);color:#888">Words on a veil</p></div>`,
  },
  {
    name: "pale text that is cut off",
    html: `<div style="width:200px;overflow:hidden;background:#fff"><div style="display:flex;width:300px;justify-content:space-between"><p style="color:#111">Dark</p><p data-fault="color-contrast" style="color:#aaa;margin-right:60px">3 years ago</p></div></div>`,
  },
  {
    name: "pale text where something above is cut off",
    html: `<div style="height:20px;overflow:hidden"><div style="height:200px;background:#00f"></div></div><p data-fault="color-contrast" style="color:#aaa;background:#fff;margin:0">Hardly there</p>`,
  },
  { name: "translucent text", html: `<p data-fault="color-contrast" style="color:rgba(0,0,0,.35);background:#fff">Half there</p>` },
  {
    name: "modern colours",
    html: `<p data-fault="color-contrast" style="color:oklch(0.75 0.1 200);background:oklch(0.98 0 0)">Modern and pale</p>`,
  },
  { name: "jump of headings", html: `<h2>Two</h2><h5 data-fault="heading-order">Five</h5>` },
  { name: "empty heading", html: `<h2 data-fault="empty-heading" style="height:30px"></h2>` },
  { name: "heading without height", html: `<h2 data-fault="empty-heading"></h2>` },
  {
    name: "tiny links to nowhere",
    html: `<ul style="list-style:none;font:14px/17px Arial"><li><a data-fault="target-size" href="#">Share</a></li><li><a data-fault="target-size" href="#">More</a></li></ul>`,
  },
  {
    name: "label of two",
    html: `<span id="twice">First</span><input data-probe aria-labelledby="twice" style="height:30px"><span id="twice" data-fault="duplicate-id-aria">Second</span>`,
  },
  {
    name: "hidden but focusable",
    html: `<div aria-hidden="true" data-fault="aria-hidden-focus"><a href="/h" style="display:block;height:30px">Hidden link</a></div>`,
  },
  {
    name: "control in control",
    html: `<div role="button" tabindex="0" data-fault="nested-interactive">Outer <button style="height:30px">Inner</button></div>`,
  },
  {
    name: "control in control, out of the keyboard's way",
    html: `<div role="checkbox" aria-checked="false" tabindex="0" data-fault="nested-interactive">Outer <button tabindex="-1" style="height:30px">Inner</button></div>`,
  },
  {
    name: "hidden field that is only called disabled",
    html: `<div aria-hidden="true" data-fault="aria-hidden-focus"><input aria-label="a" aria-disabled="true" style="height:30px"></div>`,
  },
  { name: "no state", html: `<div role="switch" tabindex="0" data-fault="aria-required-attr" style="height:30px">Sound</div>` },
  {
    name: "open list that is nowhere",
    html: `<div role="combobox" aria-label="City" tabindex="0" aria-expanded="true" data-fault="aria-required-attr" style="height:30px">Rome</div>`,
  },
  { name: "attribute of nobody", html: `<p aria-labeledby="x" data-fault="aria-valid-attr">Words</p>` },
  { name: "role of nobody", html: `<div role="buton" data-fault="aria-roles">Words</div>` },
  { name: "role of a link", html: `<div role="doc-backlink" data-fault="aria-allowed-role">Back</div>` },
  { name: "role for no area", html: `<map name="rooms"><area href="/hall" alt="Hall" role="button" data-fault="aria-allowed-role"></map>` },
  { name: "several live kinds, one wrong", html: `<p aria-relevant="additions news" data-fault="aria-valid-attr-value">Words</p>` },
  {
    name: "one id too many",
    html: `<div aria-activedescendant="p1 p2" data-fault="aria-valid-attr-value"><i id="p1">a</i><i id="p2">b</i></div>`,
  },
  {
    name: "error that nobody hears",
    html: `<input aria-label="Mail" aria-invalid="true" aria-errormessage="wrong" data-fault="aria-valid-attr-value" style="height:30px"><p id="wrong">No mail address</p>`,
  },
  { name: "image of spaces", html: `<img alt=" " width="40" height="40" src="/x.png" data-fault="image-alt">` },
  { name: "image as a box", html: `<img role="checkbox" aria-checked="false" width="40" height="40" src="/x.png" data-fault="image-alt">` },
  {
    name: "shape that is a picture",
    html: `<svg width="40" height="40"><circle role="img" r="20" cx="20" cy="20" data-fault="svg-img-alt"/></svg>`,
  },
  { name: "list without words", html: `<div role="listbox" tabindex="0" data-fault="aria-input-field-name" style="height:30px"></div>` },
  {
    name: "choice in a menu without words",
    html: `<div role="menu"><div role="menuitemcheckbox" aria-checked="true" tabindex="0" data-fault="aria-toggle-field-name" style="height:30px"></div></div>`,
  },
  { name: "field named by its own text", html: `<label><textarea data-fault="label" style="height:30px">Ada</textarea></label>` },
  { name: "regions without a name", html: `<div role="region" data-fault="landmark-unique">One</div><div role="region">Two</div>` },
  { name: "order by hand", html: `<button tabindex="3" data-fault="tabindex" style="height:30px">Third</button>` },
  {
    name: "tiny neighbours",
    html: `<button data-fault="target-size" style="width:14px;height:14px;padding:0" aria-label="Up"></button><button data-fault="target-size" style="width:14px;height:14px;padding:0" aria-label="Down"></button>`,
  },
];

/** What looks like a fault and is none. */
export const accessibilityCraft: readonly Seed[] = [
  {
    name: "ARIA of closed and empty things",
    html: `<button aria-expanded="false" aria-controls="later" style="width:60px;height:30px">Open</button><button aria-haspopup="menu" aria-controls="menu-later" style="width:60px;height:30px">Menu</button><input aria-label="Search" aria-describedby="nothing-here" aria-invalid=""><span aria-hidden="true" aria-level="x">Not heard</span>`,
  },
  {
    name: "roles that fit",
    html: `<ul role="tablist" aria-label="Parts"><li role="presentation"><a href="#one" role="tab" aria-selected="true" id="tab-one" style="display:block;height:30px">One</a></li></ul><button role="switch" aria-checked="true" style="width:60px;height:30px">Sound</button><nav role="navigation" aria-label="Only">None</nav>`,
  },
  {
    name: "headers and footers of parts",
    html: `<article><header>One</header><footer>By Ada</footer></article><article><header>Two</header><footer>By Bob</footer></article>`,
  },
  {
    name: "image with other words",
    html: `<a href="/hats"><img alt="A red hat" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">Hats</a>`,
  },
  {
    name: "skip link with padding",
    html: `<a href="#skipped" style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;padding:8px 16px;border:1px solid;overflow:hidden;white-space:nowrap">Skip</a><a id="skipped" href="/home" style="display:block;height:30px">Home</a>`,
  },
  {
    name: "formulas that take the focus",
    html: `<p>Let <span role="math" aria-label="x" tabindex="0" style="display:inline-block;width:12px">x</span><span role="math" aria-label="y" tabindex="0" style="display:inline-block;width:12px">y</span> be numbers</p>`,
  },
  {
    name: "named progress, and a native one",
    html: `<div role="progressbar" aria-label="Upload" aria-valuenow="40" style="height:10px"></div><label>Copying <progress value="0.4"></progress></label><div role="tooltip">More</div>`,
  },
  {
    name: "named icon button",
    html: `<button aria-label="Close" style="width:40px;height:40px"><svg width="16" height="16" aria-hidden="true"></svg></button>`,
  },
  {
    name: "decoration",
    html: `<img src="/x.png" alt="" width="40" height="40"><img src="/y.png" role="presentation" width="40" height="40"><svg width="20" height="20"></svg>`,
  },
  { name: "named by image", html: `<a href="/home"><img src="/x.png" alt="Home" width="40" height="40"></a>` },
  {
    name: "link around an article",
    html: `<a href="/story" style="display:block"><article><p>A story that is a link as a whole</p></article></a>`,
  },
  {
    name: "labels of all kinds",
    html: `<label>Name <input style="height:30px"></label><input aria-label="City" style="height:30px"><label for="zip">Zip</label><input id="zip" style="height:30px"><input title="Street" style="height:30px"><input type="submit"><input type="hidden" name="x">`,
  },
  {
    name: "disabled is pale",
    html: `<button disabled style="color:#bbb;background:#fff;height:30px">Not now</button><fieldset disabled><label style="color:#bbb">Off <input style="height:30px"></label></fieldset>`,
  },
  {
    name: "label of what is disabled",
    html: `<label style="color:#bbb">Around it <input disabled style="height:30px"></label><label for="off" style="color:#bbb">For it</label><input id="off" disabled style="height:30px"><span id="said" style="color:#bbb">Naming it</span><input aria-labelledby="said" disabled style="height:30px">`,
  },
  {
    name: "faded, and dark enough",
    html: `<div style="background:#fff"><div style="opacity:.8"><p style="color:#111">Words in a group that is hardly faded</p></div></div>`,
  },
  {
    name: "names of buttons, files and maps",
    html: `<input type="image" src="/x.png" alt="Find" width="40" height="40"><label>Photo <input type="file" style="height:30px"></label><button role="switch" aria-checked="true" style="height:30px">Dark</button><img src="/plan.png" alt="Plan" usemap="#floor" width="80" height="40"><map name="floor"><area href="/hall" coords="0,0,40,40" alt="Hall"></map><details><summary style="height:30px">More</summary></details>`,
  },
  { name: "large text", html: `<p style="font-size:28px;color:#888;background:#fff;margin:0">Large words</p>` },
  {
    name: "over a picture",
    html: `<div style="position:relative;height:60px;background:#fff"><svg width="300" height="60" style="position:absolute;left:0;top:0"><rect width="300" height="60" fill="#000"/></svg><p style="position:relative;color:#eee;margin:0">Words over a picture</p></div>`,
  },
  { name: "gradient", html: `<p style="color:#eee;background:linear-gradient(#000,#333)">Words on a gradient</p>` },
  {
    name: "outside of its panel",
    html: `<div style="background:#fff;height:20px;width:100px;position:relative"><p style="position:absolute;left:140px;top:0;color:#eee;margin:0">Placed outside</p></div>`,
  },
  {
    name: "hidden from all",
    html: `<div hidden><img src="/x.png"><button></button></div><div aria-hidden="true"><button tabindex="-1" style="height:30px">Only drawn</button></div>`,
  },
  {
    name: "lists",
    html: `<ul><li>One</li><li role="listitem">Two</li></ul><div role="list"><li>Three</li><div role="listitem">Four</div></div><ul role="tablist"><div role="tab">Five</div></ul><menu><li>Six</li></menu>`,
  },
  {
    name: "headers",
    html: `<table><tr><th>Name</th><th><input type="checkbox" aria-label="All" style="width:24px;height:24px"></th><td></td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>`,
  },
  {
    name: "names that hold what is seen",
    html: `<button aria-label="Close dialog" style="height:30px">X</button><button aria-label="Save the draft" style="height:30px">Save…</button><a href="/u" aria-label="Users" style="display:block;height:30px"><span style="font-family:'Material Icons'">expand_more</span></a><div role="switch" tabindex="0" aria-checked="true" aria-label="Dark mode" style="height:30px">On</div>`,
  },
  {
    name: "error that is heard",
    html: `<input aria-label="Mail" aria-invalid="true" aria-errormessage="heard" style="height:30px"><p id="heard" role="alert">No mail address</p><input aria-label="Name" aria-errormessage="later" style="height:30px">`,
  },
  {
    name: "list of a field, and a field named with a choice",
    html: `<div role="combobox" aria-label="Town" aria-expanded="true" aria-controls="towns" tabindex="0" style="height:30px">Rome</div><div role="listbox" id="towns"><div role="option">Oslo</div></div><label for="minutes"><select aria-label="Minutes"><option>5</option></select></label><input id="minutes" style="height:30px">`,
  },
  {
    name: "what takes the focus to be read",
    html: `<button style="width:16px;height:16px;padding:0" aria-label="Mute"></button><div role="log" tabindex="0">Words of a log</div><button style="height:30px"><span tabindex="0">Words</span></button>`,
  },
  {
    name: "small, below what floats",
    html: `<div style="position:fixed;left:200px;top:0"><a href="/top" style="display:block;width:100px;height:30px">Top</a></div><button style="width:16px;height:16px;padding:0;position:absolute;left:210px;top:32px" aria-label="Up"></button>`,
  },
  { name: "links in text", html: `<p>Read <a href="/a">one</a>, <a href="/b">two</a> and <a href="/c">three</a>.</p>` },
  { name: "native box", html: `<label><input type="checkbox"> One</label> <label><input type="checkbox"> Two</label>` },
  { name: "same id unused", html: `<span id="loose">One</span><span id="loose">Two</span>` },
  { name: "room around", html: `<button style="width:16px;height:16px;padding:0;margin:20px" aria-label="Small"></button>` },
];
