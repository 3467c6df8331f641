import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { type Capture, captureSchema } from "../contract/capture.js";
import { type CapturedElement, type CaptureReader, readCapture } from "../contract/reader.js";

/** A page as it was read at one instant, with the elements that were asked for. */
export interface Reading {
  readonly capture: Capture;
  readonly reader: CaptureReader;
  readonly elements: readonly CapturedElement[];
}

declare const svcCapture: {
  withElements(document: Document): { readonly capture: unknown; readonly elements: readonly Element[] };
};

let engine: string | undefined;

/**
 * Reads a page, or with a locator that page and its elements, with the extension's own engine. Chromium's runs in a world that the page's scripts
 * cannot reach, as in the extension; in other browsers in the page's own, where it leaves nothing behind. The page's Content-Security-Policy holds for neither.
 */
export async function readPage(subject: Page | Locator): Promise<Reading> {
  const isPage = !("page" in subject);
  const page = isPage ? subject : subject.page();
  const paths = isPage ? [] : await subject.evaluateAll(pathsOf);
  engine ??= readFileSync(new URL("./capture.js", import.meta.url), "utf8");
  const json = await evaluate(page, `(() => { ${engine}\nreturn (${readInPage})(${JSON.stringify(paths)}); })()`);
  const { capture: raw, indices } = JSON.parse(json) as { capture: unknown; indices: readonly number[] };
  if (indices.includes(-1))
    throw new Error("svc cannot read this element: it stands in a frame of another origin or in a closed shadow root.");
  const capture = captureSchema.parse(raw);
  const reader = readCapture(capture);
  return { capture, reader, elements: indices.map((index) => reader.element(index)) };
}

async function evaluate(page: Page, expression: string): Promise<string> {
  if (page.context().browser()?.browserType().name() !== "chromium") return page.evaluate<string>(expression);
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send("Page.getFrameTree");
    const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "svc" });
    const evaluated = await session.send("Runtime.evaluate", { expression, contextId: world.executionContextId, returnByValue: true });
    if (evaluated.exceptionDetails !== undefined)
      throw new Error(
        `svc could not read the page: ${evaluated.exceptionDetails.exception?.description ?? evaluated.exceptionDetails.text}`,
      );
    return String(evaluated.result.value);
  } finally {
    await session.detach();
  }
}

/** A way down from the top document: a place among the children, or into what an element hosts. */
type Step = number | "shadowRoot" | "contentDocument";

/** Runs in the page: the way to each element; null where another origin lies between. */
function pathsOf(elements: readonly Element[]): (Step[] | null)[] {
  return elements.map((element) => {
    const path: Step[] = [];
    for (let at = element; ; ) {
      const parent = at.parentNode as (ParentNode & { readonly host?: Element }) | null;
      if (parent === null) return null;
      path.unshift([...parent.children].indexOf(at));
      if (parent.nodeType === Node.ELEMENT_NODE) at = parent as Element & ParentNode;
      else if (parent.host !== undefined) {
        path.unshift("shadowRoot");
        at = parent.host;
      } else {
        const view = at.ownerDocument.defaultView;
        if (view === null || view === view.parent) return path;
        if (view.frameElement === null) return null;
        path.unshift("contentDocument");
        at = view.frameElement;
      }
    }
  });
}

/** Runs in the page, beside the engine: the capture, and the index of the element at the end of each way; -1 for one that the engine does not see. */
function readInPage(paths: readonly (readonly Step[] | null)[]): string {
  const { capture, elements } = svcCapture.withElements(document);
  Reflect.deleteProperty(globalThis, "svcCapture");
  const indices = paths.map((path) => {
    let at: (ParentNode & { shadowRoot?: ShadowRoot | null; contentDocument?: Document | null }) | null | undefined = document;
    for (const step of path ?? []) at = typeof step === "number" ? at?.children[step] : at?.[step];
    return path === null || at == null ? -1 : elements.indexOf(at as Element & ParentNode);
  });
  return JSON.stringify({ capture, indices });
}
