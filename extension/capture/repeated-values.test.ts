import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, startEngine } from "../../host/testing/engine.js";
import { type PageServer, servePages } from "../../host/testing/page-server.js";

let engine: Engine;
let server: PageServer;
beforeAll(async () => {
  engine = await startEngine();
}, 60_000);
afterAll(async () => {
  await server.close();
  await engine.close();
});

/** Typed values: letters and digits, a name, an address, a number, a password of letters. */
const [word, name, mail, card, phrase] = [
  "kestrel7Harbour",
  "Ottoline Vandersteen",
  "o.vandersteen@post.example",
  "4929 1234 5678 9012",
  "plumtreeovergate",
];
const field = (value: string, attributes = "", tag = "input") =>
  `<${tag} id=f ${attributes}></${tag}><script>f.value = ${JSON.stringify(value)}</script>`;

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
  row("an attribute's part", word, `${field(word)}<p data-test-row="row:${word}:3">x</p>`),
  row("a name attribute", word, `${field(word)}<p name="${word}">x</p>`),
  row("a label for braille", name, `${field(name)}<p role=img aria-braillelabel="${name}">x</p>`),
  row("JSON in an attribute", name, `${field(name)}<div data-props='{"user":"${name}","page":2}'>x</div>`),
  row("a text area's lines", word, `${field(`one ${word}\ntwo`, "", "textarea")}<pre><i>one ${word}</i><i>two</i></pre>`),
  row(
    "a rendered preview",
    name,
    `${field(`## ${name}\n\n_hello_ ${name}!`, "", "textarea")}<h2>${name}</h2><p><em>hello</em> ${name}!</p>`,
  ),
  row("a word of a long text", word, `${field(`deploy with ${word} please`, "", "textarea")}<code>${word}</code>`),
  row("an editable region", word, `<div contenteditable>note ${word}<p>more</div><aside>note ${word}</aside>`),
  row("an editable region with markup", name, `<div contenteditable>Dear <b>Ottoline</b> Vandersteen</div><p>Dear ${name}</p>`),
  row("a scripted text field", word, `<div role=searchbox tabindex=0>${word}</div><p>Results for ${word}</p>`),
  row("a scripted combobox", name, `<div role=combobox tabindex=0>${name}</div><p>${name} was chosen</p>`),
  row(
    "text of an EditContext",
    word,
    `<div id=e tabindex=0>${word}</div><p>${word}</p><script>e.editContext = new EditContext({ text: "${word}" })</script>`,
  ),
  row("a typed name in a sentence", name, `${field(name)}<p>Hello, ${name}! Welcome.</p>`),
  row("a single name in a sentence", "Ottoline", `${field("Ottoline")}<p>Hello, Ottoline!</p>`),
  row("a part of a typed name", "Vandersteen", `${field(name)}<p>Dear Mrs Vandersteen,</p>`),
  row("a user name in a message", "moonharbour", `${field("moonharbour")}<p role=alert>moonharbour is taken</p>`),
  row("a password in a sentence", phrase, `${field(phrase, "type=password")}<p>${phrase} is too weak</p>`),
  row("a short password", "zq4k", `${field("zq4k", "type=password")}<p>Never use zq4k</p>`),
  row("a password in capitals", phrase.toUpperCase(), `${field(phrase, "type=password")}<p>${phrase.toUpperCase()}</p>`),
  row("a password's words", "overgate", `${field("plumtree overgate", "type=password")}<p>contains overgate</p>`),
  row(
    "a password in percent codes",
    "p%C3%A9%23",
    `${field("zp\u00e9#9x", "type=password")}<a href="/x?v=z${encodeURIComponent("p\u00e9#")}9x">x</a>`,
  ),
  row("a password in base64", btoa(`me:${phrase}`), `${field(phrase, "type=password")}<p data-basic="${btoa(`me:${phrase}`)}">x</p>`),
  row("a password that is the field's default", phrase, `<input type=password value="${phrase}"><p>${phrase}</p>`),
  row("a code by autocomplete", "4815", `${field("4815", "autocomplete=one-time-code")}<p>4815 was wrong</p>`),
  row("the title", name, `${field(name)}<script>document.title = "${name} - profile"</script>`),
  row("the title, a common word", "lamp", `${field("lamp")}<script>document.title = "lamp"</script>`),
  row(
    "the address's path",
    "Ottoline",
    `${field(name)}<script>history.replaceState(0, "", "/people/" + encodeURIComponent("${name}"))</script>`,
  ),
  row("the address's path, a common word", "/lamp/", `${field("lamp")}<script>history.replaceState(0, "", "/find/lamp/all")</script>`),
  row("the address's query", "q=lamp", `${field("lamp")}<script>history.replaceState(0, "", "/find?q=lamp")</script>`),
  row("the address's route", "Vandersteen", `${field(name)}<script>location.hash = "/find/" + "${name}".replace(" ", "+")</script>`),
  row("a link", "Ottoline", `${field(name)}<a href="/people/ottoline-vandersteen">x</a><a href="/x?a=1&who=Ottoline+Vandersteen">x</a>`),
  row(
    "a failed request",
    "Vandersteen",
    `${field(name)}<script>const asked = new XMLHttpRequest(); asked.open("GET", "/people/" + encodeURIComponent("${name}"), false); asked.send()</script>`,
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
  row(
    "a value that a framework wrote into its attribute",
    word,
    `<input id=f autofocus><p>${word}</p><script>f.setAttribute("value", "${word}"); f.value = "${word}"; f.focus()</script>`,
  ),
  row(
    "a chosen option elsewhere",
    "zealandic",
    `<select id=s><option>first<option>Zealandic</select><p>zealandic</p><script>s.selectedIndex = 1</script>`,
  ),
  row(
    "a state of a scripted option",
    'data-state="checked',
    `<ul role=listbox><li role=option aria-selected=true data-state=checked>one<li role=option data-state=unchecked>two</ul>`,
  ),
  row("a JSON Web Token with soft hyphens", "eyJzdWIi", `<p>eyJhbGciOiJIUzI1NiJ9.\u00adeyJzdWIiOiI0NDQ0In0.\u00adc2lnbmF0dXJl</p>`),
  row(
    "a JSON Web Token over elements",
    "c2lnbmF0dXJl",
    `<p><b>eyJhbGciOiJIUzI1NiJ9.</b><b>eyJzdWIiOiI0NDQ0In0.</b><b>c2lnbmF0dXJl</b></p>`,
  ),
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
];

describe("what a person typed and what is a secret", () => {
  beforeAll(async () => {
    const pages = rows.map(
      ({ html }, at) => [`p${at}`, { html: `<!doctype html><meta charset=utf-8><body><main>${html}</main>` }] as const,
    );
    server = await servePages(Object.fromEntries(pages));
  });

  test.each(rows.map((one, at) => ({ ...one, at })))("is redacted in $what", async ({ secret, at }) => {
    const page = await engine.browser.newPage();
    await page.goto(server.url(`p${at}`), { waitUntil: "load" });
    await engine.load(page);
    const { text } = await engine.capture(page);
    await page.close();
    expect(JSON.stringify(JSON.parse(text))).not.toContain(secret);
  });
});
