import { describe, expect, it } from "vitest";
import { exportActions } from "./availability.js";

describe("what the user may do", () => {
  it.each([
    ["connected", "trusted", "enabled"],
    ["connected", "configured", "enabled"],
    ["connected", "untrusted", "blocked"],
    ["broken", "trusted", "hidden"],
    ["broken", "configured", "hidden"],
    ["broken", "untrusted", "hidden"],
  ] as const)("%s, %s: Send is %s, and what stays with the user is always allowed", (connection, trust, send) => {
    expect(exportActions(connection, trust)).toEqual({ send, copy: "enabled", report: "enabled" });
  });
});
