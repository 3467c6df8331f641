import { describe, expect, it } from "vitest";
import { UsageError } from "../contract/errors.js";
import { parseCommand } from "./args.js";

describe("parseCommand", () => {
  it.each([
    [[], { kind: "mcp", project: undefined, tools: "all" }],
    [["--tools", "core", "--project", "x"], { kind: "mcp", project: "x", tools: "core" }],
    [["--http"], { kind: "http", project: undefined, rest: [] }],
    [["--http", "--project=x"], { kind: "http", project: "x", rest: ["--project=x"] }],
    [["--project", "x", "--http"], { kind: "http", project: "x", rest: ["--project", "x"] }],
    [["--http", "--require-signed"], { kind: "http", project: undefined, rest: ["--require-signed"] }],
    [
      ["--json", "--project", "x", "--prefer-port", "9878", "--http"],
      { kind: "http", project: "x", rest: ["--json", "--project", "x", "--prefer-port", "9878"] },
    ],
    // What is wrong with these, and their help, is the HTTP process's to say.
    [["--http", "--tools", "core"], { kind: "http", project: undefined, rest: ["--tools", "core"] }],
    [["--http", "--help"], { kind: "http", project: undefined, rest: ["--help"] }],
    [["--native-host", "chrome-extension://abc/"], { kind: "native", caller: ["chrome-extension://abc/"] }],
    [
      ["--native-host", "/etc/com.svc.host.json", "svc@x", "--parent-window=1"],
      { kind: "native", caller: ["/etc/com.svc.host.json", "svc@x", "--parent-window=1"] },
    ],
    [["--version"], { kind: "version" }],
    [["-h"], { kind: "help" }],
  ])("reads %j", (args, command) => expect(parseCommand(args)).toEqual(command));

  it.each([
    [["--projekt", "x"]],
    [["--tools", "some"]],
    [["--tools"]],
    [["folder"]],
    [["--http=yes"]],
    [["--http", "--project"]],
    [["--require-signed"]],
    [["notes", "--wait", "soon"]],
    [["notes", "--wait", "-5"]],
    [["notes", "--wait=-5"]],
  ])("refuses %j in one line", (args) => {
    expect(() => parseCommand(args)).toThrow(UsageError);
    expect(() => parseCommand(args)).toThrow(/^[^\n]+$/);
  });
});
