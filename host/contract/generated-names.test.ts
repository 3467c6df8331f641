import { describe, expect, test } from "vitest";
import { isStableName } from "./generated-names.js";

describe("ids and class names", () => {
  test.each(["main", "search-form", "nav_2", "userMenu", "step-12", "überblick", "col-md-6"])("%s is stable", (name) =>
    expect(isStableName(name)).toBe(true),
  );
  test.each([
    "css-1x2y3z",
    "radix-:r1:",
    "radix-_r_g_",
    "_r_2j_-form-item",
    "_r_a_",
    "el-id-7803-0",
    "pv_id_12",
    "cdk-overlay-3",
    "sc-bdVaJa",
    "ember1234",
    "iFrameResizer0",
    "jss12",
    "a1b2c3d4e5",
    "item-20240131",
    "_3kNQx9z2",
  ])("%s is generated", (name) => expect(isStableName(name)).toBe(false));
});
