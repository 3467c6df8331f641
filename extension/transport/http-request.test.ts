import { describe, expect, it } from "vitest";
import { httpRequestOf } from "./http-request.js";

describe("httpRequestOf", () => {
  it.each([
    ["info without a page", httpRequestOf("info:get", {}), { method: "GET", path: "/info" }],
    [
      "a page's address in the query",
      httpRequestOf("info:get", { pageUrl: "http://localhost:3/?a=b&c=ü" }),
      { method: "GET", path: "/info?pageUrl=http%3A%2F%2Flocalhost%3A3%2F%3Fa%3Db%26c%3D%C3%BC" },
    ],
    ["a number in the query", httpRequestOf("captures:list", { limit: 2 }), { method: "GET", path: "/captures?limit=2" }],
    ["an id in the path", httpRequestOf("requests:ack", { id: "a-1" }), { method: "POST", path: "/requests/a-1/ack", body: "{}" }],
    [
      "an id in the path, the rest in the body",
      httpRequestOf("requests:decline", { id: "a-1", reason: "no" }),
      { method: "POST", path: "/requests/a-1/decline", body: '{"reason":"no"}' },
    ],
    [
      "a change in the body",
      httpRequestOf("config:update", { trustedPatterns: ["shop.example"] }),
      { method: "PUT", path: "/config", body: '{"trustedPatterns":["shop.example"]}' },
    ],
  ])("spells %s", (_what, request, expected) => {
    expect(request).toEqual(expected);
  });
});
