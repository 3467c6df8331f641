import { describe, expect, it } from "vitest";
import { parseCommand, UsageError } from "./args.js";

describe("parseCommand", () => {
  it.each([
    [[], { kind: "mcp", project: undefined, tools: "all" }],
    [["--tools", "core", "--project", "x"], { kind: "mcp", project: "x", tools: "core" }],
    [["--http", "--project=x"], { kind: "http", project: "x", rest: [] }],
    [["--http", "--require-signed"], { kind: "http", project: undefined, rest: ["--require-signed"] }],
    [["--native-host", "chrome-extension://abc/"], { kind: "native", caller: ["chrome-extension://abc/"] }],
    [
      ["--native-host", "/etc/com.svc.host.json", "svc@x", "--parent-window=1"],
      { kind: "native", caller: ["/etc/com.svc.host.json", "svc@x", "--parent-window=1"] },
    ],
    [["--version"], { kind: "version" }],
    [["-h"], { kind: "help" }],
  ])("reads %j", (args, command) => expect(parseCommand(args)).toEqual(command));

  it.each([[["--projekt", "x"]], [["--tools", "some"]], [["--tools"]], [["folder"]], [["--http=yes"]]])(
    "refuses %j in one line",
    (args) => {
      expect(() => parseCommand(args)).toThrow(UsageError);
      expect(() => parseCommand(args)).toThrow(/^[^\n]+$/);
    },
  );
});
