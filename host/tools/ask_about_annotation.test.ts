import { expect, it } from "vitest";
import { pendingOf, priceShops, stateOf } from "./testing/price.js";

const makeShop = priceShops();

it("a question waits for its answer, which stands in the thread", async () => {
  const { bench } = await makeShop();
  const asked = bench.call("ask_about_annotation", { annotation: "price", question: "With VAT?", waitSeconds: 30 });
  const request = await pendingOf(bench, "question");
  expect(request).toMatchObject({ annotation: "price", question: "With VAT?" });
  expect(await stateOf(bench)).toBe("question");
  // A second question would take the first one's answer, which stands below both.
  const second = await bench.call("ask_about_annotation", { annotation: "price", question: "Or which price?", waitSeconds: 0 });
  expect(second).toMatchObject({ error: { code: "conflict", message: expect.stringContaining(request.id) } });
  await bench.store.requests.acknowledge(request.id, "Yes, with VAT");
  expect(await asked).toEqual({ status: "completed", answer: "[USER_COMMENT]Yes, with VAT[/USER_COMMENT]" });
});

it("declining is an answer; a question about what is resolved is refused", async () => {
  const { bench } = await makeShop();
  const asked = bench.call("ask_about_annotation", { annotation: "price", question: "Sure?", waitSeconds: 30 });
  await bench.store.requests.decline((await pendingOf(bench, "question")).id, "Not now");
  expect(await asked).toMatchObject({ status: "declined", reason: "[USER_COMMENT]Not now[/USER_COMMENT]" });
  await bench.call("resolve_annotation", { annotation: "price", action: "wontfix", summary: "No" });
  expect(await bench.call("ask_about_annotation", { annotation: "price", question: "?" })).toMatchObject({ error: { code: "conflict" } });
});
