import { fileURLToPath } from "node:url";
import type { Page } from "puppeteer-core";
import { beforeAll, describe, expect, test } from "vitest";
import { startEngine } from "../../host/testing/engine.js";
import { rowsOfRun } from "../../host/testing/long.js";
import { servePages } from "../../host/testing/page-server.js";
import { shared } from "../../host/testing/shared.js";
import { bundleExpression } from "../fixtures/apps/bundle.js";

const engine = shared(startEngine);
/** The library of HTML snapshots, as an expression. */
const snapshots = await bundleExpression(fileURLToPath(new URL("snapshot/index.ts", import.meta.url)));

/** Typed values: letters and digits, a name, an address, a number, a password of letters. */
const [word, name, mail, card, phrase] = [
  "kestrel7Harbour",
  "Ottoline Vandersteen",
  "o.vandersteen@post.example",
  "4929 1234 5678 9012",
  "plumtreeovergate",
];
const [handle, single, given, pair, address, phone, short] = [
  "heliotropeVane42",
  "Ismarelda",
  "Jorunn",
  "Brannock Oyelaran",
  "t.oyelaran@mail.example",
  "+44 7700 900461",
  "mauve",
];
/** Longer than what is stored of a `data-` attribute, cut there amid its second line. */
const letter =
  "Every evening the old heron comes to our pond to look for small fish\nand then the heron flies on to the lake behind the hill where it sleeps";
const field = (value: string, attributes = "", tag = "input") =>
  `<${tag} id=f ${attributes}></${tag}><script>f.value = ${JSON.stringify(value)}</script>`;
const password = (value: string) => field(value, "type=password");
const chosen = (name: string) => `<select id=s><option>one<option>${name}</select><script>s.selectedIndex = 1</script>`;
/** Letters of a-z in another alphabet, by the code of its a. */
const mapped = (text: string, a: number) => text.replace(/./g, (one) => String.fromCodePoint(a + one.charCodeAt(0) - 97));
const hex = (before: string) => (code: number) => before + code.toString(16);
/** Each character by its code. */
const coded = (text: string, write: (code: number) => string) => Array.from(text, (one) => write(one.charCodeAt(0))).join("");

interface Row {
  readonly what: string;
  readonly html: string;
  /** Must not stand in the capture. */
  readonly secret: string;
  readonly path?: string;
}
const row = (what: string, secret: string, html: string, path?: string): Row => ({
  what,
  secret,
  html,
  ...(path === undefined ? {} : { path }),
});

/** What pages do with what a person typed. The kinds are those of host/README.md. */
const rows: readonly Row[] = [
  row("an attribute of any name", word, `${field(word)}<x-box model-value="${word}">x</x-box>`),
  row(
    "a mirror of a long text, cut amid a line",
    "heron flies",
    `${field(letter, "", "textarea")}<div data-replicated-value="${letter}">x</div>`,
  ),
  row(
    "a mirror that begins with others' words, cut amid the first line",
    "old heron",
    `${field(letter, "", "textarea")}<div data-preview="${"Draft of today. ".repeat(3)}${letter}">x</div>`,
  ),
  row(
    "a title that is cut amid a line",
    "old heron",
    `${field(letter, "", "textarea")}<script>document.title = "Draft of today. ".repeat(28) + f.value</script>`,
  ),
  row("an attribute's part", word, `${field(word)}<p data-test-row="row:${word}:3">x</p>`),
  row("a name attribute", word, `${field(word)}<p name="${word}">x</p>`),
  row("a label for braille", name, `${field(name)}<p role=img aria-braillelabel="${name}">x</p>`),
  row("JSON in an attribute", name, `${field(name)}<div data-props='{"user":"${name}","page":2}'>x</div>`),
  row("a text area's lines", word, `${field(`one ${word}\ntwo`, "", "textarea")}<pre><i>one ${word}</i><i>two</i></pre>`),
  row("a rendered preview", name, `${field(`## ${name}\n_hello_ ${name}!`, "", "textarea")}<h2>${name}</h2><p><em>hello</em> ${name}!</p>`),
  row("a word of a long text", word, `${field(`deploy with ${word} please`, "", "textarea")}<code>${word}</code>`),
  row("an editable region", word, `<div contenteditable>note ${word}<p>more</div><aside>note ${word}</aside>`),
  row("an editable region with markup", name, `<div contenteditable>Dear <b>Ottoline</b> Vandersteen</div><p>Dear ${name}</p>`),
  row("a scripted text field", word, `<div role=searchbox tabindex=0>${word}</div><p>Results for ${word}</p>`),
  row("a scripted combobox", name, `<div role=combobox tabindex=0>${name}</div><p>${name} was chosen</p>`),
  row(
    "text of an EditContext",
    word,
    `<p id=e tabindex=0>${word}</p><p>${word}</p><script>e.editContext = new EditContext({ text: e.innerText })</script>`,
  ),
  row("two texts of an element around another", "kestrel7 Harbour", `${field(word)}<p>kestrel7<b>x</b>Harbour</p>`),
  row("a token with what is not shown in it", "g\u200bhp_abcdefghij1234567890ABCDEF", "<p>g&#8203;hp_abcdefghij1234567890ABCDEF</p>"),
  row("a typed name in a sentence", name, `${field(name)}<p>Hello, ${name}! Welcome.</p>`),
  row("a single name in a sentence", "Ottoline", `${field("Ottoline")}<p>Hello, Ottoline!</p>`),
  row("a part of a typed name", "Vandersteen", `${field(name)}<p>Dear Mrs Vandersteen,</p>`),
  row("a user name in a message", "moonharbour", `${field("moonharbour")}<p role=alert>moonharbour is taken</p>`),
  row("a password in a sentence", phrase, `${password(phrase)}<p>${phrase} is too weak</p>`),
  row("a short password", "zq4k", `${password("zq4k")}<p>Never use zq4k</p>`),
  row("a password in capitals", phrase.toUpperCase(), `${password(phrase)}<p>${phrase.toUpperCase()}</p>`),
  row("a password's words", "overgate", `${password("plumtree overgate")}<p>contains overgate</p>`),
  row("a password in percent codes", "p%C3%A9%23", `${password("zp\u00e9#9x")}<a href="/x?v=z${encodeURIComponent("p\u00e9#")}9x">x</a>`),
  row("a password in base64", btoa(`me:${phrase}`), `${password(phrase)}<p data-basic="${btoa(`me:${phrase}`)}">x</p>`),
  row("a password that is the field's default", phrase, `<input type=password value="${phrase}"><p>${phrase}</p>`),
  row("a code by autocomplete", "4815", `${field("4815", "autocomplete=one-time-code")}<p>4815 was wrong</p>`),
  row("the title", name, `${field(name)}<script>document.title = "${name} - profile"</script>`),
  row("the title, a common word", "lamp", `${field("lamp")}<script>document.title = "lamp"</script>`),
  row("the address's path", "Ottoline", `${field(name)}<script>history.pushState(0, "", "/people/" + encodeURI("${name}"))</script>`),
  row("the address's path, a common word", "/lamp/", `${field("lamp")}<script>history.replaceState(0, "", "/find/lamp/all")</script>`),
  row("the address's query", "q=lamp", `${field("lamp")}<script>history.replaceState(0, "", "/find?q=lamp")</script>`),
  row("the address's route", "Vandersteen", `${field(name)}<script>location.hash = "/find/" + "${name}".replace(" ", "+")</script>`),
  row("a link", "Ottoline", `${field(name)}<a href="/people/ottoline-vandersteen">x</a><a href="/x?a=1&who=Ottoline+Vandersteen">x</a>`),
  row(
    "a failed request",
    "Vandersteen",
    `${field(name)}<script>r = new XMLHttpRequest(); r.open("GET", encodeURI("${name}"), false); r.send()</script>`,
  ),
  row("a custom property in an attribute", word, `${field(word)}<div style="--typed: '${word}'">x</div>`),
  row("a custom property of the root", name, `${field(name)}<style>:root { --draft: "${name}" }</style>`),
  row("generated text", name, `${field(name)}<style>#g::after { content: " by " attr(data-who) }</style><p id=g data-who="${name}">x</p>`),
  row("a class", word, `${field(word)}<p class="chip chip--${word}">x</p>`),
  row("an id", word, `${field(word)}<p id="${word}">x</p>`),
  row("a custom element", "x-vandersteen", `${field("vandersteen")}<x-vandersteen>y</x-vandersteen>`),
  row("a number with other separators", "4929-1234-5678-9012", `${field(card)}<p>Card 4929-1234-5678-9012</p>`),
  row("a number without separators", "4929123456789012", `${field(card)}<p data-card="4929123456789012">x</p>`),
  row("a number in an attribute", "86420", `${field("86420", "type=number")}<meter min=0 max=99999 value=86420></meter>`),
  row("an address over two elements", "o.vandersteen", `${field(mail)}<p><b>o.vandersteen</b>@<i>post.example</i></p>`),
  row("an address's first part", "o.vandersteen", `${field(mail)}<p>o.vandersteen, check your inbox</p>`),
  row("a name over two elements", "Vandersteen", `${field(name)}<p><b>Ottoline</b> <i>Vandersteen</i></p>`),
  row("a word with soft hyphens", "Har\u00adbour", `${field(word)}<p>kestrel7Har\u00adbour</p>`),
  row("a word with zero-width spaces", "7\u200bHarbour", `${field(word)}<p>kestrel7\u200bHarbour</p>`),
  row("a toast", name, `${field(name)}<div popover=manual id=t>Added “${name}”</div><script>t.showPopover()</script>`),
  row("SVG text", name, `${field(name)}<svg width=90 height=30><title>${name}</title><text y=20>for ${name}</text></svg>`),
  row("a frame", name, `${field(name)}<iframe srcdoc="<p>Typed by ${name}, now"></iframe>`),
  row(
    "a shadow root",
    name,
    `${field(name)}<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<p>I am ${name}, hello"</script>`,
  ),
  row("a value that a framework wrote into its attribute", word, `<input id=typed oninput="setAttribute('value', value)"><p>${word}</p>`),
  row("a chosen option elsewhere", "zealandic", `${chosen("Zealandic")}<p>zealandic</p>`),
  row(
    "a state of a scripted option",
    'data-state="checked',
    `<ul role=listbox><li role=option aria-selected=true data-state=checked>one<li role=option data-state=unchecked>two</ul>`,
  ),
  row("a JSON Web Token with soft hyphens", "eyJzdWIi", `<p>eyJhbGciOiJIUzI1NiJ9.\u00adeyJzdWIiOiI0NDQ0In0.\u00adc2lnbmF0dXJl</p>`),
  row("a web token over elements", "c2lnbmF0dXJl", `<p><b>eyJhbGciOiJIUzI1NiJ9.</b><b>eyJzdWIiOiI0NDQ0In0.</b><b>c2lnbmF0dXJl</b></p>`),
  row("a key over elements", "MxA9", `<p><span>ghp_ab12CD34ef</span><span>56GH78ij90klMNop12qrMxA9</span></p>`),
  row(
    "a private key, a line each",
    "q8Zk",
    `<pre><i>-----BEGIN RSA PRIVATE KEY-----</i><i>MIIEowIBAAKCAQEA${"q8Zk".repeat(10)}</i><i>${"q8Zk".repeat(16)}</i><i>-----END RSA PRIVATE KEY-----</i></pre><p>after it</p>`,
  ),
  row("a private key", "q8Zk", `<pre>-----BEGIN PRIVATE KEY-----\n${"q8Zk".repeat(16)}\n-----END PRIVATE KEY-----</pre>`),
  row("a cloud provider's key pair", "kFEMI", `<pre>aws_secret_access_key = wJalr7tn${"kFEMI/"}K7MDENG/bPxRfiCYzz</pre>`),
  row("a secret of a configuration", "a8f3k2", `<code>CLIENT_SECRET="a8f3k2-99xz-pq77-lm21"</code>`),
  row("a webhook's address", "XyZ12", `<p>https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/XyZ12abcDEF34567ghijkl</p>`),
  row("another webhook's address", "abcDEF", `<p>https://discord.com/api/webhooks/123456789012345678/abcDEF-ghi_JKL012345</p>`),
  row("credentials in an address", "hunter2", `<code>postgres://app:hunter2@db.example:5432/main</code>`),
  row("a bot's token", "AAHdqT", `<code>110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw</code>`),
  row("addresses: a frame's document", given, `${field(given)}<iframe src="/members/${given}"></iframe>`),
  row("failed requests: a query", "oyelaran", `${field(address)}<script>fetch("/check?email=${encodeURIComponent(address)}")</script>`),
  row("failed requests: an image of a given name", given, `${field(given)}<img src="/avatars/${given}.png">`),
  row("names: a button's label", pair, `${field(pair)}<button aria-label="Remove ${pair} from the list">x</button>`),
  row("names: a label by reference", address, `${field(address)}<b id=l hidden>Of ${address}</b><section aria-labelledby=l>x</section>`),
  row("texts: an address in a sentence", address, `${field(address)}<p>Signed in as ${address}.</p>`),
  row("texts: a phone number written otherwise", "7700 900461", `${field(phone)}<p>We will call (0)7700 900461 today</p>`),
  row("texts: a street in a sentence", "Tamarind", `${field("14 Tamarind Crescent")}<p>Ships to 14 Tamarind Crescent tomorrow</p>`),
  row("texts: a name in capitals", pair.toUpperCase(), `${field(pair)}<p>TICKET: ${pair.toUpperCase()}</p>`),
  row("attributes: a mail link", address, `${field(address)}<a href="mailto:${address}?subject=hi">x</a>`),
  row("attributes: a handler", single, `${field(single)}<p onclick="greet('${single}')">x</p>`),
  row("attributes: an attribute's own name", handle.toLowerCase(), `${field(handle)}<p data-${handle}="1">x</p>`),
  row("class names: a given name", given.toLowerCase(), `${field(given)}<p class="owner-${given.toLowerCase()}">x</p>`),
  row("element names: a customized built-in", handle.toLowerCase(), `${field(handle)}<p is="x-${handle.toLowerCase()}">x</p>`),
  row("custom properties: of a sheet", given, `${field(given)}<style>main { --n: "Hi ${given}" } p { content: var(--n) }</style><p>x</p>`),
  row("custom properties: an address of a picture", handle, `${field(handle)}<p style="background-image: url(/u/${handle}.png)">x</p>`),
  row("generated: a custom property", pair, `${field(pair)}<style>p::before { content: var(--n) }</style><p style="--n: '${pair}'">x</p>`),
  row("generated content: a given name", given, `${field(given)}<style>p::before { content: "For ${given}: " }</style><p>x</p>`),
  row(
    "design tokens: a token's name",
    handle,
    `${field(handle)}<style>:root { --s-${handle}: 4px } p { margin: var(--s-${handle}) }</style><p>x</p>`,
  ),
  row(
    "mirrors: a hidden text that grows a text area",
    "Tamarind",
    `${field("Leave it at Tamarind House\nring twice", "", "textarea")}<div aria-hidden=true>Leave it at Tamarind House<br>ring twice</div>`,
  ),
  row("mirrors: an element for each letter", "ismarelda", `${field("ismarelda")}<p>${"ismarelda".replace(/./g, "<b>$&</b>")}</p>`),
  row(
    "mirrors: a hidden field of an editor",
    handle,
    `<div contenteditable>mail ${handle} today</div><textarea hidden>mail ${handle} today</textarea><input type=hidden value="mail ${handle} today"><output>${handle}</output>`,
  ),
  row("mirrors: an initial and a count", "Brannock O", `${field(pair)}<p>Brannock O. (17 of 40)</p>`),
  row(
    "mirrors: highlighted syntax",
    "glasswing",
    `${field("let token = glasswing9Moth\nrun()", "", "textarea")}<pre><b>let</b> <i>token</i> = <u>glasswing9Moth</u></pre>`,
  ),
  row("writings: decomposed letters", "Jose\u0301", `${field("Jos\u00e9 Armendariz")}<p>Hello Jose\u0301, welcome</p>`),
  row("writings: composed letters", "Z\u00fcrichsee", `${field("Zu\u0308richsee")}<p>Zu Z\u00fcrichsee gehen</p>`),
  row("writings: a curly apostrophe", "Brien", `${field("Siobhan O'Brien")}<p>Dear Siobhan O\u2019Brien, hi</p>`),
  row("numbers: thousands with commas", "1,234,567", `${field("1234567", "type=number")}<p>Total: 1,234,567 kr</p>`),
  row("numbers: thousands with points", "86.420", `${field("86420")}<p>Summe: 86.420 kr</p>`),
  row("numbers: thousands with apostrophes", "234\u2019567", `${field("1234567")}<p>CHF 1\u2019234\u2019567</p>`),
  row("numbers: thousands with thin spaces", "86\u202f420", `${field("86420")}<p>86\u202f420 km</p>`),
  row("numbers: without its thousands", "1234567", `${field("1,234,567")}<p>id 1234567</p>`),
  row("numbers: an account in groups", "0532", `${field("DE89370400440532013000")}<p>DE89 3704 0044 0532 0130 00</p>`),
  row(
    "numbers: a range that was moved",
    "73,421",
    `<input id=f type=range min=0 max=99999><output id=o></output><script>f.value = 73421; o.textContent = "73,421"</script>`,
  ),
  row("writings: full-width letters", "\uff56\uff41\uff4e", `${field(name)}<p>${mapped("vandersteen", 0xff41)}</p>`),
  row("writings: letters of mathematics", "\u{1d428}\u{1d432}", `${field(pair)}<p>${mapped("oyelaran", 0x1d41a)}</p>`),
  row("writings: a ligature", "Brie\ufb02ander", `${field("Brieflander")}<p>Mr Brie\ufb02ander</p>`),
  row("writings: a double s", "WEISSENBACHER", `${field("Wei\u00dfenbacher")}<p>WEISSENBACHER</p>`),
  row("writings: capitals with a dot", "\u0130stanbullu", `${field("istanbullu")}<p>\u0130stanbullu Caddesi</p>`),
  row("writings: digits of Arabic", "\u0664\u0661\u0662", `${field("41288903")}<p>\u0664\u0661\u0662\u0668\u0668\u0669\u0660\u0663</p>`),
  row("writings: letters apart", "H e l i", `${field(handle)}<p>H e l i o t r o p e V a n e 4 2</p>`),
  row("writings: camel case in kebab case", "heliotrope-vane", `${field(handle)}<p data-u="heliotrope-vane-42">x</p>`),
  row("longer words: a slug with an initial", "boyelaran", `${field(pair)}<a href="/u/boyelaran">x</a>`),
  row("longer words: a plural", "Oyelarans", `${field(pair)}<p>At the Oyelarans' house</p>`),
  row("escapes: JSON", "Oyel\\u0061ran", `${field(pair)}<p data-n='"Oyel\\u0061ran"'>x</p>`),
  row(
    "escapes: references of HTML",
    "Jos&eacute;",
    `${field("Jos\u00e9 Armendariz")}<p data-html="&lt;b&gt;Jos&amp;eacute;&amp;nbsp;Armendariz">x</p>`,
  ),
  row("escapes: a line's end", "nJorunn", `${field(given)}<p data-log="Hi\\nJorunn\\n">x</p>`),
  row("escapes: a password in references", "&#109;", `${password(phrase)}<p data-x="${coded(phrase, (code) => `&amp;#${code};`)}">x</p>`),
  row("escapes: a password in percents", "%6c%75", `${password(phrase)}<a href="/?v=${coded(phrase, hex("%"))}">x</a>`),
  row("escapes: a password in a script's", "\\x6c", `${password(phrase)}<p data-x="${coded(phrase, hex("\\x"))}">x</p>`),
  row("passwords: backwards", "etagrevo", `${password(phrase)}<p>etagrevoeertmulp</p>`),
  row("passwords: in hexadecimal", "706c756d", `${password(phrase)}<p data-h="${coded(phrase, hex(""))}">x</p>`),
  row("passwords: between signs", "p.l.u.m", `${password(phrase)}<p>${[...phrase].join(".")}</p>`),
  row("passwords: over elements", "mau", `${password(short)}<p><b>mau</b><b>ve</b></p>`),
  row("passwords: of signs", "\u00a7!a$", `${password("\u00a7!a$")}<p>Never use \u00a7!a$ again</p>`),
  row("numbers: a date the other way round", "14.03.2026", `${field("2026-03-14", "type=date")}<p>14.03.2026</p>`),
  row("numbers: a phone without its country", "900461", `${field("+447700900461", "type=tel")}<p>Ring 07700 900461</p>`),
  row("code: a component of a distinctive name", handle, `${field(handle)}<p data-component="${handle}">x</p>`),
  row("code: a font of a typed name", "Oyelaran", `${field(pair)}<p style="font-family: 'Oyelaran Sans'">x</p>`),
  row("options: a chosen one in a sentence", "chose Svalbardian", `${chosen("Svalbardian")}<p>You chose Svalbardian</p>`),
  row(
    "codes: a box for each digit",
    "482915",
    `${field("482915", "autocomplete=one-time-code")}<p>${"482915".replace(/./g, "<b>$&</b>")}</p>`,
  ),
  row("texts: a short search in quotes", "“lamp”", `${field("lamp")}<p>No results for “lamp”</p>`),
  row("passwords: in a class name", short, `${password(short)}<p class="pw-${short}">x</p>`),
  row("passwords: in a longer word", "krpt7", `${password("krpt7")}<p data-a="akrpt7b">x</p>`),
  row(
    "passwords: shown as text now",
    short,
    `<input id=f type=password><p>${short}</p><script>f.value = "${short}"; f.type = "text"</script>`,
  ),
  row("passwords: in the title", short, `${password(short)}<script>document.title = "${short}"</script>`),
  row("passwords: reversed escapes", "q&w<e9", `${password("q&w<e9")}<p data-h="q&amp;w&lt;e9">q&amp;w&lt;e9</p>`),
  row("passwords: in a list of rules", "tulip", `${password("tulip-gravel")}<ul><li>must not hold tulip<li>ok</ul>`),
  row("secrets: with variation selectors", "c2lnbmF0dXJl", `<p>eyJhbGciOiJIUzI1NiJ9.\ufe00eyJzdWIiOiI0NDQ0In0.\u2060c2lnbmF0dXJl</p>`),
  row("secrets: a key over table cells", "MxA9", `<table><tr><td>ghp_ab12CD34ef</td><td>56GH78ij90klMNop12qrMxA9</td></table>`),
  row("secrets: a key with word breaks", "MxA9", `<code>ghp_ab12CD34ef<wbr>56GH78ij90kl<wbr>MNop12qrMxA9</code>`),
  row("secrets: an assignment over elements", "wq83nv", `<pre><b>API_KEY</b>=<i>"wq83nv-77zz-pp10-aa11bb"</i></pre>`),
  row("secrets: a card over four elements", "6362", `<p><b>4539</b> <b>5787</b> <b>6362</b> <b>1486</b></p>`),
  row("secrets: a card over cells", "822463", `<table><tr><td>3782</td><td>822463</td><td>10005</td></table>`),
  row("secrets: a card in a sentence", "6362", `<p>Paid with 4539-5787-6362-1486.</p>`),
  row("secrets: a header", "b3JkZXJzOnNlY3JldHdvcmQ", `<pre>Authorization: Basic b3JkZXJzOnNlY3JldHdvcmQ=</pre>`),
];

describe("what a person typed and what is a secret", () => {
  /** The tab of all rows: a new one for each took two thirds of their time. */
  let page: Page;
  beforeAll(async () => {
    page = await engine.browser.newPage();
  });
  const pages = rows.map(({ html }, at) => [`p${at}`, { html: `<!doctype html><meta charset=utf-8><body><main>${html}</main>` }] as const);
  const server = shared(() => servePages({ ...Object.fromEntries(pages), host: { html: field("localhost") }, account: { html: "" } }));

  test("the page's own host stays in its address, whatever is typed", async () => {
    const page = await engine.browser.newPage();
    await page.goto(`${server.url("host")}?at=localhost`, { waitUntil: "load" });
    await engine.load(page);
    const { url } = (await engine.capture(page)).reader.capture.metadata;
    await page.close();
    expect(url).toMatch(/^http:\/\/localhost:\d+\/host\?at=redacted$/);
  });

  test.each([
    ["a menu of pages", "<select id=s><option>Profile<option>Account</select><script>s.selectedIndex = 1</script>"],
    ["a menu of pages that is drawn", "<button role=combobox aria-expanded=false>Account</button>"],
  ])("the address stays where %s has chosen it, and goes where it is typed", async (_what, menu) => {
    const page = await engine.browser.newPage();
    const urlWith = async (more: string) => {
      await page.goto(server.url("account"), { waitUntil: "load" });
      await page.setContent(`<!doctype html><title>Settings</title>${menu}${more}`, { waitUntil: "load" });
      await engine.load(page);
      return (await engine.capture(page)).reader.capture.metadata.url;
    };
    expect(await urlWith("")).toMatch(/\/account$/);
    expect(await urlWith(field("account"))).not.toContain("account");
    await page.close();
  });

  /** Places of one kind stand beside each other: every fourth row runs in `npm test`. */
  const numbered = rows.map((one, at) => ({ ...one, at }));
  const everyFourth = numbered.filter(({ at }) => at % 4 === 0);
  test.each(rowsOfRun(numbered, everyFourth))("is redacted in $what", async ({ what, secret, at }) => {
    await page.goto(server.url(`p${at}`), { waitUntil: "load" });
    await engine.load(page);
    await page.bringToFront();
    await (await page.$("#typed"))?.type(secret);
    if (what.startsWith("failed requests")) await page.waitForNetworkIdle({ idleTime: 50 });
    const { reader, text } = await engine.capture(page);
    const snapshot = (await page.evaluate(`${snapshots}.snapshotHtml(document)`)) as string;
    // The capture's own random name may hold a few digits of it.
    expect(text.replace(reader.capture.metadata.id, "")).not.toContain(secret);
    expect([...reader.elements()].map((one) => one.text).join("")).not.toContain(secret);
    expect(snapshot).not.toContain(secret);
  });
});

/** A page of its own words: a login, an article that names people and places, a shop's menu, code. */
const article = `<!doctype html><html lang=en><title>The harbour in winter</title><body>
<header><nav><a href="/home">Home</a> <a href="/history">History</a> <a href="/street-map">Street map</a></nav>
<form class="login-password-form"><label for=user-name>Name</label><input id=user-name name=name placeholder="Your name"><label>Password <input type=password name=password></label>
<a href="/password/new">Forgot your password?</a><input name=author value=Anonymous><input type=search name=q value="Latest"><select name=country><option>Norway<option>Chile</select></form></header>
<main><h1>The harbour in winter</h1><p class=byline>By Anonymous, after notes by James Marsh and his sister Rose Marsh, for the Harbour Street Society of friends of old places by the sea</p>
<p>In March the ice opens and the boats of London merchants, among them James Marsh and his brother Peter, come back to the quay; a rose of iron marks the place at which the first of them landed.</p>
<p>Latest update: the weather is mild.</p><p>A street in the old town leads down to the market.</p><ul><li>Anonymous<li>Anonymous wrote<li>Norway: 4 boats<li>Chile: 7 boats</ul>
<p>Order 4539 5787 6362 1487, ISBN 978-3-16-148410-0, call 555 5555 5555 4444</p><p data-id=4539578763621486>4539578763621486</p>
<table><tr><td>4539<td>5787<td>6362<td>1486<td>2004</table><ul class=summer-sale><li>Summer coats<li>Summer hats<li>Summer shoes<li>Summer boots<li>Summer bags</ul><pre>const name = form.password.value; // 12 lines</pre></main>`;

/** What people type: name, second name, street, place, search, comment, password, year, number. */
const people: readonly (readonly string[])[] = [
  ["James Hill", "Anna", "12 Harbour Street", "London", "summer", "I like the old market, thanks!", "password", "1999", "25"],
  ["Rose", "Peter Lind", "Park Road 5", "Oslo", "boats", "When will it open? The ice is gone.", "Winter2024", "2026-03-14", "100"],
  ["Mark", "Maria", "Old Town 7", "New York", "weather", "Nice", "name", "12", "4"],
];

test("what nobody typed stays: words of the page, defaults, names of fields", async () => {
  const page = await engine.open(article);
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), { id: "more" });
    form.innerHTML = `<input><input><input name=street><input name=city><input type=search><textarea></textarea><input type=password><input><input type=number>`;
    document.body.append(form);
  });
  const stringsOf = async () => (await engine.capture(page)).reader.capture.nodes.strings;
  const before = await stringsOf();
  expect(before).toEqual(expect.arrayContaining(["6362", "4539578763621486", expect.stringMatching(/^Order 4539 .* 5555 4444$/)]));
  for (const values of people) {
    await page.evaluate((values) => {
      const fields = document.querySelectorAll<HTMLInputElement>("#more > *");
      for (const [at, field] of fields.entries()) field.value = values[at] ?? "";
    }, values);
    const after = new Set(await stringsOf());
    expect(before.filter((text) => !after.has(text))).toEqual([]);
  }
});
