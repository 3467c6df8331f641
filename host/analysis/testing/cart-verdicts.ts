import type { Annotation, ElementTarget } from "../../contract/annotation.js";
import type { Capture } from "../../contract/capture.js";
import type { Check, StoredCheck, Verdict } from "../../contract/checks.js";
import type { ShotOptions, Studio } from "../../testing/captures.js";
import { annotated } from "../../testing/tool-bench.js";
import { judge } from "../proof/verdict.js";

const style = `:root { --brand: rgb(0, 90, 200) } body { margin: 0; font: 16px Arial } .row { display: flex; gap: 12px; padding: 8px }
button { font: 16px Arial; padding: 4px 8px; border: 1px solid #333; background: #fff; color: #222 } .price { width: 100px; height: 20px }`;
export const page = (
  price: string,
  { css = "", label = "Buy now", more = "", clock = "12:00:01" } = {},
) => `<!doctype html><html lang="en"><title>Cart</title>
<style>${style}${css}</style><main><h1>Cart</h1><p id="clock">${clock}</p><div class="row"><button class="one">One</button>
<button class="buy">${label}</button><button class="three">Three</button></div><div class="price">${price}</div>${more}</main></html>`;

export const css = (rules: string) => page("€ 60", { css: rules });

export const on = (className: string) => (element: { readonly attributes: Readonly<Record<string, string>> }) =>
  element.attributes["class"] === className;

/** What `verdictOf` judges: the page before and after, and pairs of captures between which nothing was done. */
export interface Case {
  readonly target?: string;
  readonly before?: string;
  readonly checks?: readonly Check[];
  readonly after: string;
  readonly options?: ShotOptions;
  readonly idle?: readonly (readonly [string, string])[];
}

export function annotationAbout(target: ElementTarget): Annotation {
  return {
    ...{ id: "pick", target: { type: "element", elements: [target] }, comment: "Please change", kind: "bug", severity: "medium" },
    ...{ status: "unresolved", createdAt: "2026-01-01T00:00:00.000Z" },
  };
}

/** The verdict on an annotation of one capture by another. `idle`: pairs between which nothing was done. */
export function verdictBetween(
  annotation: Annotation,
  before: Capture,
  after: Capture,
  checks: readonly StoredCheck[],
  idle: readonly (readonly [Capture, Capture])[] = [],
): Verdict {
  const named = (capture: Capture, filename: string) => ({ filename, capture });
  const pairs = idle.map(([one, other]) => [named(one, "i.json"), named(other, "j.json")] as const);
  return judge({ annotation, before: named(before, "a.json"), after: named(after, "b.json"), checks, idle: pairs, at: "" });
}

/** Captures and verdicts of a small shop's cart; the studio is opened when the first is asked for. */
export function cartVerdicts(studio: Pick<Studio, "html">) {
  let count = 0;
  /** By what was shown. Most tests begin with the same page. */
  const shown = new Map<string, Promise<Capture>>();

  /** A capture made, of a page loaded, `count` minutes after the first. */
  async function shot(html: string, options: ShotOptions = {}): Promise<Capture> {
    const key = JSON.stringify([html, options]);
    const made = shown.get(key) ?? studio.html(html, { path: `cart?shot=${count}`, ...options });
    shown.set(key, made);
    const { metadata, ...rest } = await made;
    const at = Date.UTC(2026, 0, 1, 0, ++count);
    const own = { id: `${metadata.id}-${count}`, capturedAt: new Date(at).toISOString(), timings: { ...metadata.timings, loadedAt: at } };
    return { ...rest, metadata: { ...metadata, url: "http://localhost:5173/cart", ...own } };
  }

  async function verdictOf({ target = "buy", before: old = page("€ 60"), checks = [], after: html, options = {}, idle = [] }: Case) {
    const before = annotated(await shot(old), on(target), "Please change");
    const [annotation] = before.annotations as [Annotation];
    const after = await shot(html, options);
    const pairs: [Capture, Capture][] = [];
    for (const [one, other] of idle) pairs.push([await shot(one), await shot(other)]);
    return verdictBetween(annotation, before, after, checks, pairs);
  }

  return { shot, verdictOf };
}
