import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startEngine } from "../../host/testing/engine.js";
import { shared } from "../../host/testing/shared.js";
import { bundleExpression } from "../fixtures/apps/bundle.js";

const engine = shared(startEngine);
/** The library of HTML snapshots, as an expression. */
const snapshotLibrary = await bundleExpression(fileURLToPath(new URL("snapshot/index.ts", import.meta.url)));

const secret = "s3cr3tLEAK";
const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcdefghij";

/** Markup that holds a secret, and what `removed` must count. */
const cases: readonly (readonly [what: string, html: string, counted: string])[] = [
  ["an input's value", `<input value="${secret}">`, "form-values"],
  ["a typed value", `<input id="typed"><script>document.getElementById("typed").value = "${secret}"</script>`, ""],
  ["a password", `<input type="password" value="${secret}">`, "passwords"],
  ["a hidden input", `<input type="hidden" name="csrf" value="${secret}">`, "hidden-inputs"],
  ["a text area", `<textarea>${secret}</textarea>`, "editable-text"],
  ["editable text", `<div contenteditable><p>words <b>${secret}</b></p></div>`, "editable-text"],
  ["a name made of editable text", `<h2 contenteditable="plaintext-only">${secret}</h2>`, "editable-text"],
  ["an event handler", `<button onclick="send('${secret}')">Go</button>`, "event-handlers"],
  ["a bearer token's attribute", `<div data-bearer="${secret}">x</div>`, "tokens"],
  ["a nonce", `<script nonce="${secret}">1</script>`, "nonces"],
  ["a comment", `<p>Text<!-- ${secret} --></p>`, "comments"],
  ["hidden text", `<p style="display:none">${secret}</p>`, "hidden-text"],
  ["invisible text", `<p style="visibility:hidden">${secret}</p>`, "hidden-text"],
  ["text with the hidden attribute", `<p hidden><span>${secret}</span></p>`, "hidden-text"],
  ["text of a closed details", `<details><summary>More</summary><p>${secret}</p></details>`, "hidden-text"],
  ["skipped content", `<div style="content-visibility:hidden"><p>${secret}</p></div>`, "hidden-text"],
  ["a script", `<script type="application/json">{"key":"${secret}"}</script>`, ""],
  ["a style", `<style>p::before { color: red /* ${secret} */ }</style>`, ""],
  ["a template", `<template><p>${secret}</p></template>`, ""],
  ["a frame's source text", `<iframe srcdoc="<!-- ${secret} --><p>Hi"></iframe>`, "frame-sources"],
  ["a token in a query", `<a href="/x?access_token=${secret}&page=2">x</a>`, "url-parts"],
  ["credentials in a URL", `<a href="https://me:${secret}@example.com/">x</a>`, "url-parts"],
  ["a token in a fragment", `<a href="/cb#id_token=${secret}">x</a>`, "url-parts"],
  ["a token in a path", `<a href="/reset/${token}">x</a>`, "url-parts"],
  ["a data: URL", `<img alt="" src="data:text/plain,${secret}">`, "data-urls"],
  ["a javascript: URL", `<a href="javascript:alert('${secret}')">x</a>`, "data-urls"],
  ["a meta token", `<meta name="csrf-token" content="${secret}">`, "tokens"],
  ["an attribute with a secret's name", `<div data-api-key="${secret}">x</div>`, "tokens"],
  ["a token among images of several sizes", `<img alt="" srcset="/a?token=${secret} 1x, /b?token=${secret} 2x">`, "url-parts"],
  ["a token in an image that is loaded early", `<link rel="preload" as="image" imagesrcset="/a?sig=${secret} 1x">`, "url-parts"],
  ["a token in a style", `<div style="background: url('/b?token=${secret}')">x</div>`, "url-parts"],
  ["a token in a picture's paint", `<svg><rect fill="url(/p?token=${secret}#a)"/></svg>`, "url-parts"],
  ["a token in a refresh target", `<meta http-equiv="refresh" content="9999;url=/x?token=${secret}">`, "url-parts"],
  ["a token in og:url", `<meta property="og:url" content="https://example.com/?access_token=${secret}">`, "url-parts"],
  ["a token in one of several URLs", `<a href="#" ping="/p?a=1 /q?session=${secret}">x</a>`, "url-parts"],
  ["a token in an encoded redirect target", `<a href="/login?next=%2Fcb%3Ftoken%3D${secret}">x</a>`, "url-parts"],
  ["a token in a plain redirect target", `<a href="/login?next=/cb?token=${secret}">x</a>`, "url-parts"],
  ["a SAML response", `<a href="/cb?SAMLResponse=${secret}">x</a>`, "url-parts"],
  ["a token in a sentence", `<div title="see https://me:${secret}@example.com/?access_token=${secret}">x</div>`, "url-parts"],
  ["a token in JSON", `<div hx-headers='{"X-CSRFToken": "${secret}"}' data-state='{"apiKey":"${secret}","page":1}'>x</div>`, "url-parts"],
  ["a token in an object", `<div x-data="{ accessToken: '${secret}' }">x</div>`, "url-parts"],
  ["a token in a parameter", `<object><param name="flashvars" value="page=1&token=${secret}"></object>`, "url-parts"],
  ["data within a style", `<div style="background:url(data:text/plain,${secret})">x</div>`, "url-parts"],
  ["a custom field's value", `<x-field value="${secret}"></x-field>`, "form-values"],
  ["the chosen option's copy", `<select><button><selectedcontent>${secret}</selectedcontent></button><option>a</select>`, ""],
  [
    "design mode",
    `<iframe id=f></iframe><script>d = f.contentDocument; d.designMode = "on"; d.body.append("${secret}")</script>`,
    "editable-text",
  ],
  ["a slider's value in words", `<div role="slider" tabindex="0" aria-valuetext="${secret}" aria-valuenow="7">x</div>`, "form-values"],
  ["a range's value in words", `<label>Of <input type="range" aria-valuetext="${secret}"></label>`, "form-values"],
  ["the text of a scripted text field", `<div role="textbox" tabindex="0">${secret}</div>`, "form-values"],
  ["the text of a spin button", `<div role="spinbutton" tabindex="0"><b>${secret}</b></div>`, "form-values"],
  ["the value of a scripted select", `<button role="combobox"><span>${secret}</span></button>`, "form-values"],
  ["a preview", `<textarea id=f></textarea><p id=p></p><script>f.value = p.textContent = "${secret}"</script>`, "mirrored-input"],
  [
    "a preview of a field in a frame",
    `<h2>${secret}</h2><iframe id=i></iframe><script>i.contentDocument.body.innerHTML = "<input>"; i.contentDocument.querySelector("input").value = "${secret}"</script>`,
    "mirrored-input",
  ],
  ["text editable by a sheet", `<style>#w { -webkit-user-modify: read-write }</style><p id=w>words ${secret}</p>`, "editable-text"],
  ["text editable by its style", `<div style="-webkit-user-modify: read-write-plaintext-only">${secret}</div>`, "editable-text"],
  ["text of a code editor", `<div class="monaco-editor dark"><div class="view-line">${secret}</div></div>`, "editable-text"],
  ["bearer credentials", `<div data-x="Bearer ${secret}00aaBB11ccDD">x</div>`, "tokens"],
  ["a token in any attribute", `<div title="use ${token} now" data-t="[${token}]" class="a ${token}">x</div>`, "tokens"],
  ["a key with a service's prefix", `<div data-x="ghp_${secret}abcdefghijkl0123">x</div>`, "tokens"],
  ["a word that looks like a token", `<div data-x="id ${secret}9aB8cD7eF6gH5iJ4kL">x</div>`, "tokens"],
  ["a password in a test id's attribute", `<div data-pw="${secret}">x</div>`, "tokens"],
  ["other names of a secret", `<div data-passphrase="${secret}" card-number="${secret}" data-cvv="${secret}">x</div>`, "tokens"],
  ["a secret's custom property", `<style>:root { --session-token: "${secret}"; --api-key: ${secret}9x }</style><p>x</p>`, "tokens"],
  ["a custom property that holds a token", `<style>:root { --x: "${token}" }</style><p>x</p>`, "tokens"],
  ["a token in a text", `<p>Your key: ${token}</p>`, "tokens"],
  ["an e-mail address in a query", `<a href="/x?mail=${secret}%40example.com&page=2">x</a>`, "url-parts"],
  ["a cursor's URL", `<style>p { cursor: url("/c.png?x=${secret}"), auto }</style><p>x</p>`, ""],
  ["the end of a long data attribute", `<div data-note="${"x".repeat(100)}${secret}">x</div>`, "long-data-attributes"],
];

test.each(cases)("%s is in no capture and no snapshot", async (_, html, counted) => {
  const page = await engine.open(`<!doctype html><body><main>${html}</main>`);
  const { reader, text } = await engine.capture(page);
  for (const made of [text, await page.evaluate(`${snapshotLibrary}.snapshotHtml(document)`)])
    expect(made).not.toMatch(new RegExp(`${secret}|eyJhbGci`));
  if (counted !== "") expect(reader.capture.removed[counted]).toBeGreaterThan(0);
});

/** Three options of which one is chosen. */
const options = (chosen: number, option: (isChosen: boolean, place: number) => string) =>
  [0, 1, 2].map((place) => option(place === chosen, place)).join("");
const lists: readonly (readonly [what: string, html: (chosen: number) => string])[] = [
  [
    "a closed select",
    (chosen) =>
      `<style>option:checked { color: red }</style><label>Size <select>${options(chosen, (is, at) => `<option ${is ? "selected" : ""}>s ${at}`)}</select></label>`,
  ],
  ["a select with rows", (chosen) => `<select size=4>${options(chosen, (is, at) => `<option ${is ? "selected" : ""}>s ${at}`)}</select>`],
  [
    "a select of several",
    (chosen) =>
      `<style>option:checked { font-weight: 700 }</style><select multiple><optgroup label=g>${options(chosen, (is, at) => `<option ${is ? "selected" : ""}>s ${at}`)}</optgroup></select>`,
  ],
  [
    "a listbox styled by its state",
    (chosen) =>
      `<style>[aria-selected=true] { background: navy } [aria-selected=true]::before { content: "✓ " }</style><ul role=listbox>${options(chosen, (is, at) => `<li role=option tabindex=${is ? 0 : -1} aria-selected=${is} data-state=${is ? "checked" : "unchecked"}>size ${at}`)}</ul>`,
  ],
  [
    "a listbox styled by classes, each option in a row",
    (chosen) =>
      `<style>.on { background: navy } .on b { color: white }</style><div role=listbox>${options(chosen, (is, at) => `<div><a role=option aria-selected=${is} class="item${is ? " on" : ""}"${is ? " data-current" : ""}><b class="${is ? "bold" : ""}">size ${at}</b></a></div>`)}</div>`,
  ],
  [
    "a listbox with a style of its own",
    (chosen) =>
      `<div role=listbox>${options(chosen, (is, at) => `<p role=option aria-selected=${is} ${is ? 'style="outline: 1px solid"' : ""}>size ${at}`)}</div>`,
  ],
];

test.each(lists)("nothing reveals the chosen option of %s", async (_, html) => {
  const captured: unknown[] = [];
  const snapshots: string[] = [];
  for (const chosen of [0, 2]) {
    const page = await engine.open(`<!doctype html><body>${html(chosen)}`);
    const { reader } = await engine.capture(page);
    const { properties } = reader.capture.styles;
    captured.push([...reader.elements()].map((one) => ({ ...one, style: properties.map((name) => reader.style(one.index, name)) })));
    snapshots.push((await page.evaluate(`${snapshotLibrary}.snapshotHtml(document)`)) as string);
  }
  expect(captured[0]).toEqual(captured[1]);
  expect(snapshots[0]).toBe(snapshots[1]);
});

test("keeps what is not a value: tabs, progress, options of a combobox, short words, design tokens", async () => {
  const page =
    await engine.open(`<!doctype html><style>:root { --token-accent: #0055aa; --session-key-color: red; --space: 4px; --key: 1px solid }</style><body>
    <div role="tablist"><button role="tab" aria-selected="true">One</button></div><div role="progressbar" aria-valuenow="7" aria-valuetext="7 of 9">x</div>
    <div role="combobox"><input value="abc"><ul role="listbox"><li role="option">Berlin</li></ul></div><p>abc</p><p data-pw="save-button">abcd</p>
    <input type="search" value="Latest"><h2>Latest news</h2>`);
  const { reader } = await engine.capture(page);
  const all = [...reader.elements()];
  expect(all.find(({ role }) => role === "tab")?.states).toEqual({ selected: "true" });
  expect(all.find(({ role }) => role === "progressbar")?.attributes).toMatchObject({ "aria-valuenow": "7", "aria-valuetext": "7 of 9" });
  expect(all.map(({ text }) => text)).toEqual(expect.arrayContaining(["Berlin", "abc", "abcd", "Latest news"]));
  expect(all.find(({ text }) => text === "abcd")?.attributes["data-pw"]).toBe("save-button");
  expect(reader.capture.styles.tokens).toEqual({
    "--token-accent": "#0055aa",
    "--session-key-color": "red",
    "--space": "4px",
    "--key": "1px solid",
  });
});

test("the text of an output is captured unless it repeats a field, however short", async () => {
  const page = await engine.open(
    `<!doctype html><body><input id=f type="range" value="7"><output>42</output><output>58</output><script>f.value = 42</script>`,
  );
  const { reader } = await engine.capture(page);
  expect([...reader.elements()].filter(({ tag }) => tag === "output").map(({ text, withheld }) => [text, withheld])).toEqual([
    ["", true],
    ["58", false],
  ]);
});

test.each([
  ["style", "color: red; width: calc(100% - 2px); --gap: 'a b'"],
  ["srcset", "/a/small.png 1x, /a/large.png?w=800&h=600 2x"],
  ["aria-label", "Personal data: name, e-mail (me@example.com)? 1 = yes; see https://example.com/list?page=2#top"],
  ["data-config", '{"page":2,"open":"yes","url":"/list?page=2","key":"name"}'],
  ["data-query", "page=2&sort=name"],
  ["title", "C:/Users/Me/Assets/Img/1/2/3/Photo and/or a@b"],
])("%s without a secret is unchanged", async (name, value) => {
  const page = await engine.open("<!doctype html><body><p id=p>x");
  await page.evaluate((name, value) => document.getElementById("p")?.setAttribute(name, value), name, value);
  const { reader } = await engine.capture(page);
  expect([...reader.elements()].find(({ tag }) => tag === "p")?.attributes[name]).toBe(value);
  expect(reader.capture.removed).toEqual({});
});

test("labels of buttons and visible text are kept", async () => {
  const page = await engine.open(
    `<!doctype html><body><input type="submit" value="Pay now"><p>Plain words</p><a href="/list?page=2#top">x</a>`,
  );
  const { reader, text } = await engine.capture(page);
  expect(text).toContain("Pay now");
  expect(text).toContain("Plain words");
  expect([...reader.elements()].find(({ tag }) => tag === "a")?.attributes["href"]).toBe("/list?page=2#top");
});
