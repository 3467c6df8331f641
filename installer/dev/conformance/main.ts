import process from "node:process";
import { parseOptions } from "../../../host/command-line.js";
import { UsageError } from "../../../host/contract/errors.js";
import { launchChromium, offline } from "../../../host/testing/chromium.js";
import { mustBeFolders, runCommand } from "../command.js";
import { aligned } from "../table.js";
import { measureAudit } from "./audit.js";
import { measureNames } from "./names.js";
import { measureWinners } from "./winners.js";

const usage = `npm run conformance -- DIR [--only NAME] [--list]

Runs the expectations of the web platform's tests that lie in DIR, a checkout of web-platform-tests/wpt or a part of it: roles and names
(accname, html-aam, wai-aria, core-aam, svg-aam) beside Chromium's answers; and the winners of the cascade (css/css-cascade, css-nesting,
css-conditional, css-shadow, css-variables, css-properties-values-api, css-mixins, selectors) beside those of Chromium's developer tools,
while each test's page stands. In a checkout of dequelabs/axe-core: what its integration tests expect of the rules that a capture decides
(needs dist/capture.js: \`npm run build\`).

  --only NAME   pages whose path contains NAME
  --list        what differs, a line each`;

const options = {
  only: { type: "string", default: "" },
  list: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** `npm run conformance`. Exits 0 when done, 2 on wrong usage. */
async function main(): Promise<void> {
  const { values, positionals } = parseOptions(process.argv.slice(2), options, true);
  const [folder, ...others] = positionals;
  if (values.help) return console.log(usage);
  if (folder === undefined || others.length > 0) throw new UsageError("give one folder");
  mustBeFolders([folder]);
  const browser = await launchChromium({ protocolTimeout: 20_000, args: [offline, "--enable-blink-features=ComputedAccessibilityInfo"] });
  try {
    for (const measure of [measureNames, measureWinners, measureAudit]) {
      const { rows, differences } = await measure(browser, folder, (path) => path.includes(values.only));
      if (rows.length > 1) console.log(`${aligned(rows)}\n`);
      if (values.list) console.log(`${differences.join("\n")}\n`);
    }
  } finally {
    await browser.close();
  }
}

await runCommand(usage, main);
