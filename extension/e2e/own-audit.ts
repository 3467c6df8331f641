import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "puppeteer-core";
import { chromeExtensionId } from "../../host/contract/names.js";

/** What axe-core says against our own interface: rule, element, and why. */
export type Finding = readonly [rule: string, target: string, why: string];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs all of axe-core's rules on the sidebar. They run in the extension's own world, which may look into the closed root; the page's cannot. */
export async function auditSidebar(page: Page): Promise<readonly Finding[]> {
  const session = await page.createCDPSession();
  try {
    const contextId = await extensionWorld(session);
    return JSON.parse(await evaluateIn(session, contextId, `${axe};(${runInWorld})()`));
  } finally {
    await session.detach();
  }
}

/** The same on a page of the extension. */
export async function auditPage(page: Page): Promise<readonly Finding[]> {
  const session = await page.createCDPSession();
  try {
    return JSON.parse(await evaluateIn(session, undefined, `${axe};(${runInPage})()`));
  } finally {
    await session.detach();
  }
}

/** What axe-core could not decide of colours counts too, but for lines that are cut by the edge of what is scrolled. */
const findingsOf = `const findingsOf = ({ violations, incomplete }) => {
  const isCut = ({ any }) => any.every(({ data }) => data?.messageKey === "elmPartiallyObscured");
  const undecided = incomplete.filter(({ id }) => id === "color-contrast").map((one) => ({ ...one, nodes: one.nodes.filter((node) => !isCut(node)) }));
  return JSON.stringify([...violations, ...undecided].flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary, any }) => [id, target.flat().join(" "), failureSummary + JSON.stringify(any.map(({ data }) => data))])));
};`;

/**
 * Properties of this world alone show the root to axe-core, which asks each element for its `shadowRoot`, and make it judge colours there:
 * it looks for them in the body, and the sidebar's host stands beside it.
 */
const runInWorld = `async () => {
  ${findingsOf}
  const host = document.querySelector("svc-sidebar");
  const root = chrome.dom.openOrClosedShadowRoot(host);
  Object.defineProperty(host, "shadowRoot", { value: root, configurable: true });
  Object.defineProperty(document, "body", { value: host, configurable: true });
  try {
    return findingsOf(await axe.run(host, { preload: false, resultTypes: ["violations", "incomplete"] }));
  } finally {
    delete host.shadowRoot;
    delete document.body;
  }
}`;

const runInPage = `async () => {
  ${findingsOf}
  return findingsOf(await axe.run(document, { preload: false, resultTypes: ["violations", "incomplete"] }));
}`;

/** The isolated world that the extension's scripts share on a page. */
async function extensionWorld(session: CDPSession): Promise<number> {
  let found: number | undefined;
  session.on("Runtime.executionContextCreated", ({ context }) => {
    if (context.origin === `chrome-extension://${chromeExtensionId}`) found = context.id;
  });
  // Tells of every world that is there.
  await session.send("Runtime.enable");
  if (found === undefined) throw new Error("the extension has no world on this page");
  return found;
}

async function evaluateIn(session: CDPSession, contextId: number | undefined, expression: string): Promise<string> {
  const world = contextId === undefined ? {} : { contextId };
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
    ...world,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return String(result.value);
}
