import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "puppeteer-core";
import { waitUntil } from "../../host/testing/wait-until.js";
import type { SidebarDriver } from "./sidebar-driver.js";

/** What axe-core reports of our own interface: rule, element, and why. */
export type Finding = readonly [rule: string, target: string, why: string];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs all of axe-core's rules on the sidebar's document in its frame. */
export async function auditSidebar(sidebar: SidebarDriver): Promise<readonly Finding[]> {
  return JSON.parse(await waitUntil("the sidebar's frame", () => sidebar.inFrame<string>(`${axe}; return (${runInDocument})();`)));
}

/** The same on a page of the extension. */
export async function auditPage(page: Page): Promise<readonly Finding[]> {
  const session = await page.createCDPSession();
  try {
    const expression = `${axe};(${runInDocument})()`;
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return JSON.parse(String(result.value));
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

const runInDocument = `async () => {
  ${findingsOf}
  return findingsOf(await axe.run(document, { preload: false, resultTypes: ["violations", "incomplete"] }));
}`;
