import { expect, it } from "vitest";
import { checkForms } from "./check-kinds.js";
import { checkKinds, checkSchema } from "./checks.js";

it("the forms of checks name each kind once", () => {
  expect(
    Object.keys(checkForms)
      .flatMap((kinds) => kinds.split(", "))
      .sort(),
  ).toEqual([...checkKinds].sort());
});

const values: Readonly<Record<string, unknown>> = { expected: 12, to: "next", with: "e1", edge: "left" };

it.each(Object.entries(checkForms).flatMap(([kinds, takes]) => kinds.split(", ").map((kind) => [kind, takes])))(
  "a check written by its form is one: %s %s",
  (kind, takes = "") => {
    const names =
      takes
        .replace(/\([^)]*\)/g, "")
        .replace(/ or \w+/g, "")
        .match(/\w+\??/g) ?? [];
    const given = names.filter((name) => !name.endsWith("?") || kind === "size").map((name) => name.replace("?", ""));
    const check = {
      kind,
      ...Object.fromEntries(given.filter((name) => name !== "compare").map((name) => [name, values[name] ?? "color"])),
    };
    const text = ["text", "role", "name"].includes(kind ?? "") ? { expected: "x" } : kind === "size" ? { width: "10px", height: 3 } : {};
    expect(checkSchema.safeParse({ ...check, ...text }).error?.issues ?? []).toEqual([]);
  },
);
