import fc from "fast-check";
import { expect, test } from "vitest";
import { captureSchema } from "./capture.js";
import { ALLOWED_CONFIG_KEYS, configChangeSchema, configSchema } from "./config.js";
import { fromErrorBody, ServiceError, toErrorBody } from "./errors.js";
import { operationNames, operations } from "./operations.js";
import { readCapture } from "./reader.js";
import type { StyleRules } from "./style-rules.js";
import { sampleAnnotation, sampleCapture } from "./testing/sample.js";

test("the 14 operations have distinct places in HTTP", () => {
  expect(operationNames).toHaveLength(14);
  expect(new Set(operationNames.map((name) => `${operations[name].method} ${operations[name].path}`)).size).toBe(14);
});

test("every allowed key of the configuration can be changed, alone, and has a default", () => {
  expect(Object.keys(configChangeSchema.shape).sort()).toEqual([...ALLOWED_CONFIG_KEYS].sort());
  expect(configChangeSchema.parse({})).toEqual({});
  expect(Object.keys(configSchema.parse({})).sort()).toEqual([...ALLOWED_CONFIG_KEYS].sort());
});

test.each([
  [{ urlPatterns: ["localhost:5173", "*.example.com", "file:///home/a/"] }, true],
  [{ urlPatterns: ["a b"] }, false],
  [{ urlPatterns: "localhost" }, false],
  [{ urlPatterns: Array(101).fill("a") }, false],
  [{ trustedPatterns: ["file:///a"] }, false],
  [{ archiveAfterDays: 0 }, false],
  [{ archiveAfterDays: 1.5 }, false],
  [{ archiveAfterDays: "30" }, false],
  [{ componentNames: 1 }, false],
  [{ other: 1 }, false],
  [null, false],
  [[], false],
])("a change of the configuration %j is valid: %s", (change, expected) => {
  expect(configChangeSchema.safeParse(change).success).toBe(expected);
});

const { metadata, ...parts } = sampleCapture();
const atScript = { ...parts, metadata: { ...metadata, url: "javascript:alert(1)//localhost" } };

test.each([
  ["a name that no disk takes", operations["baselines:create"].input.safeParse({ filename: `${"a".repeat(300)}.json` }), false],
  ["the same to compare with", operations["baselines:compare"].input.safeParse({ url: "http://a/", filename: "a".repeat(300) }), false],
  ["a pattern with a path", operations["config:update"].input.safeParse({ urlPatterns: ["http://x/y?z"] }), false],
  ["a trusted host with a query", operations["config:update"].input.safeParse({ trustedPatterns: ["x.example?key=1"] }), false],
  ["hosts and a folder", operations["config:update"].input.safeParse({ urlPatterns: ["http://localhost:5173/", "file:///a/b"] }), true],
  ["a script for a page", operations["captures:create"].input.safeParse(atScript), false],
])("%s: accepted is %s", (_what, { success }, expected) => {
  expect(success).toBe(expected);
});

test("a capture of a named set, as older versions wrote it, is read", () => {
  const capture = sampleCapture({ annotations: [{ ...sampleAnnotation("a1"), checks: [{ kind: "exists", in: "set" }] }] });
  const older = { ...capture, metadata: { ...capture.metadata, view: { set: "cart", state: "390 px wide" } } };
  expect(captureSchema.safeParse(older).error).toBeUndefined();
});

test.each([
  ["null", () => null],
  ["an array", () => []],
  ["another format", () => ({ ...sampleCapture(), format: "other" })],
  ["a later version", () => ({ ...sampleCapture(), version: 2 })],
  ["no nodes", () => ({ ...sampleCapture(), nodes: undefined })],
  ["a style set that is not there", () => ({ ...sampleCapture(), nodes: { ...sampleCapture().nodes, style: [0, 0, 7] } })],
  ["a date that is none", () => ({ ...sampleCapture(), metadata: { ...sampleCapture().metadata, capturedAt: "yesterday" } })],
  ["an id with a path in it", () => ({ ...sampleCapture(), metadata: { ...sampleCapture().metadata, id: "../x" } })],
  ["a trust of its own", () => ({ ...sampleCapture(), metadata: { ...sampleCapture().metadata, trust: "very" } })],
  ["too many annotations", () => ({ ...sampleCapture(), annotations: Array.from({ length: 501 }, (_, n) => sampleAnnotation(`a${n}`)) })],
])("a capture with %s is refused", (_case, make) => {
  expect(captureSchema.safeParse(sampleCapture()).success).toBe(true);
  expect(captureSchema.safeParse(make()).success).toBe(false);
});

test("a capture with any column replaced is refused or can be read to its end", () => {
  const { nodes } = sampleCapture();
  const column = fc.oneof(fc.jsonValue(), fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 12 }), fc.string({ maxLength: 15 }));
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(nodes)), column, (name, value) => {
      const { data } = captureSchema.safeParse({ ...sampleCapture(), nodes: { ...nodes, [name]: value } });
      if (data === undefined) return;
      const reader = readCapture(data);
      for (const { index, selector } of reader.elements()) {
        expect(typeof selector).toBe("string");
        reader.ancestors(index);
        expect(reader.end(index)).toBeGreaterThan(index);
      }
    }),
    { numRuns: 1_000 },
  );
});

const styleRules: StyleRules = {
  sheets: [{ origin: "style", href: "", marker: "" }],
  conditions: [{ kind: "media", text: "print", holds: false }],
  rules: [{ sheet: 0, path: [0], selector: "p", css: "color: red;", matches: 1, conditions: [0] }],
  elements: [
    {
      ref: "e1",
      properties: [
        { property: "color", computed: "red", declarations: [{ rule: 0, name: "color", value: "red", specificity: [0, 0, 1] }] },
      ],
      looks: [{ when: ":hover", rule: -1, name: "color", value: "blue" }],
    },
  ],
};

test.each<[string, Partial<StyleRules>]>([
  ["a sheet", { sheets: [] }],
  ["a condition", { conditions: [] }],
  ["a rule", { rules: [] }],
  ["the rule of a look", { elements: [{ ref: "e1", properties: [], looks: [{ when: ":hover", rule: 1, name: "color", value: "red" }] }] }],
])("style rules without %s that they name are refused", (_case, change) => {
  expect(captureSchema.safeParse({ ...sampleCapture(), rules: styleRules }).success).toBe(true);
  expect(captureSchema.safeParse({ ...sampleCapture(), rules: { ...styleRules, ...change } }).success).toBe(false);
});

test("style rules with any part replaced are refused or can be read to their end", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(styleRules)), fc.jsonValue(), (name, value) => {
      const { data } = captureSchema.safeParse({ ...sampleCapture(), rules: { ...styleRules, [name]: value } });
      for (const { rule } of data?.rules?.elements.flatMap(({ properties }) => properties.flatMap((one) => one.declarations)) ?? [])
        expect(rule < 0 || data?.rules?.rules[rule] !== undefined).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("errors keep code, message, reason and projects over the wire; foreign ones are hidden", () => {
  const error = new ServiceError("unauthorized", "No.", { reason: "replay" });
  expect(fromErrorBody(toErrorBody(error))).toMatchObject({ code: "unauthorized", message: "No.", reason: "replay" });
  const projects = [{ id: "1", name: "shop" }];
  expect(toErrorBody(new ServiceError("no-match", "None.", { projects }))).toEqual({
    error: { code: "no-match", message: "None.", projects },
  });
  const body = JSON.parse(JSON.stringify({ error: { code: "no-match", message: "None.", projects: [...projects, null, "x", { id: 1 }] } }));
  expect(fromErrorBody(body).projects).toEqual(projects);
  for (const foreign of [new Error("/home/secret"), "/home/secret", null, { code: "not-found", message: "/home/secret" }]) {
    expect(JSON.stringify(toErrorBody(foreign))).not.toContain("secret");
    expect(toErrorBody(foreign).error.code).toBe("internal");
  }
});

test.each(["toString", "__proto__", "constructor", "none"])("a code that the table does not hold is internal: %s", (code) => {
  const body: Parameters<typeof fromErrorBody>[0] = JSON.parse(JSON.stringify({ error: { code, message: "m" } }));
  expect(fromErrorBody(body).code).toBe("internal");
});
