import { expect, it } from "vitest";
import type { Annotation } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import { checkWords } from "../../contract/check-kinds.js";
import type { Check } from "../../contract/checks.js";
import { type CaptureReader, readCapture } from "../../contract/reader.js";
import { elementTargetOf } from "../../contract/targets.js";
import { openStudio } from "../../testing/captures.js";
import { shared } from "../../testing/shared.js";
import { caseOf, decideCase } from "./note-case.js";

const studio = shared(openStudio);

const cart = ({
  title = "Cart",
  price = "64,50 €",
  sale = "",
  style = "",
  buttons = `<button id="buy">Buy</button><button id="later">Later</button>`,
} = {}) =>
  `<!doctype html><html lang="en"><title>Cart</title><main><h1>${title}</h1><p class="price${sale}" style="${style}">${price}</p>
<div style="display:flex;gap:12px">${buttons}</div></main></html>`;

const indexOf = (reader: CaptureReader, isIt: (tag: string, attributes: Readonly<Record<string, string>>) => boolean) =>
  [...reader.elements()].find(({ tag, attributes }) => isIt(tag, attributes))?.index ?? 0;

/** A capture that carries a note on its price or its button. */
function noted(capture: Capture, on: "price" | "buy", rest: Partial<Annotation> = {}, filename = capture.metadata.id) {
  const reader = readCapture(capture);
  const index = indexOf(reader, (_tag, { id, class: name }) => id === on || name?.split(" ").includes(on) === true);
  const target = { type: "element" as const, elements: [elementTargetOf(reader, index)] };
  const facts = { kind: "bug", severity: "medium", status: "resolved", createdAt: capture.metadata.capturedAt } as const;
  return { annotation: { id: "n", comment: "Euros", target, ...facts, ...rest }, carrier: { filename, capture } };
}

it("holds what was stated, in the window and colour scheme in which it was accepted, with the elements that checks name", async () => {
  const capture = await studio.html(cart(), { width: 900, height: 700 });
  const reader = readCapture(capture);
  const later = `e${indexOf(reader, (_tag, { id }) => id === "later")}`;
  const price = `e${indexOf(reader, (tag) => tag === "p")}`;
  const checks: Check[] = [
    { kind: "gap", to: later, expected: 12, in: "set" },
    { kind: "aligned", with: price, edge: "left" },
  ];
  const wanted = [{ property: "color", from: "red", to: "black" }];
  const dark = { ...capture, metadata: { ...capture.metadata, colorScheme: "dark" as const } };
  const one = noted(dark, "buy", { checks, wanted });
  const stored = caseOf(one, one);
  const { in: _in, ...gap } = checks[0] as Check;
  expect(stored).toMatchObject({ note: "Euros", page: capture.metadata.url, viewport: [900, 700], colorScheme: "dark" });
  expect(stored.checks).toEqual([gap, checks[1], { kind: "property", property: "color", expected: "black" }]);
  expect(Object.keys(stored.refs ?? {})).toEqual([later, price]);
  const moved = readCapture(
    await studio.html(cart({ buttons: `<button id="buy">Buy</button><span><button id="later">Later</button></span>` })),
  );
  expect(decideCase(moved, { ...stored, checks: stored.checks.slice(0, 2) }).results.map(({ status }) => status)).toEqual(["pass", "pass"]);
});

it.each<readonly [what: string, after: Parameters<typeof cart>[0], checks: readonly Check[]]>([
  ["nothing has changed: it is visible", {}, [{ kind: "visible" }]],
  ["its text", { price: "70 €" }, [{ kind: "text", expected: "70 €" }]],
  ["its colour, not the style of it", { style: "color: red" }, [{ kind: "property", property: "color", expected: "rgb(255, 0, 0)" }]],
  ["something else", { title: "Your cart" }, [{ kind: "visible" }]],
  ["its class alone", { sale: " sale" }, [{ kind: "visible" }]],
])("without checks it holds what has become of the element: %s", async (_what, after, checks) => {
  const first = noted(await studio.html(cart()), "price");
  const last = noted(await studio.html(cart(after)), "price", {}, "later.json");
  expect(caseOf(first, last).checks).toEqual(checks);
});

it.each<readonly [what: string, stated: readonly Check[], held: readonly Check[]]>([
  [
    "one of two",
    [
      { kind: "text", expected: "70 €" },
      { kind: "property", property: "color", expected: "green" },
    ],
    [{ kind: "text", expected: "70 €" }],
  ],
  ["none: what has become of the element", [{ kind: "text", expected: "71 €" }], [{ kind: "text", expected: "70 €" }]],
])("leaves out what the accepted page does not fulfil: %s", async (_what, checks, held) => {
  const first = noted(await studio.html(cart()), "price", { checks: [...checks] });
  const last = noted(await studio.html(cart({ price: "70 €" })), "price", { checks: [...checks] }, "later.json");
  expect(caseOf(first, last).checks).toEqual(held);
});

it.each<readonly [what: string, now: Parameters<typeof cart>[0], status: string, found: string]>([
  ["it is as it was", {}, "pass", "64,50 €"],
  ["it has other words", { price: "$ 64.5" }, "fail", "$ 64.5"],
])("is decided on the element that is found again: %s", async (_what, now, status, found) => {
  const one = noted(await studio.html(cart()), "price", { checks: [{ kind: "text", expected: "64,50 €" }] });
  const decided = decideCase(readCapture(await studio.html(cart(now))), caseOf(one, one));
  expect(decided).toMatchObject({ status, results: [{ found }], elements: [{ tag: "p" }] });
});

it("fails where the element is gone, and cannot tell among equal ones", async () => {
  const one = noted(await studio.html(cart()), "buy", { checks: [{ kind: "visible" }] });
  const stored = caseOf(one, one);
  const gone = decideCase(readCapture(await studio.html(`<!doctype html><html lang="en"><main><h1>Empty</h1></main></html>`)), stored);
  expect(gone).toMatchObject({ status: "fail", results: [{ found: "not found" }], elements: [] });
  expect(await amongCopies("", "", { kind: "visible" })).toEqual(["cannot-tell", which]);
});

it.each<readonly [check: Check, words: string]>([
  [{ kind: "state", state: "pressed", expected: true }, "pressed should be true, found no such element"],
  [{ kind: "property", property: "color", expected: "red" }, "color should be red, found no such element"],
  [{ kind: "attribute", attribute: "title", expected: null }, "title should be none, found no such element"],
  [{ kind: "text", expected: "Buy", compare: "contains" }, "should contain “Buy”, found no such element"],
  [{ kind: "text", expected: "Buy", compare: "matches" }, "should match “Buy”, found no such element"],
  [{ kind: "text", expected: "Buy" }, "should be “Buy”, found no such element"],
])("states what was expected where the element is gone: %j", async (check, words) => {
  const one = noted(await studio.html(cart()), "buy");
  const stored = { ...caseOf(one, one), checks: [check] };
  const { results } = decideCase(readCapture(await studio.html("<main><h1>Empty</h1></main>")), stored);
  expect(results.map(checkWords)).toEqual([words]);
});

/** What is decided where two copies stand in the element's place. */
async function amongCopies(one: string, other: string, check: Check) {
  const original = noted(await studio.html(cart()), "buy");
  const buttons = [one, other].map((style) => `<button id="buy" style="${style}">Buy</button>`).join("");
  const { status, results } = decideCase(readCapture(await studio.html(cart({ buttons }))), {
    ...caseOf(original, original),
    checks: [check],
  });
  return [status, results[0]?.found];
}

const which = "nothing tells which of 2 equal elements it is";
const isRed: Check = { kind: "property", property: "color", expected: "red" };

it.each<readonly [what: string, one: string, other: string, check: Check, decided: readonly string[]]>([
  ["words of both", "", "", { kind: "text", expected: "Buy" }, ["pass", "Buy"]],
  ["words of neither", "", "", { kind: "text", expected: "Sell" }, ["fail", "Buy"]],
  ["a colour of both", "color: red", "color: red", isRed, ["pass", "rgb(255, 0, 0)"]],
  ["a colour of one", "color: red", "color: blue", isRed, ["cannot-tell", which]],
  ["a size of neither", "width: 80px", "width: 80px", { kind: "size", width: 100 }, ["fail", "80 × 21"]],
  ["whether one of them was taken out", "", "", { kind: "exists" }, ["cannot-tell", which]],
  ["whether it was to be taken out", "", "", { kind: "gone" }, ["cannot-tell", which]],
])("whichever of equal elements it is, they agree, or nothing tells: %s", async (_what, one, other, check, decided) => {
  expect(await amongCopies(one, other, check)).toEqual(decided);
});
