import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UsageError } from "../host/contract/errors.js";
import { locationMessage, noFreePortMessage, readArgs } from "./args.js";

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

describe("words", () => {
  const project = { id: "p1", name: "shop" };

  it.each([
    [{ project, pid: 7, port: 9876, already: false }, "shop is served on http://127.0.0.1:9876 (process 7)."],
    [{ project, pid: 7, port: 9876, already: true }, "shop is already served on http://127.0.0.1:9876 (process 7)."],
    [{ project, pid: undefined, port: undefined, already: true }, "Another process is just starting to serve shop."],
  ])("say where it listens: %j", (location, sentence) => {
    expect(locationMessage(location, false)).toBe(sentence);
    expect(JSON.parse(locationMessage(location, true))).toMatchObject({ project: "p1", already: location.already });
  });

  it("name the projects that hold the ports, without their paths", () => {
    const ours = [
      { port: 9876, projectRoot: "/home/a/shop" },
      { port: 9878, projectRoot: "C:\\work\\blog\\" },
    ];
    const text = noFreePortMessage([9876, 9877, 9878], ours);
    expect(text).toContain("9876: project shop; 9877: another program; 9878: project blog");
    expect(text).not.toMatch(/home|work/);
  });
});
