import fc from "fast-check";
import { parse } from "jsonc-parser";
import { parse as parseToml, stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import { isOurs, mergeEntry } from "./format.js";
import { jsonc } from "./jsonc.js";
import { toml } from "./toml.js";

const path = ["mcpServers", "svc"];
const entry = { command: "/n o/node", args: ["/s/server.js", "--project", "/ä"] };
const multi = `"svc": {\n      "command": "/n o/node",\n      "args": [\n        "/s/server.js",\n        "--project",\n        "/ä"\n      ]\n    }`;

describe("jsonc", () => {
  test.each([
    ["nothing", "", `{\n  "mcpServers": {\n    ${multi}\n  }\n}\n`],
    ["an empty object", "{}", `{\n  "mcpServers": {\n    ${multi}\n  }\n}`],
    ["a file on one line", `{"a":1}`, `{\n  "a": 1,\n  "mcpServers": {\n    ${multi}\n  }\n}`],
    ["an empty table on one line", `{"mcpServers":{}}`, `{\n  "mcpServers": {\n    ${multi}\n  }\n}`],
    ["a remark only", `{\n  // mine\n}\n`, `{\n  "mcpServers": {\n    ${multi}\n  }\n  // mine\n}\n`],
    [
      "a remark behind a trailing comma",
      `{\n  "mcpServers": {\n    "x": {"command":"a"}, // keep\n  },\n}`,
      `{\n  "mcpServers": {\n    "x": {\n      "command": "a"\n    },\n    ${multi}, // keep\n  },\n}`,
    ],
    [
      "a remark behind the last entry",
      `{\n  "mcpServers": {\n    "x": 1 /* keep, me */ // and me\n  }\n}`,
      `{\n  "mcpServers": {\n    "x": 1,\n    ${multi} /* keep, me */ // and me\n  }\n}`,
    ],
    [
      "tabs and CRLF",
      `{\r\n\t"a": 1\r\n}`,
      `{\r\n\t"a": 1,\r\n\t"mcpServers": {\r\n\t\t${multi.replace(/\n( +)/g, (_, i: string) => `\r\n${"\t".repeat(i.length / 2)}`)}\r\n\t}\r\n}`,
    ],
    ["a byte order mark", `\ufeff{}`, `\ufeff{\n  "mcpServers": {\n    ${multi}\n  }\n}`],
  ])("adds the entry to %s", (_case, before, after) => {
    expect(jsonc.set(before, path, entry)).toBe(after);
  });

  test.each([
    ["no JSON", "{ oops"],
    ["a list", "[]"],
    ["a text", `"x"`],
    ["servers that are a list", `{"mcpServers":[]}`],
    ["two values", "{} {}"],
  ])("calls a file broken that holds %s", (_case, text) => {
    expect(jsonc.read(text, path).state).toBe("broken");
  });

  test("refuses an edit when a key stands twice", () => {
    const text = `{"mcpServers":{"a":1},"mcpServers":{"b":2}}`;
    const edited = jsonc.set(text, path, entry);
    if (edited !== undefined) expect(parse(edited).mcpServers).toEqual({ b: 2, svc: entry });
  });

  test("brings an old entry up to date and keeps the user's keys and remarks", () => {
    const text = `{"mcpServers":{\n  "svc": {\n    // mine\n    "command": "node",\n    "args": ["old"], "disabled": true\n  }\n}}`;
    const after = jsonc.set(text, path, mergeEntry({ command: "node", args: ["old"], disabled: true }, entry));
    expect(after).toBe(
      text.replace(`"node"`, `"/n o/node"`).replace(`["old"]`, `[\n      "/s/server.js",\n      "--project",\n      "/ä"\n    ]`),
    );
  });

  test("keeps every other value of any file, and takes its entry out again", () => {
    // The parser that the test compares with drops a key of this name.
    const holdsNoProto = (value: unknown) => !JSON.stringify(value).includes("__proto__");
    const names = fc.string({ maxLength: 6 }).filter((name) => name !== "svc" && name !== "__proto__");
    const servers = fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true });
    const files = fc
      .record({ other: fc.jsonValue({ maxDepth: 2 }), mcpServers: servers, more: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] })
      .filter(holdsNoProto);
    fc.assert(
      fc.property(files, fc.constantFrom(undefined, 1, 2, 4, "\t"), fc.boolean(), (file, indent, crlf) => {
        const plain = JSON.stringify(file, null, indent);
        const text = crlf ? plain.replaceAll("\n", "\r\n") : plain;
        const added = jsonc.set(text, path, entry);
        expect(added).toBeDefined();
        expect(parse(added ?? "")).toEqual({ ...JSON.parse(plain), mcpServers: { ...JSON.parse(plain).mcpServers, svc: entry } });
        expect(jsonc.set(added ?? "", path, entry)).toBe(added);
        expect(parse(jsonc.remove(added ?? "", path) ?? "")).toEqual({
          ...JSON.parse(plain),
          mcpServers: JSON.parse(plain).mcpServers ?? {},
        });
      }),
    );
  });

  test.each(["/* x */", "\t// x\n"])("a thousand remarks %j behind the last entry are read once", (remark) => {
    const text = `{"mcpServers": {"x": 1${remark.repeat(1_000)}}}`;
    expect(jsonc.set(text, path, entry)?.split(remark.trim())).toHaveLength(1_001);
  });

  test("reads any text without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,/*\n\\ asvc1') }), (text) => {
        if (jsonc.read(text, path).state === "ok") jsonc.set(text, path, entry);
      }),
    );
  });
});

describe("toml", () => {
  const keys = ["mcp_servers", "svc"];
  const block = `[mcp_servers.svc]\ncommand = "/n o/node"\nargs = [ "/s/server.js", "--project", "/ä" ]\n`;

  test.each([
    ["nothing", "", block],
    [
      "other tables",
      `# mine\nmodel = "x" # why\n\n[mcp_servers.a]\ncommand = "a"\n`,
      `# mine\nmodel = "x" # why\n\n[mcp_servers.a]\ncommand = "a"\n\n${block}`,
    ],
    ["a last line without an end", `a = 1`, `a = 1\n\n${block}`],
    ["CRLF", `a = 1\r\n`, `a = 1\r\n\r\n${block.replaceAll("\n", "\r\n")}`],
  ])("adds the entry to %s and takes it out again", (_case, before, after) => {
    expect(toml.set(before, keys, entry)).toBe(after);
    expect(toml.remove(after, keys)?.trim()).toBe(before.trim());
  });

  test("replaces the keys of an old entry, remarks and further tables stay", () => {
    const text = `[mcp_servers.svc] # ours\ncommand = "node"\n# keep\nargs = [\n  "[x]",\n  "old",\n]\nstartup_timeout_sec = 20\n[mcp_servers.svc.env]\nA = "1"\n[z]\n`;
    const after = toml.set(text, keys, entry);
    expect(after).toBe(
      `[mcp_servers.svc] # ours\ncommand = "/n o/node"\n# keep\nargs = [ "/s/server.js", "--project", "/ä" ]\nstartup_timeout_sec = 20\n[mcp_servers.svc.env]\nA = "1"\n[z]\n`,
    );
  });

  test.each([
    ["no TOML", `a = `, "broken"],
    ["servers that are no table", `mcp_servers = 1`, "broken"],
  ])("calls a file broken that holds %s", (_case, text, state) => {
    expect(toml.read(text, keys).state).toBe(state);
  });

  test("leaves an inline table alone", () => {
    expect(toml.set(`mcp_servers = { a = { command = "a" } }\n`, keys, entry)).toBeUndefined();
  });

  test("keeps every other value of any file", () => {
    const values = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string({ minLength: 1 }), fc.string()),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((key) => key !== "mcp_servers" && key !== "__proto__"),
          values,
        ),
        (file) => {
          const text = stringify(file);
          const added = toml.set(text, keys, entry);
          expect(parseToml(added ?? "")).toEqual({ ...parseToml(text), mcp_servers: { svc: entry } });
          expect(parseToml(toml.remove(added ?? "", keys) ?? "x")).toEqual(parseToml(text));
        },
      ),
    );
  });
});

describe("mergeEntry", () => {
  test.each([
    ["nothing", undefined, { command: "n", autoApprove: ["a"] }],
    ["approved tools", { command: "old", autoApprove: [] }, { command: "n", autoApprove: [] }],
    ["further keys and variables", { env: { A: "1" }, timeout: 3 }, { command: "n", autoApprove: ["a"], env: { A: "1" }, timeout: 3 }],
  ])("keeps the user's %s", (_case, existing, merged) => {
    expect(mergeEntry(existing, { command: "n", autoApprove: ["a"] })).toEqual(merged);
  });
});

test.each([
  [{ command: "npx", args: ["-y", "svc-capture"] }, true],
  [{ command: "npx", args: ["-y", "svc-capture@1.2.3"] }, true],
  [{ command: "/usr/bin/node", args: ["/a/dist/server.js"] }, true],
  [{ type: "local", command: ["C:\\node.exe", "C:\\x\\server.js"] }, true],
  [{ command: "other-svc-capture-like" }, false],
  [{ url: "http://x" }, false],
  [null, false],
])("isOurs %j", (value, expected) => {
  expect(isOurs(value)).toBe(expected);
});
