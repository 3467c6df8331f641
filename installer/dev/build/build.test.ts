import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chromeExtensionId, firefoxExtensionId } from "../../../host/contract/names.js";
import { projectRoot as root } from "../../../host/testing/paths.js";
import { readVersion } from "../package/version.js";
import { compile } from "./compile.js";
import { composeManifest, targetOf } from "./targets.js";

/** What the page and the sidebar's frame load at a click, in bytes at most. */
const clicked = { content: 30_000, page: 151_750, sidebar: 140_000, capture: 95_650 };

/** As `npm run build` has left it. */
const built = (name: string) => readFileSync(join(root, targetOf(name).outputs[0] ?? ""), "utf8");

describe("build", () => {
  it.each(["content", "background", "capture"])("gives the same %s again, with no path of this machine", async (name) => {
    const { code } = await compile(root, targetOf(name), readVersion(root));
    expect(code).toBe(built(name));
    expect(code).not.toContain(root);
  });

  it.each(Object.entries(clicked))("keeps %s small: without the parser of schemas, which is larger than all else", (name, maxBytes) => {
    expect(built("program")).toContain("_zod");
    expect(built(name)).not.toContain("_zod");
    expect(Buffer.byteLength(built(name))).toBeLessThanOrEqual(maxBytes);
  });

  it("asks for three permissions, offers one, and fixes the extension's id", () => {
    const chrome = JSON.parse(composeManifest(root, "chrome", "1.2.3"));
    const firefox = JSON.parse(composeManifest(root, "firefox", "1.2.3"));
    for (const manifest of [chrome, firefox]) {
      expect(manifest).toMatchObject({
        permissions: ["activeTab", "storage", "scripting"],
        optional_permissions: ["nativeMessaging"],
        version: "1.2.3",
      });
      expect(manifest).not.toHaveProperty("host_permissions");
      expect(manifest.content_security_policy.extension_pages).not.toMatch(/unsafe|upgrade-insecure/);
    }
    expect(idOf(chrome.key)).toBe(chromeExtensionId);
    expect(firefox.browser_specific_settings.gecko).toMatchObject({
      id: firefoxExtensionId,
      data_collection_permissions: { required: ["none"] },
    });
  });

  it("has its icons", () => {
    expect(
      readFileSync(new URL("../../../extension/pages/icons/icon-128.png", import.meta.url))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });
});

/** Chrome's id of a key: the first 16 bytes of its SHA-256, each half byte as a letter from a to p. */
function idOf(key: string): string {
  const digest = createHash("sha256").update(Buffer.from(key, "base64")).digest("hex").slice(0, 32);
  return digest.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}
