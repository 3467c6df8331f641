import { UsageError } from "../../../host/contract/errors.js";
import { thisMachine } from "../../machine.js";
import { readOptions, usage } from "./arguments.js";
import { chooseBrowser } from "./browser.js";
import { runHeadless } from "./headless.js";
import { atHop, HopError } from "./hop.js";
import { dim, print } from "./show.js";
import { setStage } from "./stage.js";
import { runWithDisplay } from "./with-display.js";

/** `npm start`: the product at work within a minute. Exit codes: 0 done, 1 a hop failed, 2 wrong usage. */
async function main(args: readonly string[]): Promise<number> {
  const machine = thisMachine();
  const options = readOptions(args, process.env, process.platform);
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const browser = await atHop("browser", () => chooseBrowser(machine, (line) => print([dim(line)])));
  if (browser === undefined) throw new HopError("browser failed: none found. Install Chrome, Chromium, Edge, Brave or Firefox.");
  if (options.headless && browser.family !== "chromium")
    throw new HopError("browser failed: without a display this needs Chromium, Chrome, Edge or Brave.");
  // The driver shared with the tests takes its program from here.
  process.env["SVC_TEST_CHROMIUM"] = browser.program;
  const stage = await atHop("svc-init", () => setStage(options.real));
  try {
    print([
      `Browser  ${browser.title}, ${browser.program}`,
      `Project  ${stage.root}, set up by svc-init (${stage.changes} changes)`,
      `Page     ${stage.pageUrl}`,
    ]);
    await (options.headless ? runHeadless(stage) : runWithDisplay(stage, browser));
    return 0;
  } finally {
    stage.clear();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof HopError || error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
