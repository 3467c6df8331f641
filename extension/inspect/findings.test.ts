import { expect, it } from "vitest";
import { openStudio } from "../../host/testing/captures.js";
import { shared } from "../../host/testing/shared.js";
import { findingsOf } from "./findings.js";

const studio = shared(openStudio);

it("a finding that becomes a note states when it is settled", async () => {
  const html =
    '<!doctype html><html lang="en"><title>Cart</title><main><h1>Cart</h1><button style="color:#aaa;background:#fff">Buy</button><div style="width:1600px">Wide</div></main></html>';
  const { accessibility, layout, "test-ids": testIds } = findingsOf(await studio.html(html));
  const checksOf = (findings: typeof layout) => findings.flatMap(({ note }) => note.checks ?? []);
  expect(checksOf(accessibility)).toContainEqual({ kind: "no-finding", rule: "color-contrast" });
  expect(checksOf(layout)).toContainEqual({ kind: "no-finding", rule: "viewport-overflow" });
  expect(checksOf(testIds)).toContainEqual({ kind: "attribute", attribute: "data-testid", expected: expect.any(String) });
});
