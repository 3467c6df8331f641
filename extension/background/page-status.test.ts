import { expect, test, vi } from "vitest";

// Outside of a browser the WebExtension API's module throws when it is imported.
vi.mock("../browser.js", () => ({ browser: {} }));

const { versionSkew } = await import("./page-status.js");

test.each([
  ["0.1.0", "0.1.0", undefined],
  ["0.1.0", "0.1.9", undefined],
  ["0.1.0", "0.2.0", "extension"],
  ["0.10.0", "0.9.3", "service"],
  ["1.0.0", "0.9.0", "service"],
  ["1.9.0", "2.0.0-beta.1", "extension"],
  ["0.1.0", "0.0.0", undefined],
  ["0.1.0", "", undefined],
  ["0.1.0", "latest", undefined],
])("the extension %s and the service %s: to be updated is %s", (extension, service, older) => {
  expect(versionSkew(extension, service)?.older).toBe(older);
});
