import { afterAll, beforeAll, expect, it } from "vitest";
import { openStudio, type Studio } from "../../host/testing/captures.js";
import { findingsOf } from "./findings.js";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

it("a finding that becomes a note says when it is settled", async () => {
  const html =
    '<!doctype html><html lang="en"><title>Cart</title><main><h1>Cart</h1><button style="color:#aaa;background:#fff">Buy</button><div style="width:1600px">Wide</div></main></html>';
  const { accessibility, layout, "test-ids": testIds } = findingsOf(await studio.html(html));
  const checksOf = (findings: typeof layout) => findings.flatMap(({ note }) => note.checks ?? []);
  expect(checksOf(accessibility)).toContainEqual({ kind: "no-finding", rule: "color-contrast" });
  expect(checksOf(layout)).toContainEqual({ kind: "no-finding", rule: "viewport-overflow" });
  expect(checksOf(testIds)).toContainEqual({ kind: "attribute", attribute: "data-testid", expected: expect.any(String) });
});
