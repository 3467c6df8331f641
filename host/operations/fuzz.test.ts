import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "../contract/errors.js";
import { operationNames } from "../contract/operations.js";
import { sampleCapture } from "../contract/testing/sample.js";
import { cleanup, temporaryFolder } from "../store/testing/temporary.js";
import { isLong } from "../testing/long.js";
import { openService } from "./service.js";

/** More in the long run. */
const runs = isLong ? 100_000 : 1_500;
const words = [
  "url",
  "pageUrl",
  "limit",
  "cursor",
  "capture",
  "kind",
  "data",
  "filename",
  "id",
  "reason",
  "urlPatterns",
  "trustedPatterns",
  "metadata",
];
const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom("../../etc/passwd", "http://localhost:1/", "file:///", "x.json", "html", "png", "", "\0", "*.example.com:1", "__proto__"),
  fc.integer(),
);
const input = fc.oneof(values, fc.dictionary(fc.constantFrom(...words, "__proto__", "constructor"), values));

test("whatever comes in is answered or refused with a code, and nothing is written outside", { timeout: runs * 20 }, async () => {
  const [stateFolder, parent] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const service = await openService({ stateFolder, root: parent, version: "1" });
  cleanup(() => service.close());
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(...operationNames), fc.string()), input, async (name, sent) => {
      const failure: unknown = await service.call(name, sent).then(
        () => undefined,
        (error: unknown) => error,
      );
      const code = failure instanceof ServiceError ? failure.code : failure === undefined ? "answered" : "foreign";
      codes.set(code, (codes.get(code) ?? 0) + 1);
      expect(code).not.toBe("foreign");
      expect(code).not.toBe("internal");
      expect(String(failure)).not.toContain(parent);
    }),
    { numRuns: runs },
  );
  expect(await readdir(parent)).toEqual([".svc"]);
  expect(await readdir(join(parent, ".svc/captures"))).toEqual([]);
  expect([...codes.keys()]).toEqual(expect.arrayContaining(["answered", "invalid-input", "not-found"]));
});

test("a capture with any one part replaced is stored whole or refused", { timeout: runs * 20 }, async () => {
  const [stateFolder, root] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const service = await openService({ stateFolder, root, version: "1" });
  cleanup(() => service.close());
  const sample: Record<string, unknown> = sampleCapture();
  const parts = ["metadata", "nodes", "styles"].flatMap((part) => [[part], ...Object.keys(Object(sample[part])).map((key) => [part, key])]);
  const paths = [...Object.keys(sample).map((key) => [key]), ...parts];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.oneof(values, fc.array(fc.integer({ min: -1, max: 9 }))),
      async ([part = "", key], value) => {
        const changed = key === undefined ? value : { ...Object(sample[part]), [key]: value };
        const failure: unknown = await service.call("captures:create", { ...sample, [part]: changed }).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure !== undefined) expect(failure).toMatchObject({ code: expect.stringMatching(/^(invalid-input|conflict|too-large)$/) });
        const listed = Object(await service.call("captures:list", { limit: 200 }));
        expect(Array.isArray(listed.captures)).toBe(true);
      },
    ),
    { numRuns: Math.min(runs, 2_000) / 4 },
  );
});
