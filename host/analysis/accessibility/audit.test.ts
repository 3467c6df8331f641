import { describe, expect, it } from "vitest";
import { readCapture } from "../../contract/reader.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { accessibilityCraft, accessibilityFaults } from "../testing/accessibility-seeds.js";
import { holdSeeds } from "../testing/score-table.js";
import { type Seed, seededPage } from "../testing/seeded.js";
import { auditAccessibility } from "./audit.js";

const studio = shared(openStudio);

const seeded = async (seeds: readonly Seed[]) => readCapture(await studio.html(seededPage(seeds)));

describe("auditAccessibility on pages with planted faults", () => {
  holdSeeds(studio, {
    ...{ title: "audit_accessibility by our rules", faults: accessibilityFaults, craft: accessibilityCraft },
    ...{ leastPrecision: 0.95, leastRecall: 0.8 },
    report: (reader) => auditAccessibility(reader).findings.map(({ rule, element }) => [`${rule} ${element?.ref}`]),
  });

  it("asks for no structure behind a modal dialog", async () => {
    const dialog = `<div role="dialog" aria-modal="true" aria-labelledby="asked"><h2 id="asked">Delete it?</h2><button style="height:30px">Yes</button></div>`;
    const behind = `<div inert><main><h1>Behind</h1></main></div>`;
    const reader = readCapture(await studio.html(`<!doctype html><html lang="en"><title>t</title>${behind}${dialog}</html>`));
    expect(auditAccessibility(reader).findings.map(({ rule }) => rule)).toEqual([]);
  });

  it.each([
    ["width=device-width, user-scalable=no", true],
    ["width=device-width; maximum-scale=1.5", true],
    ["user-scalable=0", true],
    ["width=device-width, initial-scale=1", false],
    ["maximum-scale=5, user-scalable=yes", false],
    ["maximum-scale=-1", false],
    ["", false],
  ])("tells whether a viewport keeps people from zooming: %s", async (content, isFound) => {
    const head = `<title>t</title><meta name="viewport" content="${content}">`;
    const reader = readCapture(await studio.html(`<!doctype html><html lang="en">${head}<main><h1>Prices</h1></main></html>`));
    expect(auditAccessibility(reader).findings.map(({ rule }) => rule)).toEqual(isFound ? ["meta-viewport"] : []);
  });

  it("finds landmarks of which a page has one, twice", async () => {
    const body = `<main aria-label="A"><h1>One</h1></main><main aria-label="B">Two</main><footer aria-label="A">A</footer><footer aria-label="B">B</footer>`;
    const reader = readCapture(await studio.html(`<!doctype html><html lang="en"><title>t</title>${body}</html>`));
    const rules = auditAccessibility(reader).findings.map(({ rule, element }) => `${rule} ${element?.tag}`);
    expect(rules).toEqual(["landmark-no-duplicate-contentinfo footer", "landmark-no-duplicate-main main"]);
  });

  it("tells what the page as a whole lacks", async () => {
    const reader = readCapture(await studio.html("<!doctype html><title></title><p>Nothing here</p>"));
    const rules = auditAccessibility(reader).findings.map(({ rule }) => rule);
    expect(rules).toEqual(["html-has-lang", "document-title", "landmark-one-main", "page-has-heading-one", "region"]);
  });

  const page = (body: string) => `<!doctype html><html lang="en"><title>t</title><body>${body}</body></html>`;
  const main = "<main><h1>Words</h1></main>";
  it.each([
    ["content beside the landmarks, once", `${main}<div><div><p>One<p>Two</div></div><p role="status">Saved`, ["region div"]],
    ["content beside a landmark inside", `<div>${main}<p>One</p></div><button style="height:30px">Help</button>`, ["region p"]],
    ["pictures beside the landmarks", `${main}<img src="/x.png" alt="Plan" width="40" height="40"><svg></svg>`, ["region img"]],
    ["two of a name", `<nav aria-label="Shop">A</nav><nav aria-label="shop">B</nav><nav>C</nav>${main}`, ["landmark-unique nav"]],
    [
      "a skip link to nowhere",
      `<header><a href="#content" style="position:absolute;top:-100px">Skip</a><a href="/">Home</a></header>${main}`,
      ["skip-link a"],
    ],
    [
      "skip links that arrive",
      `<a href="#top" style="position:absolute;top:-100px">Skip</a><nav><a href="/">Home</a> <a href="#lost">Later</a></nav><main id="top"><h1>Words</h1></main>`,
      [],
    ],
    ["an empty link in the middle", `<header><a href="#later"></a><a href="/">Home</a></header>${main}`, ["link-name a"]],
    ["a router's addresses", `<nav><a href="#/users" style="position:absolute;top:-100px">Users</a></nav>${main}`, []],
  ])("looks at structure: %s", async (_what, body, expected) => {
    const reader = readCapture(await studio.html(page(body)));
    expect(auditAccessibility(reader).findings.map(({ rule, element }) => `${rule} ${element?.tag}`)).toEqual(expected);
  });
});

/** Of each the browser paints the words in another colour than `color`, or on another ground than `background-color`. */
const painted: readonly (readonly [what: string, body: string])[] = [
  ["a shadow", `<p style="color:#fff;text-shadow:0 0 2px #000,0 0 3px #000">Words</p>`],
  ["a shadow around", `<div style="text-shadow:0 0 2px #000"><p style="color:#fff">Words</p></div>`],
  ["a stroke", `<p style="color:#fff;-webkit-text-stroke:2px #000">Words</p>`],
  ["a dark fill", `<p style="color:#fff;-webkit-text-fill-color:#111">Words</p>`],
  ["blending", `<p style="color:#fff;mix-blend-mode:difference">Words</p>`],
  ["blending around", `<div style="mix-blend-mode:difference"><p style="color:#fff">Words</p></div>`],
  ["a filter around, by a rule", `<style>.dark { filter: invert(1) }</style><div class="dark"><p style="color:#fff">Words</p></div>`],
  ["a filter behind", `<div style="backdrop-filter:brightness(0)"><p style="color:#fff">Words</p></div>`],
  ["a shadow inside", `<p style="color:#fff;box-shadow:inset 0 0 0 99px #000">Words</p>`],
  ["a border's image", `<p style="color:#fff;border:9px solid;border-image:linear-gradient(#000,#000) 1 fill">Words</p>`],
  [
    "a generated ground",
    `<style>.g { color:#fff; position:relative; z-index:0 } .g::before { content:""; position:absolute; inset:0; background:#000; z-index:-1 }</style><p class="g">Words</p>`,
  ],
  [
    "a generated ground around",
    `<style>.h { position:relative; z-index:0 } .h::after { content:""; position:absolute; inset:0; background:#000; z-index:-1 }</style><div class="h"><p style="color:#fff">Words</p></div>`,
  ],
  ["a ground in the letters", `<p style="color:#0000;background:linear-gradient(#000,#333);-webkit-background-clip:text">Words</p>`],
  ["content of details", `<style>.d::details-content { color:#fff }</style><details open class="d" style="color:#ddd">Words</details>`],
  ["a ground of details", `<style>::details-content { background:#000 }</style><details open><p style="color:#ddd">Words</p></details>`],
  ["a first line's ground", `<style>.f::first-line { background:#000 }</style><p class="f" style="color:#ddd">Words</p>`],
  ["a mask", `<p style="color:#ddd;mask-image:linear-gradient(#000,#000)">Words</p>`],
];

describe("auditAccessibility", () => {
  it("lets elements have their own role, and what the specification allows", async () => {
    const allowed = [
      "<input role=textbox>",
      "<input type=checkbox role=checkbox>",
      "<input list=l role=combobox><datalist id=l></datalist>",
    ];
    const others = [
      "<ol role=directory><li>One</li></ol>",
      "<input type=range role=slider>",
      "<select role=combobox></select>",
      "<input type=submit role=link>",
    ];
    const wrong = ["<input type=range role=button>", "<ol role=article></ol>", "<select multiple role=menu></select>"];
    const reader = readCapture(await studio.html(`<!doctype html><title>t</title>${[...allowed, ...others, ...wrong].join("")}`));
    const found = auditAccessibility(reader).findings.filter(({ rule }) => rule === "aria-allowed-role");
    expect(found.map(({ element }) => element?.attributes["role"])).toEqual(["button", "article", "menu"]);
  });

  it.each(painted)("asserts no contrast of what it cannot know: %s", async (_what, body) => {
    const reader = readCapture(
      await studio.html(`<!doctype html><html lang="en"><title>t</title><main><h1>Words</h1>${body}</main></html>`),
    );
    expect(auditAccessibility(reader).findings.filter(({ rule }) => rule === "color-contrast")).toEqual([]);
  });

  it.each([
    ["a light fill", `<p style="color:#000;-webkit-text-fill-color:#eee">Words</p>`],
    ["a light fill around, by a rule", `<style>div { -webkit-text-fill-color: #eee }</style><div><p style="color:#000">Words</p></div>`],
    ["no shadow", `<style>p { text-shadow: none; filter: none }</style><p style="color:#ccc">Words</p>`],
    ["a filter behind an opaque ground", `<div style="backdrop-filter:blur(3px)"><p style="color:#ccc;background:#fff">Words</p></div>`],
  ])("judges the colours that are painted: %s", async (_what, body) => {
    const reader = readCapture(
      await studio.html(`<!doctype html><html lang="en"><title>t</title><main><h1>Words</h1>${body}</main></html>`),
    );
    expect(auditAccessibility(reader).findings.map(({ rule }) => rule)).toContain("color-contrast");
  });

  it.each(["en_US", "english"])("does not take %s for a language", async (lang) => {
    const reader = readCapture(await studio.html(`<!doctype html><html lang="${lang}"><title>t</title><main><h1>Words</h1></main></html>`));
    expect(auditAccessibility(reader).findings.map(({ rule }) => rule)).toEqual(["html-lang-valid"]);
  });

  it.each([
    ["wcag2a", ["button-name"]],
    ["wcag2aa", ["button-name", "color-contrast"]],
    ["best-practice", ["tabindex"]],
    ["wcag22aa", ["button-name", "color-contrast", "target-size"]],
  ] as const)("keeps to %s", async (standard, expected) => {
    const names = ["icon button", "pale text", "order by hand", "tiny neighbours"];
    const reader = await seeded(accessibilityFaults.filter(({ name }) => names.includes(name)));
    expect([...new Set(auditAccessibility(reader, { standard }).findings.map(({ rule }) => rule))].sort()).toEqual([...expected].sort());
  });

  it("keeps to one part of the page", async () => {
    const reader = await seeded(accessibilityFaults);
    const within = [...reader.elements()].find(({ name }) => name === "icon button");
    expect(auditAccessibility(reader, { within }).findings.map(({ rule }) => rule)).toEqual(["button-name"]);
  });

  it("takes axe-core's findings where it ran", async () => {
    const reader = await seeded(accessibilityFaults);
    const finding = { rule: "list", impact: "serious" as const, wcag: ["1.3.1"], refs: ["e3"], message: "Lists hold list items only." };
    const audited = readCapture({ ...reader.capture, accessibility: { status: "partial", findings: [finding] } });
    const { source, partial, findings } = auditAccessibility(audited);
    expect({ source, partial, rules: findings.map(({ rule }) => rule) }).toEqual({ source: "axe", partial: true, rules: ["list"] });
  });
});
