import { describe, expect, it } from "vitest";
import { verifyAnswered } from "../operations/verify.js";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";
import { patience } from "../testing/wait-until.js";
import { priceShops } from "./testing/price.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);
const makeShop = priceShops();

describe("get_request_status", () => {
  it("tells of a request until it is declined", async () => {
    const asked = await bench.call("request_capture", { url: "http://localhost/cart", guidance: "Open the menu" });
    expect(asked).toMatchObject({ status: "pending", requestId: expect.any(String), expiresAt: expect.any(String) });
    const requestId = String(asked["requestId"]);
    const waiting = bench.call("get_request_status", { requestId, waitSeconds: 20 });
    await bench.store.requests.decline(requestId, "Not now");
    const declined = performance.now();
    expect(await waiting).toEqual({ requestId, status: "declined", reason: "[USER_COMMENT]Not now[/USER_COMMENT]" });
    expect(performance.now() - declined).toBeLessThan(patience(300));
  });

  it("tells which capture completed a request", async () => {
    const capture = await studio.html("<button>Buy</button>", { path: "cart" });
    const { requestId } = await bench.call("request_capture", { url: capture.metadata.url });
    const waiting = bench.call("get_request_status", { requestId, waitSeconds: 20 });
    const filename = await bench.add({ ...capture, metadata: { ...capture.metadata, id: "answer", requestId: String(requestId) } });
    expect(await waiting).toEqual({ requestId, status: "completed", capture: filename });
  });

  it.each([
    ["€ 64.50", "fixed", "pass"],
    ["€ 61", "reopened", "fail"],
  ])("tells the verdict of a check that is answered after the agent's time: %s", async (price, state, status) => {
    const { bench: shop, shot } = await makeShop();
    const checks = [{ kind: "text", expected: "€ 64.50" }];
    const asked = await shop.call("resolve_annotation", { annotation: "price", action: "fixed", summary: "New", checks, waitSeconds: 0 });
    expect(asked).toMatchObject({ verification: { status: "pending", hint: expect.any(String) } });
    const [request] = await shop.store.requests.pending();
    const requestId = request?.id ?? "";
    const answered = await shot(price);
    const capture = await shop.add({ ...answered, metadata: { ...answered.metadata, requestId } });
    // Another agent may be judging it while the page is being built.
    expect(await shop.call("get_request_status", { requestId })).not.toHaveProperty("verdict");
    expect((await shop.store.annotations.find("price")).state).toBe("fixed");
    await verifyAnswered(shop.store, capture);
    const answer = await shop.call("get_request_status", { requestId });
    expect(answer).toMatchObject({ status: "completed", annotation: "price", state, verdict: { status, capture } });
    await shop.close();
  });
});
