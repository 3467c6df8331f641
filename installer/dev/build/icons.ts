import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchChromium } from "../../../host/testing/chromium.js";

const folder = fileURLToPath(new URL("../../../extension/pages/icons/", import.meta.url));

/** Name of each set of pictures, its sizes in pixels, and how it looks: grey where the extension cannot run. */
const sets = [
  { name: "icon", sizes: [16, 32, 48, 128], filter: "none" },
  { name: "off", sizes: [16, 32], filter: "grayscale(1) opacity(0.55)" },
] as const;

/** Draws the PNG icons from icon.svg. Run by hand after the drawing has changed; the pictures are committed. */
async function main(): Promise<void> {
  const svg = readFileSync(`${folder}icon.svg`, "utf8");
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    for (const { name, sizes, filter } of sets) {
      for (const size of sizes) {
        await page.setViewport({ width: size, height: size });
        await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px;filter:${filter}}</style>${svg}`);
        writeFileSync(`${folder}${name}-${size}.png`, await page.screenshot({ omitBackground: true }));
      }
    }
  } finally {
    await browser.close();
  }
}

await main();
