import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UsageError } from "../host/contract/errors.js";
import { readArgs } from "./args.js";

describe("command line", () => {
  // The run has ports of its own.
  beforeEach(() => vi.stubEnv("SVC_PORTS", ""));
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ["4001,4002", [4001, 4002]],
    [" 4001 , x, 0, 70000", [4001]],
    ["", [9876, 9877, 9878, 9879]],
    ["none", [9876, 9877, 9878, 9879]],
  ])("tries the ports of SVC_PORTS=%j", (list, ports) => {
    vi.stubEnv("SVC_PORTS", list);
    expect(readArgs([], "/here")).toMatchObject({ ports });
  });

  it("has defaults for everything", () => {
    expect(readArgs([], "/here")).toEqual({
      project: "/here",
      requireSigned: false,
      untilNative: false,
      json: false,
      ports: [9876, 9877, 9878, 9879],
      lingerMs: 3_600_000,
      idleMs: 3_600_000,
      checkMs: 15_000,
    });
  });

  it("reads what it is told", () => {
    const args = readArgs(["--project", "a", "--require-signed", "--port=0", "--json", "--idle-ms", "5"], "/here");
    expect(args).toMatchObject({ project: "a", requireSigned: true, json: true, ports: [0], idleMs: 5 });
    expect(readArgs(["--prefer-port", "9878"], "/here")).toMatchObject({ ports: [9878, 9876, 9877, 9879] });
    expect(readArgs(["--help"], "/here")).toBe("help");
    expect(readArgs(["--version"], "/here")).toBe("version");
  });

  it.each([
    ["--prot", "1"],
    ["x"],
    ["--port"],
    ["--port", "65536"],
    ["--port", "-1"],
    ["--port", "1e3"],
    ["--prefer-port", "80"],
    ["--http"],
    ["--idle-ms", "2147483648"],
  ])("refuses %s %s", (...argv) => {
    expect(() => readArgs(argv, "/here")).toThrow(UsageError);
  });
});
