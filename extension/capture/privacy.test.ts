import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, startEngine } from "../e2e/engine.js";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
}, 60_000);
afterAll(() => engine.close());

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
  ["a bearer's mark", `<div data-bearer="${secret}">x</div>`, "tokens"],
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
  ["a token in a page that is gone to later", `<meta http-equiv="refresh" content="9999;url=/x?token=${secret}">`, "url-parts"],
  ["a token in a page's address for others", `<meta property="og:url" content="https://example.com/?access_token=${secret}">`, "url-parts"],
  ["a token in one of several addresses", `<a href="#" ping="/p?a=1 /q?session=${secret}">x</a>`, "url-parts"],
  ["a token where a sign-in leads to", `<a href="/login?next=%2Fcb%3Ftoken%3D${secret}">x</a>`, "url-parts"],
  ["a token where a sign-in leads to, as it is", `<a href="/login?next=/cb?token=${secret}">x</a>`, "url-parts"],
  ["the answer of a sign-in", `<a href="/cb?SAMLResponse=${secret}">x</a>`, "url-parts"],
  ["a token in words", `<div title="see https://me:${secret}@example.com/?access_token=${secret}">x</div>`, "url-parts"],
  ["a token in JSON", `<div hx-headers='{"X-CSRFToken": "${secret}"}' data-state='{"apiKey":"${secret}","page":1}'>x</div>`, "url-parts"],
  ["a token in an object", `<div x-data="{ accessToken: '${secret}' }">x</div>`, "url-parts"],
  ["a token in a parameter", `<object><param name="flashvars" value="page=1&token=${secret}"></object>`, "url-parts"],
  ["data within a style", `<div style="background:url(data:text/plain,${secret})">x</div>`, "url-parts"],
  ["a custom field's value", `<x-field value="${secret}"></x-field>`, "form-values"],
  ["the chosen option's copy", `<select><button><selectedcontent>${secret}</selectedcontent></button><option>a</select>`, ""],
  [
    "a document in design mode",
    `<iframe id="f"></iframe><script>f.contentDocument.designMode = "on"; f.contentDocument.body.append("${secret}")</script>`,
    "editable-text",
  ],
  ["the end of a long data attribute", `<div data-note="${"x".repeat(100)}${secret}">x</div>`, "long-data-attributes"],
];

test.each(cases)("%s never goes into a capture", async (_, html, counted) => {
  const page = await engine.open(`<!doctype html><body><main>${html}</main>`);
  const { reader, text } = await engine.capture(page);
  expect(text).not.toContain(secret);
  expect(text).not.toContain("eyJhbGci");
  if (counted !== "") expect(reader.capture.removed[counted]).toBeGreaterThan(0);
  await page.close();
});

test("which option is chosen is told by no attribute, state or name", async () => {
  const select = (chosen: number) =>
    `<label>Size <select>${[0, 1, 2].map((place) => `<option ${place === chosen ? "selected" : ""}>size ${place}</option>`).join("")}</select></label>`;
  const told: string[] = [];
  for (const chosen of [0, 2]) {
    const page = await engine.open(`<!doctype html><body>${select(chosen)}`);
    const { reader } = await engine.capture(page);
    told.push(
      JSON.stringify([...reader.elements()].map(({ tag, name, text, states, attributes }) => [tag, name, text, states, attributes])),
    );
    await page.close();
  }
  expect(told[0]).toBe(told[1]);
});

test.each([
  ["style", "color: red; width: calc(100% - 2px); --gap: 'a b'"],
  ["srcset", "/a/small.png 1x, /a/large.png?w=800&h=600 2x"],
  ["aria-label", "Personal data: name, e-mail (me@example.com)? 1 = yes; see https://example.com/list?page=2#top"],
  ["data-config", '{"page":2,"open":"yes","url":"/list?page=2","key":"name"}'],
  ["data-query", "page=2&sort=name"],
  ["title", "C:/Users/Me/Assets/Img/1/2/3/Photo and/or a@b"],
])("%s stays as it is where it holds no secret", async (name, value) => {
  const page = await engine.open("<!doctype html><body><p id=p>x");
  await page.evaluate((name, value) => document.getElementById("p")?.setAttribute(name, value), name, value);
  const { reader } = await engine.capture(page);
  expect([...reader.elements()].find(({ tag }) => tag === "p")?.attributes[name]).toBe(value);
  expect(reader.capture.removed).toEqual({});
  await page.close();
});

test("labels of buttons and visible text stay", async () => {
  const page = await engine.open(
    `<!doctype html><body><input type="submit" value="Pay now"><p>Plain words</p><a href="/list?page=2#top">x</a>`,
  );
  const { reader, text } = await engine.capture(page);
  expect(text).toContain("Pay now");
  expect(text).toContain("Plain words");
  expect([...reader.elements()].find(({ tag }) => tag === "a")?.attributes["href"]).toBe("/list?page=2#top");
  await page.close();
});
