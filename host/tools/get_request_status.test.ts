import { describe, expect, it } from "vitest";
import { openStudio } from "../testing/captures.js";
import { shared } from "../testing/shared.js";
import { openToolBench } from "../testing/tool-bench.js";
import { patience } from "../testing/wait-until.js";

const studio = shared(openStudio);
const bench = shared(openToolBench);

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
});
